package io.streamwright.log.embedded.simulation.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes a line of a trace short enough to be read: {@code p3:17} is a producer id and its epoch, {@code txn 3:17} the transaction with
 * that data, {@code t1-0} partition 0 of topic 1.
 *
 * <p>Immutable: holds nothing.
 */
final class ReadableLine {
    private static final Map<Pattern, String> SHORT = new LinkedHashMap<>();

    static {
        shorten("PartitionId\\[topicId=(\\d+), partition=(\\d+)]", "t$1-$2");
        shorten("GroupId\\[name=([^]]+)]", "$1");
        shorten("ProducerIdentity\\[producerId=(\\d+), epoch=(\\d+)]", "p$1:$2");
        shorten("TransactionKey\\[producerId=(\\d+), dataEpoch=(\\d+)]", "txn $1:$2");
        shorten(
                "EndMarker\\[transaction=(txn \\S+), end=(\\w+), coordinatorEpoch=(\\d+)]",
                "marker $2 $1 (coordinator $3)");
        shorten("EndedTransaction\\[dataEpoch=(\\d+), end=(\\w+), cause=(\\w+)]", "$2 of epoch $1 by $3");
        shorten("OfCoordinator\\[record=(.*)]$", "$1");
        shorten("OfGroup\\[group=\\S+ record=(.*)]$", "$1");
        shorten("OfPartition\\[partition=(\\S+), record=(.*), values=\\[(.*)]]$", "$1: $2 $3");
        shorten(
                "IdUpdated\\[metadata=TransactionMetadata\\[transactionalId=(\\S+), producer=(\\S+), ownerSinceEpoch=\\d+, "
                        + "timeoutMs=\\d+, state=(\\w+), participants=Participants\\[all=\\[.*], unacknowledged=\\[(.*?)]], "
                        + "ended=(.*), sinceMs=\\d+]]",
                "$1 is $3 as $2, not told [$4], last: $5");
        shorten(
                "DataBatch\\[baseOffset=(\\d+), recordCount=(\\d+), producer=(\\S+), baseSequence=(\\d+), appendedAtMs=\\d+]",
                "data @$1 x$2 of $3 #$4:");
        shorten("ControlMarker\\[offset=(\\d+), marker=(.*), appendedAtMs=\\d+]", "$2 @$1");
        shorten(
                "Append\\[partition=(\\S+), producer=(\\S+), sequence=(\\d+), values=\\[(.*)]]",
                "append to $1 as $2 #$3: $4");
        shorten("OffsetAndMetadata\\{offset=(\\d+), leaderEpoch=null, metadata=''}", "$1");
        shorten(", lastWriteMs=\\d+", "");
    }

    private ReadableLine() {}

    private static void shorten(String pattern, String replacement) {
        SHORT.put(Pattern.compile(pattern), replacement);
    }

    static String of(String line) {
        String readable = line;
        for (Map.Entry<Pattern, String> entry : SHORT.entrySet()) {
            readable = entry.getKey().matcher(readable).replaceAll(entry.getValue());
        }
        return readable;
    }
}
