package io.streamwright;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Finds settings that have no effect, most of them misspelt. Thread-safe: holds nothing that changes.
 *
 * <p>Not unknown is what the log's clients know, with or without one of the prefixes that pass settings through.
 */
final class UnknownSettings {

    private static final List<String> PASSED_THROUGH = List.of(
            StreamsConfig.CONSUMER_PREFIX,
            StreamsConfig.MAIN_CONSUMER_PREFIX,
            StreamsConfig.RESTORE_CONSUMER_PREFIX,
            StreamsConfig.GLOBAL_CONSUMER_PREFIX,
            StreamsConfig.PRODUCER_PREFIX,
            StreamsConfig.ADMIN_CLIENT_PREFIX,
            StreamsConfig.CLIENT_TAG_PREFIX,
            StreamsConfig.TOPIC_PREFIX);

    /** Settings of Kafka Streams that a program may bring along: right values are accepted, and do nothing on the logs that there are. */
    private static final Set<String> OF_KAFKA_STREAMS = Set.of(
            "acceptable.recovery.lag",
            "allow.os.group.write.access",
            "default.client.supplier",
            "enable.transactional.statestores",
            "group.protocol",
            "max.warmup.replicas",
            "num.standby.replicas",
            "probing.rebalance.interval.ms",
            "processing.exception.handler.global.enabled",
            "rack.aware.assignment.non_overlap_cost",
            "rack.aware.assignment.strategy",
            "rack.aware.assignment.tags",
            "rack.aware.assignment.traffic_cost",
            "state.cleanup.delay.ms",
            "state.cleanup.dir.max.age.ms",
            "topology.description.push.enabled",
            "upgrade.from",
            "window.size.ms",
            "windowed.inner.class.serde",
            "windowstore.changelog.additional.retention.ms");

    private final Set<String> known;

    UnknownSettings(Set<String> known) {
        this.known = Set.copyOf(known);
    }

    /** Returns one line about all settings without effect; empty if there are none. */
    Optional<String> describe(Map<String, ?> settings) {
        Set<String> unknown = new TreeSet<>(settings.keySet());
        unknown.removeIf(name -> isRead(name, settings) || isPassedThrough(name) || isOfClients(name));
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of("settings without effect here, but for what the program reads itself: "
                        + unknown.stream().map(this::withHint).collect(Collectors.joining(", ")));
    }

    private boolean isRead(String name, Map<String, ?> settings) {
        String newerName = OlderNames.NEWER.get(name);
        return known.contains(name)
                && !OF_KAFKA_STREAMS.contains(name)
                && (newerName == null || !settings.containsKey(newerName));
    }

    private static boolean isPassedThrough(String name) {
        return PASSED_THROUGH.stream().anyMatch(name::startsWith);
    }

    private static boolean isOfClients(String name) {
        return Stream.of(ProducerConfig.configNames(), ConsumerConfig.configNames(), AdminClientConfig.configNames())
                        .anyMatch(names -> names.contains(name))
                && !OF_KAFKA_STREAMS.contains(name);
    }

    private String withHint(String name) {
        if (OF_KAFKA_STREAMS.contains(name)) {
            return name + " (of Kafka Streams, does nothing here)";
        }
        if (OlderNames.NEWER.containsKey(name)) {
            return name + " (" + OlderNames.NEWER.get(name) + " is set)";
        }
        int farthest = Math.max(2, name.length() / 3);
        return known.stream()
                .min(Comparator.<String>comparingInt(other -> distance(name, other))
                        .thenComparing(other -> other))
                .filter(nearest -> distance(name, nearest) <= farthest)
                .map(nearest -> name + " (did you mean " + nearest + "?)")
                .orElse(name);
    }

    /** Counts the letters to insert, delete or replace between two names (Levenshtein), without regard to case, '_' and '.'. */
    private static int distance(String first, String second) {
        String a = plain(first);
        String b = plain(second);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
    }
}
