package io.streamwright.examples;

import io.streamwright.log.LogClient;
import io.streamwright.log.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The topics of a job, all with the same number of partitions. */
public final class Topics {
    /** As many as there are workers by default. */
    private static final int DEFAULT_PARTITIONS = 2;

    private static final int MAX_PARTITIONS = 1024;

    private Topics() {}

    /**
     * Creates those topics that do not exist.
     *
     * @return how many partitions each has
     * @throws UsageException if {@link Option#PARTITIONS} contradicts a topic that exists
     */
    public static int create(LogClient log, List<String> names, Arguments arguments) {
        Optional<TopicSpec> existing = names.stream()
                .flatMap(name -> log.topics().describe(name).stream())
                .findFirst();
        int partitions = (int) arguments
                .number(Option.PARTITIONS, 1, MAX_PARTITIONS)
                .orElse(existing.map(TopicSpec::partitions).orElse(DEFAULT_PARTITIONS));
        existing.filter(topic -> topic.partitions() != partitions).ifPresent(topic -> {
            throw new UsageException(
                    "topic " + topic.name() + " has " + topic.partitions() + " partitions, not " + partitions
                            + "; leave " + Option.PARTITIONS.name() + " out or choose another " + Option.DATA.name());
        });
        names.stream()
                .filter(name -> log.topics().describe(name).isEmpty())
                .forEach(name -> log.topics().create(new TopicSpec(name, partitions, Map.of())));
        return partitions;
    }
}
