package io.streamwright.processor.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class AssignmentConfigsTest {

    private static StreamsConfig config(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "memory:configs");
        return new StreamsConfig(settings);
    }

    @Test
    void withoutSettings_theDefaultsAreThoseOfKafkaStreams() {
        var theirs = org.apache.kafka.streams.processor.assignment.AssignmentConfigs.of(
                new org.apache.kafka.streams.StreamsConfig(
                        Map.of("application.id", "app", "bootstrap.servers", "localhost:9092")));

        AssignmentConfigs ours = AssignmentConfigs.of(config(Map.of()));

        assertThat(ours.acceptableRecoveryLag()).isEqualTo(theirs.acceptableRecoveryLag());
        assertThat(ours.maxWarmupReplicas()).isEqualTo(theirs.maxWarmupReplicas());
        assertThat(ours.numStandbyReplicas()).isEqualTo(theirs.numStandbyReplicas());
        assertThat(ours.probingRebalanceIntervalMs()).isEqualTo(theirs.probingRebalanceIntervalMs());
        assertThat(ours.rackAwareAssignmentTags()).isEqualTo(theirs.rackAwareAssignmentTags());
        assertThat(ours.rackAwareTrafficCost()).isEqualTo(theirs.rackAwareTrafficCost());
        assertThat(ours.rackAwareNonOverlapCost()).isEqualTo(theirs.rackAwareNonOverlapCost());
        assertThat(ours.rackAwareAssignmentStrategy()).isEqualTo(theirs.rackAwareAssignmentStrategy());
    }

    @Test
    void settings_areRead() {
        AssignmentConfigs configs = AssignmentConfigs.of(config(Map.of(
                StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, "7",
                StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, "3",
                StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, "2",
                StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, "70000",
                StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, "zone,cluster",
                StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG, "5",
                StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG, "6",
                StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG, "min_traffic")));

        assertThat(configs)
                .usingRecursiveComparison()
                .isEqualTo(new AssignmentConfigs(7, 3, 2, 70_000, List.of("zone", "cluster"), 5, 6, "min_traffic"));
        assertThat(configs.toString()).contains("acceptableRecoveryLag=7").contains("zone");
    }

    @Test
    void valuesThatAreNotAllowed_areRefusedByTheirSettingsName() {
        assertThatThrownBy(() -> new AssignmentConfigs(-1L, 1, 0, 60_000L, List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG);
        assertThatThrownBy(() -> new AssignmentConfigs(1L, 0, 0, 60_000L, List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG);
        assertThatThrownBy(() -> new AssignmentConfigs(1, 1, 0, 60_000, List.of(), 1, 1, "fastest"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG);
        assertThatThrownBy(() -> new AssignmentConfigs(1L, 1, 0, 60_000L, List.of("a", "b", "c", "d", "e", "f")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG);
    }
}
