package io.streamwright.store.committed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

/** A tree is a sorted map, and stays what it was. */
final class EntryTreeTest {
    enum Kind {
        PUT,
        DELETE,
        DROP,
        DROP_BEFORE,
        DROP_FROM,
        END
    }

    record Step(Kind kind, int key, int other) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> keys = Arbitraries.integers().between(0, 60);
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(12, Arbitraries.just(Kind.PUT)),
                                Tuple.of(6, Arbitraries.just(Kind.DELETE)),
                                Tuple.of(1, Arbitraries.of(Kind.class))),
                        keys,
                        keys)
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(200);
    }

    @Property
    void everyTree_isASortedMap_andStaysWhatItWas(@ForAll("steps") List<Step> steps) {
        NavigableMap<Bytes, byte[]> map = new TreeMap<>();
        List<EntryTree> trees = new ArrayList<>();
        List<NavigableMap<Bytes, byte[]>> maps = new ArrayList<>();
        EntryTreeEdit edit = EntryTree.EMPTY.edit();
        for (Step step : steps) {
            switch (step.kind) {
                case PUT -> {
                    map.put(key(step.key), key(step.other).get());
                    edit.set(key(step.key), key(step.other).get());
                }
                case DELETE -> {
                    map.remove(key(step.key));
                    edit.set(key(step.key), null);
                }
                case DROP -> drop(edit, map, new KeyRange(key(step.key), key(step.other)));
                case DROP_BEFORE -> drop(edit, map, new KeyRange(null, key(step.key)));
                case DROP_FROM -> drop(edit, map, new KeyRange(key(step.key), null));
                case END -> {
                    trees.add(edit.done());
                    maps.add(new TreeMap<>(map));
                    edit = trees.get(trees.size() - 1).edit();
                }
            }
        }
        trees.add(edit.done());
        maps.add(map);
        for (int index = 0; index < trees.size(); index++) {
            check(trees.get(index), maps.get(index));
        }
    }

    private static void drop(EntryTreeEdit edit, NavigableMap<Bytes, byte[]> map, KeyRange range) {
        edit.drop(range);
        if (!range.isEmpty()) {
            range.of(map).clear();
        }
    }

    private static void check(EntryTree tree, NavigableMap<Bytes, byte[]> map) {
        assertThat(tree.approximateEntries()).isEqualTo(map.size());
        for (int number = 0; number <= 60; number++) {
            assertThat(tree.get(key(number))).isEqualTo(map.get(key(number)));
        }
        assertThat(walk(tree, KeyRange.ALL, true)).isEqualTo(new ArrayList<>(map.keySet()));
        for (int from = 0; from <= 60; from += 7) {
            for (int to = 0; to <= 60; to += 9) {
                KeyRange range = new KeyRange(key(from), key(to));
                List<Bytes> inside = new ArrayList<>(range.of(map).keySet());
                assertThat(walk(tree, range, true)).isEqualTo(inside);
                Collections.reverse(inside);
                assertThat(walk(tree, range, false)).isEqualTo(inside);
            }
        }
        assertThat(tree.depth()).isLessThanOrEqualTo(allowedDepth(map.size()));
    }

    /** A tree in which no side is more than three times as heavy loses at least a quarter with each step down. */
    private static int allowedDepth(int size) {
        return 1 + (int) (Math.log(size + 1.0) / Math.log(4.0 / 3.0));
    }

    private static List<Bytes> walk(EntryTree tree, KeyRange range, boolean forward) {
        List<Bytes> keys = new ArrayList<>();
        try (BytesIterator entries = tree.iterate(range, forward)) {
            for (; entries.isValid(); entries.advance()) {
                keys.add(entries.key());
                assertThat(tree.get(entries.key())).isSameAs(entries.value());
            }
        }
        return keys;
    }

    private static Bytes key(int number) {
        return Bytes.wrap(new byte[] {(byte) (number * 4)});
    }

    @Test
    void ascendingKeys_keepTheTreeFlat_andDroppingTheOldestToo() {
        int count = 100_000;
        EntryTreeEdit edit = EntryTree.EMPTY.edit();
        for (int number = 0; number < count; number++) {
            edit.set(wide(number), new byte[0]);
        }
        EntryTree all = edit.done();
        EntryTreeEdit dropping = all.edit();
        dropping.drop(new KeyRange(null, wide(count / 2)));
        EntryTree half = dropping.done();
        assertThat(all.depth()).isLessThan(25);
        assertThat(half.depth()).isLessThan(25);
        assertThat(half.approximateEntries()).isEqualTo(count / 2);
        assertThat(all.approximateEntries()).isEqualTo(count);
    }

    private static Bytes wide(int number) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }
}
