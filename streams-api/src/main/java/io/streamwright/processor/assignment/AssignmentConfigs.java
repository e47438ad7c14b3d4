package io.streamwright.processor.assignment;

import io.streamwright.StreamsConfig;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The settings of an application that concern assignment (KIP-924). Immutable. */
public class AssignmentConfigs {

    private final long acceptableRecoveryLag;
    private final int maxWarmupReplicas;
    private final int numStandbyReplicas;
    private final long probingRebalanceIntervalMs;
    private final List<String> rackAwareAssignmentTags;
    private final OptionalInt rackAwareTrafficCost;
    private final OptionalInt rackAwareNonOverlapCost;
    private final String rackAwareAssignmentStrategy;

    /** Reads the settings of an application. */
    public static AssignmentConfigs of(StreamsConfig configs) {
        return new AssignmentConfigs(
                configs.getLong(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG),
                configs.getInt(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG),
                configs.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG),
                configs.getLong(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG),
                configs.getList(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG),
                optional(configs.getInt(StreamsConfig.RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG)),
                optional(configs.getInt(StreamsConfig.RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG)),
                configs.getString(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG));
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /**
     * Takes settings without costs, and leaves racks out of account.
     *
     * @param acceptableRecoveryLag see {@link #acceptableRecoveryLag()}
     * @param maxWarmupReplicas see {@link #maxWarmupReplicas()}
     * @param numStandbyReplicas see {@link #numStandbyReplicas()}
     * @param probingRebalanceIntervalMs see {@link #probingRebalanceIntervalMs()}
     * @param rackAwareAssignmentTags see {@link #rackAwareAssignmentTags()}
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            Long acceptableRecoveryLag,
            Integer maxWarmupReplicas,
            Integer numStandbyReplicas,
            Long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags) {
        this(
                acceptableRecoveryLag,
                maxWarmupReplicas,
                numStandbyReplicas,
                probingRebalanceIntervalMs,
                rackAwareAssignmentTags,
                OptionalInt.empty(),
                OptionalInt.empty(),
                StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_NONE);
    }

    /**
     * Takes settings with costs.
     *
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            long acceptableRecoveryLag,
            int maxWarmupReplicas,
            int numStandbyReplicas,
            long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags,
            int rackAwareTrafficCost,
            int rackAwareNonOverlapCost,
            String rackAwareAssignmentStrategy) {
        this(
                acceptableRecoveryLag,
                maxWarmupReplicas,
                numStandbyReplicas,
                probingRebalanceIntervalMs,
                rackAwareAssignmentTags,
                OptionalInt.of(rackAwareTrafficCost),
                OptionalInt.of(rackAwareNonOverlapCost),
                rackAwareAssignmentStrategy);
    }

    /**
     * Takes settings with or without costs.
     *
     * @throws ConfigException if a value is not allowed
     */
    public AssignmentConfigs(
            long acceptableRecoveryLag,
            int maxWarmupReplicas,
            int numStandbyReplicas,
            long probingRebalanceIntervalMs,
            List<String> rackAwareAssignmentTags,
            OptionalInt rackAwareTrafficCost,
            OptionalInt rackAwareNonOverlapCost,
            String rackAwareAssignmentStrategy) {
        check(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, acceptableRecoveryLag);
        check(StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG, maxWarmupReplicas);
        check(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, numStandbyReplicas);
        check(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, probingRebalanceIntervalMs);
        check(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG, rackAwareAssignmentTags);
        check(StreamsConfig.RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG, rackAwareAssignmentStrategy);
        this.acceptableRecoveryLag = acceptableRecoveryLag;
        this.maxWarmupReplicas = maxWarmupReplicas;
        this.numStandbyReplicas = numStandbyReplicas;
        this.probingRebalanceIntervalMs = probingRebalanceIntervalMs;
        this.rackAwareAssignmentTags = List.copyOf(rackAwareAssignmentTags);
        this.rackAwareTrafficCost = rackAwareTrafficCost;
        this.rackAwareNonOverlapCost = rackAwareNonOverlapCost;
        this.rackAwareAssignmentStrategy = rackAwareAssignmentStrategy;
    }

    private static void check(String name, Object value) {
        ConfigDef.ConfigKey key = StreamsConfig.configDef().configKeys().get(name);
        if (key != null && key.validator != null) {
            key.validator.ensureValid(name, value);
        }
    }

    /** Returns {@code acceptable.recovery.lag}: with how many records missing a process may take a task over. Records. */
    public long acceptableRecoveryLag() {
        return acceptableRecoveryLag;
    }

    /** Returns {@code max.warmup.replicas}: how many additional replicas may catch up at a time, over all processes. */
    public int maxWarmupReplicas() {
        return maxWarmupReplicas;
    }

    /** Returns {@code num.standby.replicas}: how many standbys each task with a changelog has. */
    public int numStandbyReplicas() {
        return numStandbyReplicas;
    }

    /** Returns {@code probing.rebalance.interval.ms}: how long to wait until it is looked whether replicas have caught up. */
    public long probingRebalanceIntervalMs() {
        return probingRebalanceIntervalMs;
    }

    /** Returns {@code rack.aware.assignment.tags}: the tags by which a task and its standbys are to differ. */
    public List<String> rackAwareAssignmentTags() {
        return rackAwareAssignmentTags;
    }

    /** Returns {@code rack.aware.assignment.traffic_cost}: the cost of a partition that is read across racks; may be empty. */
    public OptionalInt rackAwareTrafficCost() {
        return rackAwareTrafficCost;
    }

    /** Returns {@code rack.aware.assignment.non_overlap_cost}: the cost of a task that moves; may be empty. */
    public OptionalInt rackAwareNonOverlapCost() {
        return rackAwareNonOverlapCost;
    }

    /** Returns {@code rack.aware.assignment.strategy}: none, min_traffic or balance_subtopology. */
    public String rackAwareAssignmentStrategy() {
        return rackAwareAssignmentStrategy;
    }

    @Override
    public String toString() {
        return "AssignmentConfigs{acceptableRecoveryLag=" + acceptableRecoveryLag
                + " maxWarmupReplicas=" + maxWarmupReplicas
                + " numStandbyReplicas=" + numStandbyReplicas
                + " probingRebalanceIntervalMs=" + probingRebalanceIntervalMs
                + " rackAwareAssignmentTags=" + rackAwareAssignmentTags
                + " rackAwareTrafficCost=" + rackAwareTrafficCost
                + " rackAwareNonOverlapCost=" + rackAwareNonOverlapCost
                + " rackAwareAssignmentStrategy=" + rackAwareAssignmentStrategy + "}";
    }
}
