package io.streamwright.dsl;

import static java.util.Objects.requireNonNull;

import io.streamwright.dsl.operator.join.JoinType;
import io.streamwright.dsl.operator.streamjoin.JoinReach;
import io.streamwright.dsl.operator.streamjoin.KeepRecords;
import io.streamwright.dsl.operator.streamjoin.StreamJoinWork;
import io.streamwright.dsl.plan.Effect;
import io.streamwright.dsl.plan.StepWork;
import io.streamwright.dsl.plan.StreamJoin;
import io.streamwright.dsl.plan.StreamStep;
import io.streamwright.dsl.settings.Materialization;
import io.streamwright.dsl.settings.NamedSettings;
import io.streamwright.dsl.settings.SerdePair;
import io.streamwright.dsl.settings.StreamJoinStores;
import io.streamwright.dsl.settings.StreamJoinedSettings;
import io.streamwright.kstream.JoinWindows;
import io.streamwright.kstream.KStream;
import io.streamwright.kstream.StreamJoined;
import io.streamwright.kstream.ValueJoinerWithKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes down a join of two streams.
 *
 * <p>Owner: the thread that builds the program.
 *
 * @param <K> the keys
 * @param <V1> the values of this stream
 * @param <V2> the values of the other stream
 */
final class PlannedStreamJoin<K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object> {
    private final PlanRecorder recorder;
    private final PlannedStream<K, V1> left;
    private final PlannedStream<K, V2> right;
    private final JoinReach reach;
    private final StreamJoinedSettings<K, V1, V2> settings;

    private PlannedStreamJoin(
            PlannedStream<K, V1> left,
            PlannedStream<K, V2> right,
            JoinReach reach,
            StreamJoinedSettings<K, V1, V2> settings) {
        this.recorder = left.recorder();
        this.left = left;
        this.right = right;
        this.reach = reach;
        this.settings = settings;
    }

    /**
     * Checks what a program asks for.
     *
     * @throws IllegalArgumentException if the other stream is of another program
     * @throws io.streamwright.errors.TopologyException if stores or names do not fit
     */
    static <K extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object>
            PlannedStreamJoin<K, V1, V2> of(
                    JoinType type,
                    PlannedStream<K, V1> left,
                    KStream<K, V2> otherStream,
                    JoinWindows windows,
                    StreamJoined<K, V1, V2> streamJoined) {
        if (!(requireNonNull(otherStream, "other stream") instanceof PlannedStream<K, V2> right)
                || right.recorder() != left.recorder()) {
            throw new IllegalArgumentException("stream " + left.name()
                    + " can be joined only with a stream of the same StreamsBuilder, not with " + otherStream);
        }
        JoinReach reach = new JoinReach(type, requireNonNull(windows, "windows"));
        StreamJoinedSettings<K, V1, V2> settings =
                new StreamJoinedSettings<>(requireNonNull(streamJoined, "stream joined"), windows);
        return new PlannedStreamJoin<>(left, right, reach, settings);
    }

    /** Records the join. */
    <VOut extends @Nullable Object> KStream<K, VOut> with(ValueJoinerWithKey<?, ?, ?, ?> joiner) {
        String given = settings.name();
        SerdePair<K, V1> leftSerdes = settings.leftSerdes().or(left.serdes());
        SerdePair<K, V2> rightSerdes = settings.rightSerdes().or(right.serdes());
        int leftParent = left.byKeyForJoin(NamedSettings.suffixed(given, "-left"), leftSerdes);
        int rightParent = right.byKeyForJoin(NamedSettings.suffixed(given, "-right"), rightSerdes);
        String leftSuffix = reach.type().keepsRight() ? "-outer-this-join" : "-this-join";
        String rightSuffix = reach.type().keepsLeft() ? "-outer-other-join" : "-other-join";

        String keepLeft = recorder.nodeName(NamedSettings.suffixed(given, "-this-windowed"), "KSTREAM-WINDOWED-");
        String keepRight = recorder.nodeName(NamedSettings.suffixed(given, "-other-windowed"), "KSTREAM-WINDOWED-");
        String generatedLeft =
                recorder.nodeName(reach.type().keepsRight() ? "KSTREAM-OUTERTHIS-" : "KSTREAM-JOINTHIS-");
        String generatedRight =
                recorder.nodeName(reach.type().keepsLeft() ? "KSTREAM-OUTEROTHER-" : "KSTREAM-JOINOTHER-");
        StreamJoin.Names names = new StreamJoin.Names(
                orElse(NamedSettings.suffixed(given, leftSuffix), generatedLeft),
                orElse(NamedSettings.suffixed(given, rightSuffix), generatedRight),
                recorder.nodeName(NamedSettings.suffixed(given, "-merge"), "KSTREAM-MERGE-"));

        long retentionMs = reach.retentionMs();
        StreamJoinStores stores = new StreamJoinStores(
                settings.leftStore(generatedLeft, leftSuffix, leftSerdes, reach.windows(), retentionMs),
                settings.rightStore(generatedRight, rightSuffix, rightSerdes, reach.windows(), retentionMs),
                pendingStore(generatedLeft));
        StreamJoinWork<?, ?, ?, ?> work = work(joiner, stores, leftSerdes, rightSerdes);
        StreamStep keepingLeft = keep(keepLeft, leftParent, stores.left());
        StreamStep keepingRight = keep(keepRight, rightParent, stores.right());
        StreamJoin join = recorder.add(id -> new StreamJoin(
                id, names, keepingLeft.id(), keepingRight.id(), reach.type().keepsLeft(), work, stores));
        return new PlannedStream<>(
                recorder, join.id(), join.name(), new SerdePair<K, VOut>(leftSerdes.key(), null), false);
    }

    private static String orElse(@Nullable String given, String generated) {
        return given != null ? given : generated;
    }

    private Optional<Materialization> pendingStore(String generatedLeft) {
        if (!reach.type().keepsLeft()) {
            return Optional.empty();
        }
        String number = generatedLeft.substring(generatedLeft.lastIndexOf('-'));
        String suffix = reach.type().keepsRight() ? "-outer-shared-join" : "-left-shared-join";
        return Optional.of(settings.pendingStore(recorder.generated("KSTREAM-OUTERSHARED" + number), suffix));
    }

    @SuppressWarnings("unchecked") // the program's types are checked where it is written
    private StreamJoinWork<?, ?, ?, ?> work(
            ValueJoinerWithKey<?, ?, ?, ?> joiner,
            StreamJoinStores stores,
            SerdePair<?, ?> leftSerdes,
            SerdePair<?, ?> rightSerdes) {
        StreamJoinWork<Object, Object, Object, @Nullable Object> work = StreamJoinWork.of(
                reach,
                (ValueJoinerWithKey<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object>) joiner,
                stores.left().storeName(),
                stores.right().storeName());
        SerdePair<Object, Object> ofLeft = (SerdePair<Object, Object>) leftSerdes;
        SerdePair<Object, Object> ofRight = (SerdePair<Object, Object>) rightSerdes;
        return stores.pending()
                .map(pending -> work.waitingIn(
                        pending.storeName(),
                        ofLeft.key() != null ? ofLeft.key() : ofRight.key(),
                        ofLeft.value(),
                        ofRight.value()))
                .orElse(work);
    }

    private StreamStep keep(String node, int parent, Materialization store) {
        StepWork work = new StepWork.FreeKey(KeepRecords.in(store.storeName()));
        return recorder.add(id -> new StreamStep(id, node, List.of(parent), Effect.NONE, work, List.of()));
    }
}
