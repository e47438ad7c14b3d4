package io.streamwright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.StreamsConfig;
import io.streamwright.state.KeyValueIterator;
import io.streamwright.state.KeyValueStore;
import io.streamwright.state.RocksDBConfigSetter;
import io.streamwright.state.StoreLocation;
import io.streamwright.state.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.PlainTableConfig;

/** What a program changes in the settings of RocksDB is so for the store, and cannot change what is in it. */
final class RocksDbConfigSetterTest {
    private static final String CHANGED = "changed";
    private static final String OTHER = "other";
    private static final int BLOCK_BYTES = 12_345;
    private static final int WRITE_BUFFER_BYTES = 1_234_567;

    @TempDir
    private Path directory;

    @BeforeEach
    @AfterEach
    void forget() {
        Changing.calls.clear();
        Changing.failing = "";
    }

    private TaskStores open(Object setter) {
        return new TaskSetup(directory)
                .context(TestContext.in(directory)
                        .with(Map.of(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, setter, "my.own", "setting")))
                .logged(TaskSetup.strings(StoreLocation.PERSISTENT, CHANGED))
                .logged(TaskSetup.strings(StoreLocation.PERSISTENT, OTHER))
                .logged(TaskSetup.strings(StoreLocation.IN_MEMORY, "in-memory"))
                .open();
    }

    @Test
    void settings_reachTheColumnFamilyOfTheirStoreAlone() throws IOException {
        // when
        open(Changing.class).close();
        // then
        Map<String, Map<String, String>> written = optionsFile();
        Map<String, String> changed = written.get("CFOptions \"store-changed\"");
        assertThat(changed)
                .containsEntry("write_buffer_size", "" + WRITE_BUFFER_BYTES)
                .containsEntry("compaction_style", "kCompactionStyleUniversal")
                .containsEntry("compression", "kZSTD")
                .containsEntry("num_levels", "5");
        assertThat(written.get("TableOptions/BlockBasedTable \"store-changed\""))
                .containsEntry("block_size", "" + BLOCK_BYTES)
                .containsEntry("cache_index_and_filter_blocks", "false");
        Map<String, String> other = written.get("CFOptions \"store-other\"");
        assertThat(other).containsEntry("compression", "kLZ4Compression").doesNotContainValue("" + WRITE_BUFFER_BYTES);
        assertThat(written.get("TableOptions/BlockBasedTable \"store-other\"")).containsEntry("block_size", "8192");
    }

    @Test
    void setter_isAskedForEachStoreOnDisk_andClosesOnceForEach() {
        // when
        TaskStores stores = open(Changing.class.getName());
        // then
        assertThat(Changing.calls).containsExactly("set changed setting", "set other setting");
        // when
        Changing.calls.clear();
        stores.close();
        stores.close();
        // then
        assertThat(Changing.calls).containsExactly("close changed same", "close other same");
    }

