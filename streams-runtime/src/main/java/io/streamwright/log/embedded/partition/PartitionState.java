package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.partition.PartitionRecord.ControlMarker;
import io.streamwright.log.embedded.partition.PartitionRecord.DataBatch;
import io.streamwright.log.embedded.partition.PartitionRecord.ProducersExpired;
import io.streamwright.log.embedded.partition.PartitionRecord.StartOffsetRaised;
import io.streamwright.log.embedded.protocol.Decision;
import io.streamwright.log.embedded.protocol.EndMarker;
import io.streamwright.log.embedded.protocol.MarkerOutcome;
import io.streamwright.log.embedded.protocol.ParticipantView;
import io.streamwright.log.embedded.protocol.PartitionId;
import io.streamwright.log.embedded.protocol.ProducerIdentity;
import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of one partition: decides about appends and markers, and keeps what follows from those taken (KIP-98, KIP-890).
 *
 * <p>Only transactional batches are known; a producer without a transactional id has no state here.
 *
 * <p>Owner: one loop. A {@code decide} method changes nothing; {@link #apply} is the only writer, in operation and in recovery.
 * Decisions hold until the next record is applied.
 */
public final class PartitionState {
    private final PartitionId id;
    private final NavigableMap<Long, ProducerState> producers = new TreeMap<>();
    /** By producer id, as a producer has at most one; in the order of first offsets, as only appends add to it. */
    private final Map<Long, OpenTransaction> open = new LinkedHashMap<>();

    private AbortedIndex aborted;
    private long startOffset;
    private long endOffset;
    private int coordinatorEpoch;

    /**
     * Makes the state of a partition as a snapshot holds it.
     *
     * @param id names the partition in messages
     * @param snapshot where to begin; {@link PartitionSnapshot#EMPTY} for a new partition
     */
    public PartitionState(PartitionId id, PartitionSnapshot snapshot) {
        this.id = id;
        this.aborted = AbortedIndex.of(snapshot.aborted());
        this.startOffset = snapshot.startOffset();
        this.endOffset = snapshot.endOffset();
        this.coordinatorEpoch = snapshot.coordinatorEpoch();
        snapshot.producers().forEach(producer -> producers.put(producer.producerId(), producer));
        snapshot.open().forEach(opened -> open.put(opened.transaction().producerId(), opened));
    }

    // ---- decisions

    /**
     * Decides about a batch.
     *
     * @param request the batch
     * @param nowMs the log's clock
     */
    public Decision<PartitionRecord, AppendOutcome> decideAppend(AppendRequest request, long nowMs) {
        ProducerIdentity writer = request.producer();
        ProducerState known = producers.get(writer.producerId());
        if (known != null && writer.epoch() < known.epoch()) {
            return Decision.reply(new AppendOutcome.Fenced(viewOf(writer.producerId())));
        }
        OpenTransaction opened = open.get(writer.producerId());
        if (opened != null && !opened.transaction().equals(writer.transaction())) {
            return Decision.reply(new AppendOutcome.OtherTransactionOpen(viewOf(writer.producerId())));
        }
        if (opened == null && !request.listed()) {
            return Decision.reply(new AppendOutcome.NotListed());
        }
        ProducerState current = known != null && writer.epoch() == known.epoch() ? known : null;
        int expectedSequence = current == null ? 0 : current.expectedSequence();
        if (request.baseSequence() == expectedSequence) {
            return Decision.write(
                    List.of(new DataBatch(endOffset, request.recordCount(), writer, request.baseSequence(), nowMs)),
                    new AppendOutcome.Appended(endOffset));
        }
        Optional<AppendOutcome> duplicate = current == null
                ? Optional.empty()
                : current.find(request).map(batch -> new AppendOutcome.Duplicate(batch.baseOffset()));
        return Decision.reply(duplicate.orElseGet(() -> new AppendOutcome.OutOfOrder(expectedSequence)));
    }

    /**
     * Decides about a marker. It is recorded even if its transaction has no data here: a record of it that is still on its way
     * must be refused, and only a recorded marker is remembered.
     *
     * @param marker the marker
     * @param nowMs the log's clock
     */
    public Decision<PartitionRecord, MarkerOutcome> decideMarker(EndMarker marker, long nowMs) {
        TransactionKey named = marker.transaction();
        if (marker.coordinatorEpoch() < coordinatorEpoch) {
            return Decision.reply(new MarkerOutcome.StaleCoordinator(viewOf(named.producerId())));
        }
        OpenTransaction opened = open.get(named.producerId());
        if (opened != null && opened.transaction().dataEpoch() < named.dataEpoch()) {
            return Decision.reply(new MarkerOutcome.OtherTransactionOpen(viewOf(named.producerId())));
        }
        ProducerState known = producers.get(named.producerId());
        boolean isOpen = opened != null && opened.transaction().equals(named);
        if (!isOpen && known != null && known.epoch() >= named.nextEpoch()) {
            return Decision.reply(new MarkerOutcome.AlreadyEnded());
        }
        return Decision.write(List.of(new ControlMarker(endOffset, marker, nowMs)), new MarkerOutcome.Ended());
    }

    /**
     * Decides to give up records in front of an offset; never such as read-committed readers may not have seen yet.
     *
     * @param beforeOffset first offset to be kept; limited to the last stable offset
     * @return a decision whose outcome is the start offset that results
     */
    public Decision<PartitionRecord, Long> decideTrim(long beforeOffset) {
        long target = Math.min(beforeOffset, lastStableOffset());
        return target <= startOffset
                ? Decision.reply(startOffset)
                : Decision.write(List.of(new StartOffsetRaised(target)), target);
    }

    /**
     * Decides to forget producers that neither wrote nor were ended for long and have no open transaction. Their late requests are
     * then refused by the coordinator alone, which is asked before each transaction begins here.
     *
     * <p>Who asks the coordinator over a network must not use an answer from before: its transaction may have ended and been
     * forgotten since, and nobody would end it again.
     *
     * @param nowMs the log's clock; a producer that wrote later, by a clock that was ahead, is idle from now on
     * @param expiryMs how long a producer is remembered
     * @return a decision whose outcome is how many will be forgotten
     */
    public Decision<PartitionRecord, Integer> decideExpireProducers(long nowMs, long expiryMs) {
        List<Long> idle = new ArrayList<>();
        List<Long> fromTheFuture = new ArrayList<>();
        for (ProducerState producer : producers.values()) {
            if (producer.lastWriteMs() > nowMs) {
                fromTheFuture.add(producer.producerId());
            } else if (nowMs - producer.lastWriteMs() >= expiryMs && !open.containsKey(producer.producerId())) {
                idle.add(producer.producerId());
            }
        }
        return idle.isEmpty() && fromTheFuture.isEmpty()
                ? Decision.reply(0)
                : Decision.write(List.of(new ProducersExpired(idle, fromTheFuture, nowMs)), idle.size());
    }

    // ---- state

    /**
     * Makes a record part of the state.
     *
     * @throws IllegalStateException if it cannot follow what was applied before: the log is damaged, nothing was changed
     */
    public void apply(PartitionRecord record) {
        record.match(new PartitionRecord.Cases<@Nullable Void>() {
            @Override
            public @Nullable Void dataBatch(DataBatch batch) {
                applyData(batch);
                return null;
            }

            @Override
            public @Nullable Void controlMarker(ControlMarker marker) {
                applyMarker(marker);
                return null;
            }

            @Override
            public @Nullable Void startOffsetRaised(StartOffsetRaised raised) {
                applyStart(raised.startOffset());
                return null;
            }

            @Override
            public @Nullable Void producersExpired(ProducersExpired expired) {
                expired.producerIds().forEach(producers::remove);
                expired.fromTheFuture()
                        .forEach(id -> producers.computeIfPresent(
                                id, (same, producer) -> producer.lastWritten(expired.nowMs())));
                return null;
            }
        });
    }

    private void applyData(DataBatch batch) {
        ProducerIdentity writer = batch.producer();
        ProducerState known = producers.get(writer.producerId());
        OpenTransaction opened = open.get(writer.producerId());
        check(batch.baseOffset() == endOffset, batch);
        check(known == null || writer.epoch() >= known.epoch(), batch);
        check(opened == null || opened.transaction().equals(writer.transaction()), batch);
        producers.put(writer.producerId(), known == null ? ProducerState.first(batch) : known.with(batch));
        if (opened == null) {
            open.put(writer.producerId(), new OpenTransaction(writer.transaction(), batch.baseOffset()));
        }
        endOffset = batch.nextOffset();
    }

    private void applyMarker(ControlMarker control) {
        EndMarker marker = control.marker();
        TransactionKey named = marker.transaction();
        OpenTransaction opened = open.get(named.producerId());
        check(control.offset() == endOffset, control);
        check(marker.coordinatorEpoch() >= coordinatorEpoch, control);
        check(opened == null || opened.transaction().equals(named), control);
        if (opened != null) {
            open.remove(named.producerId());
            if (!marker.isCommit()) {
                aborted = aborted.with(new AbortedTransaction(named, opened.firstOffset(), control.offset()));
            }
        }
        ProducerState known = producers.getOrDefault(
                named.producerId(), new ProducerState(named.producerId(), 0, List.of(), control.appendedAtMs()));
        producers.put(named.producerId(), known.with(marker, control.appendedAtMs()));
        coordinatorEpoch = marker.coordinatorEpoch();
        endOffset = control.offset() + 1;
    }

    private void applyStart(long offset) {
        check(offset >= startOffset && offset <= lastStableOffset(), new StartOffsetRaised(offset));
        startOffset = offset;
        aborted = aborted.from(offset);
    }

    private void check(boolean holds, PartitionRecord record) {
        if (!holds) {
            throw new IllegalStateException("partition " + id + " at endOffset=" + endOffset + " coordinatorEpoch="
                    + coordinatorEpoch + " open=" + open.values() + " cannot take " + record
                    + ": its records are not those that were written; restore the log from a copy");
        }
    }

    // ---- questions

    public PartitionId id() {
        return id;
    }

    /** Returns the first offset still held. */
    public long startOffset() {
        return startOffset;
    }

    /** Returns the offset behind the last batch, the high watermark. */
    public long endOffset() {
        return endOffset;
    }

    /**
     * Returns where read-committed readers stop: the first offset of the oldest open transaction (KIP-98), or the end offset if
     * none is open. It never moves back.
     */
    public long lastStableOffset() {
        return open.isEmpty() ? endOffset : open.values().iterator().next().firstOffset();
    }

    /** Returns whether this identity's transaction has data here and no marker, so that the coordinator need not be asked. */
    public boolean isOpen(ProducerIdentity producer) {
        OpenTransaction opened = open.get(producer.producerId());
        return opened != null && opened.transaction().equals(producer.transaction());
    }

    /** Returns the open transactions in the order of their first offsets. */
    public List<OpenTransaction> openTransactions() {
        return List.copyOf(open.values());
    }

    /** Returns the aborted transactions as they are now; later ones are not added to it. */
    public AbortedIndex aborted() {
        return aborted;
    }

    public int coordinatorEpoch() {
        return coordinatorEpoch;
    }

    /** Returns the whole state; {@code new PartitionState(id, snapshot)} goes on from it. */
    public PartitionSnapshot snapshot() {
        return new PartitionSnapshot(
                startOffset,
                endOffset,
                coordinatorEpoch,
                List.copyOf(producers.values()),
                openTransactions(),
                aborted.all());
    }

    private ParticipantView viewOf(long producerId) {
        ProducerState known = producers.get(producerId);
        OpenTransaction opened = open.get(producerId);
        return new ParticipantView(
                known == null ? OptionalLong.empty() : OptionalLong.of(known.epoch()),
                opened == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(opened.transaction().dataEpoch()),
                coordinatorEpoch);
    }
}
