package io.streamwright.log.embedded.simulation.check;

import static io.streamwright.log.embedded.simulation.check.Violation.unless;

import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.simulation.cluster.Layout;
import io.streamwright.log.embedded.simulation.cluster.Task;
import io.streamwright.log.embedded.simulation.cluster.World;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What readers see of each partition is what a single process without any fault would have written up to the committed offset:
 * everything, in order, nothing twice.
 *
 * <p>Owner: one simulation.
 */
final class SequentialModel implements Checker {
    @Override
    public void atRest(World world) {
        for (Task task : world.tasks()) {
            OffsetAndMetadata committed =
                    world.durable().machines().group(task.group()).committed().get(task.source());
            long endPosition = committed == null ? 0 : committed.offset();
            for (PartitionId partition : Layout.PARTITIONS) {
                List<Long> expected = contents(task, partition, endPosition);
                List<Long> actual = world.durable().read(partition).stream()
                        .filter(task::isOurs)
                        .toList();
                unless(
                        actual.equals(expected),
                        this,
                        "%s up to %s has in %s%n%s and not%n%s",
                        task,
                        endPosition,
                        partition,
                        actual,
                        expected);
            }
        }
    }

    private static List<Long> contents(Task task, PartitionId partition, long endPosition) {
        List<Long> contents = new ArrayList<>();
        for (long input = 0; input < endPosition; input++) {
            if (task.targets(input).contains(partition)) {
                contents.add(task.valueOf(input));
            }
        }
        return contents;
    }
}
