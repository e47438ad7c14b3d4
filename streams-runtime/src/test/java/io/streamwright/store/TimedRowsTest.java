package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.loop.Owner;
import io.streamwright.store.committed.BytesIterator;
import io.streamwright.store.committed.CommittedSnapshot;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.CommittedStore;
import io.streamwright.store.committed.InMemoryStorage;
import io.streamwright.store.committed.KeyRange;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

/** What finding rows by time costs. */
final class TimedRowsTest {
    private static final String STORE = "rows";
    private static final int ROWS = 100_000;
    private static final int OVER = 20;

    private final CountingStorage storage = new CountingStorage();

    private TimedRows open() {
        return TimedRows.open(STORE, ValueLayout.TIMESTAMPED, new Owner("test"), storage, null, () -> 0, Map::of);
    }

    private static Bytes key(int number) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    private static byte[] row(long timeMs) {
        return ValueLayout.withTimestamp(new byte[] {1}, timeMs);
    }

    /** Rows of the times from 0 on, one a ms. */
    private TimedRows filled() {
        TimedRows rows = open();
        StoreUpdate update = new StoreUpdate(STORE, ROWS, receiver -> {
            for (int number = 0; number < ROWS; number++) {
                receiver.accept(key(number), row(number));
            }
        });
        storage.write(rows.restoring(update));
        rows.afterRestore();
        storage.operations = 0;
        return rows;
    }

    @Test
    void askingWhenNothingIsOver_costsOneLook_howeverOften() {
        TimedRows rows = filled();
        for (int look = 0; look < 1_000; look++) {
            assertThat(rows.keysNotAfter(-1)).isEmpty();
        }
        assertThat(storage.operations).isLessThan(10);
    }

    @Test
    void deletingWhatIsOver_costsInProportionToIt() {
        TimedRows rows = filled();
        for (int now = 0; now < OVER; now++) {
            for (Bytes over : rows.keysNotAfter(now)) {
                rows.put(over, null);
            }
            assertThat(rows.keysNotAfter(now)).isEmpty();
        }
        assertThat(storage.operations).isLessThan(10 * OVER);
    }

    @Test
    void rowsThatAreUpdatedAllTheTime_costNothing() {
        TimedRows rows = filled();
        rows.keysNotAfter(-1);
        storage.operations = 0;
        for (int number = 0; number < 1_000; number++) {
            rows.put(key(number), row(ROWS + number));
            assertThat(rows.keysNotAfter(number - 1)).isEmpty();
        }
        // each update reads the row it replaces; looks pass the deleted entries once
        assertThat(storage.operations).isLessThan(10 * 1_000);
    }

    @Test
    void openingWithTheIndexInStep_looksAtNoRow() {
        filled();
        open();
        assertThat(storage.operations).isZero();
    }

    @Test
    void openingWithoutIndex_findsAllRows() {
        // given rows of a program without a time to live
        storage.write(List.of(new StoreUpdate(STORE, 9, receiver -> {
            for (int number = 0; number < ROWS; number++) {
                receiver.accept(key(number), row(ROWS - number));
            }
        })));
        // when
        TimedRows rows = open();
        // then
        assertThat(rows.keysNotAfter(3)).containsExactly(key(ROWS - 1), key(ROWS - 2), key(ROWS - 3));
        assertThat(rows.keysNotAfter(Long.MAX_VALUE)).hasSize(ROWS);
    }

    /** Counts reads and steps. Owner: the test. */
    private static final class CountingStorage implements CommittedStorage {
        private final InMemoryStorage inner = new InMemoryStorage();
        int operations;

        @Override
        public CommittedStore store(String name) {
            CommittedStore store = inner.store(name);
            return new CommittedStore() {
                @Override
                public byte[] get(Bytes key) {
                    operations++;
                    return store.get(key);
                }

                @Override
                public BytesIterator iterate(KeyRange range, boolean forward) {
                    operations++;
                    return counted(store.iterate(range, forward));
                }

                @Override
                public long approximateEntries() {
                    return store.approximateEntries();
                }

                @Override
                public boolean hasSnapshotIterators() {
                    return store.hasSnapshotIterators();
                }

                @Override
                public boolean isWorthCaching() {
                    return store.isWorthCaching();
                }

                @Override
                public CommittedSnapshot snapshot() {
                    return store.snapshot();
                }
            };
        }

        private BytesIterator counted(BytesIterator iterator) {
            return new BytesIterator() {
                @Override
                public boolean isValid() {
                    return iterator.isValid();
                }

                @Override
                public Bytes key() {
                    return iterator.key();
                }

                @Override
                public byte[] value() {
                    return iterator.value();
                }

                @Override
                public void advance() {
                    operations++;
                    iterator.advance();
                }

                @Override
                public void close() {
                    iterator.close();
                }
            };
        }

        @Override
        public OptionalLong position(String name) {
            return inner.position(name);
        }

        @Override
        public void write(List<StoreUpdate> updates) {
            inner.write(updates);
        }

        @Override
        public void reset(String name) {
            inner.reset(name);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
