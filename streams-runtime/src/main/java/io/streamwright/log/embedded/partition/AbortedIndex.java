package io.streamwright.log.embedded.partition;

import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The aborted transactions of one partition, in the order of their markers.
 *
 * <p>Immutable: readers on other threads may keep it. As a key names one transaction for ever, a batch is aborted if and only if
 * its producer id and epoch are in here.
 */
public final class AbortedIndex {
    /** Without any transaction. */
    public static final AbortedIndex EMPTY = of(List.of());

    private final Map<TransactionKey, AbortedTransaction> older;
    /** Those behind the older ones, about the square root of their number: when one is added, only these are copied. */
    private final Map<TransactionKey, AbortedTransaction> recent;

    private AbortedIndex(
            Map<TransactionKey, AbortedTransaction> older, Map<TransactionKey, AbortedTransaction> recent) {
        this.older = older;
        this.recent = recent;
    }

    /** Makes an index of transactions in the order of their markers. */
    public static AbortedIndex of(Collection<AbortedTransaction> transactions) {
        return new AbortedIndex(byKey(transactions.stream()), Map.of());
    }

    private static Map<TransactionKey, AbortedTransaction> byKey(Stream<AbortedTransaction> transactions) {
        Map<TransactionKey, AbortedTransaction> byKey = new LinkedHashMap<>();
        transactions.forEach(aborted -> byKey.put(aborted.transaction(), aborted));
        return byKey;
    }

    /** Returns whether data that carries this producer id and epoch was aborted. */
    public boolean contains(TransactionKey transaction) {
        return older.containsKey(transaction) || recent.containsKey(transaction);
    }

    public boolean isEmpty() {
        return older.isEmpty() && recent.isEmpty();
    }

    /** Returns the transactions that touch {@code [startOffset, endOffset)}, in the order of their markers. */
    public List<AbortedTransaction> between(long startOffset, long endOffset) {
        return stream()
                .filter(aborted -> aborted.lastOffset() >= startOffset && aborted.firstOffset() < endOffset)
                .toList();
    }

    /** Returns all transactions in the order of their markers. */
    public List<AbortedTransaction> all() {
        return stream().toList();
    }

    private Stream<AbortedTransaction> stream() {
        return Stream.concat(older.values().stream(), recent.values().stream());
    }

    /** Returns this index with one more transaction; one that is in here already is replaced. */
    AbortedIndex with(AbortedTransaction aborted) {
        boolean isRecentLarge = (long) recent.size() * recent.size() >= older.size();
        if (isRecentLarge || older.containsKey(aborted.transaction())) {
            return new AbortedIndex(byKey(Stream.concat(stream(), Stream.of(aborted))), Map.of());
        }
        return new AbortedIndex(older, byKey(Stream.concat(recent.values().stream(), Stream.of(aborted))));
    }

    AbortedIndex from(long startOffset) {
        return of(between(startOffset, Long.MAX_VALUE));
    }

    @Override
    public String toString() {
        return all().toString();
    }
}
