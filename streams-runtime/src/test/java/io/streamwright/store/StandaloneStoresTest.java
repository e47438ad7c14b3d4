package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.TimestampedKeyValueStore;
import io.streamwright.state.ValueAndTimestamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores that a program makes by itself, outside of a task. */
final class StandaloneStoresTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void builtStore_worksFromInitToClose(StoreLocation location) {
        KeyValueStore<String, String> store =
                TaskSetup.strings(location, "alone").build();
        assertThat(store.isOpen()).isFalse();
        assertThatThrownBy(() -> store.get("a"))
                .isInstanceOf(InvalidStateStoreException.class)
                .hasMessageContaining("init was not called");
        // when
        store.init(TestContext.in(directory), store);
        store.put("a", "1");
        store.commit(Map.of());
        store.put("b", "2");
        // then
        assertThat(store.get("a")).isEqualTo("1");
        assertThat(store.get("b")).isEqualTo("2");
        assertThat(store.persistent()).isEqualTo(location == StoreLocation.PERSISTENT);
        store.close();
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void persistentStore_hasItsContentAgain() {
        for (String expected : new String[] {null, "1"}) {
            TimestampedKeyValueStore<String, String> store =
                    TaskSetup.timestamped(StoreLocation.PERSISTENT, "alone").build();
            store.init(TestContext.in(directory), store);
            assertThat(ValueAndTimestamp.getValueOrNull(store.get("a"))).isEqualTo(expected);
            store.put("a", ValueAndTimestamp.make("1", 5));
            store.close();
        }
    }

    @ParameterizedTest
    @EnumSource(StoreLocation.class)
    void bytesStore_ofAHouseSupplier_works(StoreLocation location) {
        KeyValueStore<Bytes, byte[]> store =
                TaskSetup.supplier(location, "bytes").get();
        store.init(TestContext.in(directory), store);
        Bytes key = Bytes.wrap("k".getBytes(StandardCharsets.UTF_8));
        store.put(key, new byte[] {1});
        assertThat(store.get(key)).containsExactly(1);
        store.close();
    }
}
