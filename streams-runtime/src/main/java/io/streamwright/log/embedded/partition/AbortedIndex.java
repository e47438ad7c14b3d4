package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The aborted transactions of one partition, in the order of their markers.
 *
 * <p>Immutable: readers on other threads may keep it. As a key names one transaction for ever, a batch is aborted if and only if
 * its producer id and epoch are in here.
 */
public final class AbortedIndex {
    /** Without any transaction. */
    public static final AbortedIndex EMPTY = new AbortedIndex(new LinkedHashMap<>());

    private final Map<TransactionKey, AbortedTransaction> byKey;

    private AbortedIndex(Map<TransactionKey, AbortedTransaction> byKey) {
        this.byKey = byKey;
    }

    /** Makes an index of transactions in the order of their markers. */
    public static AbortedIndex of(Collection<AbortedTransaction> transactions) {
        Map<TransactionKey, AbortedTransaction> byKey = new LinkedHashMap<>();
        transactions.forEach(aborted -> byKey.put(aborted.transaction(), aborted));
        return new AbortedIndex(byKey);
    }

    /** Returns whether data that carries this producer id and epoch was aborted. */
    public boolean contains(TransactionKey transaction) {
        return byKey.containsKey(transaction);
    }

    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** Returns the transactions that touch {@code [startOffset, endOffset)}, in the order of their markers. */
    public List<AbortedTransaction> between(long startOffset, long endOffset) {
        return byKey.values().stream()
                .filter(aborted -> aborted.lastOffset() >= startOffset && aborted.firstOffset() < endOffset)
                .toList();
    }

    /** Returns all transactions in the order of their markers. */
    public List<AbortedTransaction> all() {
        return List.copyOf(byKey.values());
    }

    AbortedIndex with(AbortedTransaction aborted) {
        List<AbortedTransaction> next = new ArrayList<>(byKey.values());
        next.add(aborted);
        return of(next);
    }

    AbortedIndex from(long startOffset) {
        return of(between(startOffset, Long.MAX_VALUE));
    }

    @Override
    public String toString() {
        return byKey.values().toString();
    }
}