    @Test
    void whatWouldChangeTheStore_isLeftAside() throws IOException {
        // when
        TaskStores stores = open(Breaking.class);
        KeyValueStore<String, String> store = TaskSetup.store(stores, CHANGED);
        for (String key : List.of("b", "a", "c")) {
            store.put(key, key);
        }
        TaskSetup.commit(stores);
        // then keys are in their order
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, String> all = store.all()) {
            all.forEachRemaining(entry -> keys.add(entry.key));
        }
        stores.close();
        assertThat(keys).containsExactly("a", "b", "c");
        Map<String, String> family = optionsFile().get("CFOptions \"store-changed\"");
        assertThat(family)
                .containsEntry("comparator", "leveldb.BytewiseComparator")
                .containsEntry("merge_operator", "nullptr")
                .containsEntry("compaction_style", "kCompactionStyleLevel")
                .containsEntry("prefix_extractor", "nullptr")
                .containsEntry("inplace_update_support", "false")
                .containsEntry("table_factory", "BlockBasedTable");
        assertThat(family.get("ttl")).isNotEqualTo("5");
        Map<String, String> database = optionsFile().get("DBOptions");
        assertThat(database).containsEntry("atomic_flush", "true").containsEntry("max_background_jobs", "2");
        assertThat(database.getOrDefault("wal_dir", "")).doesNotContain("elsewhere");
    }

    @Test
    void stateWrittenWithOtherSettings_isReadAgain() {
        // given
        TaskStores before = open(Changing.class);
        TaskSetup.<KeyValueStore<String, String>>store(before, CHANGED).put("key", "value");
        TaskSetup.commit(before);
        before.close();
        // when it is opened without a setter, and with it again
        TaskStores without = new TaskSetup(directory)
                .logged(TaskSetup.strings(StoreLocation.PERSISTENT, CHANGED))
                .open();
        String found =
                TaskSetup.<KeyValueStore<String, String>>store(without, CHANGED).get("key");
        without.close();
        TaskStores again = open(Changing.class);
        // then
        assertThat(found).isEqualTo("value");
        assertThat(TaskSetup.<KeyValueStore<String, String>>store(again, CHANGED)
                        .get("key"))
                .isEqualTo("value");
        again.close();
    }

    @Test
    void setterThatFails_keepsTheTaskFromOpening_andWhatWasMadeIsClosed() {
        // given
        Changing.failing = OTHER;
        // when, then
        assertThatThrownBy(() -> open(Changing.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(OTHER);
        assertThat(Changing.calls).contains("close changed same", "close other same");
        // and the directory is free
        Changing.failing = "";
        open(Changing.class).close();
    }

    @Test
    void classThatIsNoSetter_isRefused() {
        assertThatThrownBy(() -> open(String.class))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("rocksdb.config.setter")
                .hasMessageContaining("RocksDBConfigSetter");
        assertThatThrownBy(() -> open("no.such.Setter")).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> open(WithParameter.class))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("constructor without parameters");
    }

    @Test
    void indexBesideAStore_isNobodysToChange() {
        // given a store that also finds its rows by time
        TaskStores stores = new TaskSetup(directory)
                .context(TestContext.in(directory)
                        .with(Map.of(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, Changing.class, "my.own", "x")))
                .logged(Stores.timestampedKeyValueStoreBuilder(
                        ((io.streamwright.state.BuiltInKeyValueStore) Stores.persistentKeyValueStore(CHANGED))
                                .withRowsByTime(),
                        Serdes.String(),
                        Serdes.String()))
                .open();
        // then
        assertThat(Changing.calls).containsExactly("set changed x");
        stores.close();
    }

    /** The newest file in which RocksDB writes down its options: values by section and name. */
    private Map<String, Map<String, String>> optionsFile() throws IOException {
        Path newest;
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            newest = files.filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
                    .max((one, other) -> one.getFileName().compareTo(other.getFileName()))
                    .orElseThrow();
        }
        Map<String, Map<String, String>> sections = new HashMap<>();
        String section = "";
        for (String line : Files.readAllLines(newest)) {
            String text = line.trim();
            if (text.startsWith("[")) {
                section = text.substring(1, text.length() - 1);
            } else if (text.contains("=")) {
                sections.computeIfAbsent(section, any -> new HashMap<>())
                        .put(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1));
            }
        }
        return sections;
    }

    /** Changes much of one store. */
    public static final class Changing implements RocksDBConfigSetter {
        private static final List<String> calls = new ArrayList<>();
        private static String failing = "";
        private LRUCache cache;
        private Options given;

        /** For settings that name the class. */
        public Changing() {}

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            calls.add("set " + storeName + " " + configs.get("my.own"));
            given = options;
            cache = new LRUCache(1 << 20);
            if (storeName.equals(failing)) {
                throw new IllegalStateException(storeName);
            }
            if (storeName.equals(OTHER)) {
                return;
            }
            BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
            table.setBlockCache(cache).setBlockSize(BLOCK_BYTES).setCacheIndexAndFilterBlocks(false);
            options.setTableFormatConfig(table);
            options.setWriteBufferSize(WRITE_BUFFER_BYTES);
            options.setCompactionStyle(CompactionStyle.UNIVERSAL);
            options.setCompressionType(CompressionType.ZSTD_COMPRESSION);
            options.setNumLevels(5);
        }

        @Override
        public void close(String storeName, Options options) {
            calls.add("close " + storeName + (options == given ? " same" : " another"));
            cache.close();
        }
    }

    /** Tries what a store cannot bear. */
    public static final class Breaking implements RocksDBConfigSetter {

        /** For settings that name the class. */
        public Breaking() {}

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            options.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
            options.setMergeOperatorName("stringappend");
            options.setTtl(5);
            options.setCompactionStyle(CompactionStyle.FIFO);
            options.setInplaceUpdateSupport(true);
            options.useFixedLengthPrefixExtractor(1);
            options.useCappedPrefixExtractor(1);
            options.optimizeForPointLookup(1);
            options.setTableFormatConfig(new PlainTableConfig());
            options.setAtomicFlush(false);
            options.setMaxBackgroundJobs(9);
            options.setWalDir("elsewhere");
        }

        @Override
        public void close(String storeName, Options options) {}
    }

    /** Cannot be made. */
    public record WithParameter(int number) implements RocksDBConfigSetter {
        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {}

        @Override
        public void close(String storeName, Options options) {}
    }
}
