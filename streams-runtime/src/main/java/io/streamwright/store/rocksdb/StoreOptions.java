package io.streamwright.store.rocksdb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rocksdb.AbstractCompactionFilter;
import org.rocksdb.AbstractCompactionFilterFactory;
import org.rocksdb.AbstractComparator;
import org.rocksdb.AbstractSlice;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.DBOptions;
import org.rocksdb.DbPath;
import org.rocksdb.MergeOperator;
import org.rocksdb.Options;
import org.rocksdb.TableFormatConfig;

/**
 * The settings of one store for a program to change, but for those on which the content of the store and the order of its keys depend.
 *
 * <p>Owner: the worker that opens the store.
 */
final class StoreOptions extends Options {
    private final Set<String> refused = new LinkedHashSet<>();

    StoreOptions(DBOptions database, ColumnFamilyOptions family) {
        super(database, family);
    }

    /** Returns which settings were left aside, in the order of the calls. */
    List<String> refused() {
        return new ArrayList<>(refused);
    }

    private Options refuse(String setting) {
        refused.add(setting);
        return this;
    }

    @Override
    public Options setComparator(BuiltinComparator builtinComparator) {
        return refuse("comparator");
    }

    @Override
    public Options setComparator(AbstractComparator comparator) {
        return refuse("comparator");
    }

    @Override
    public Options setMergeOperatorName(String name) {
        return refuse("mergeOperator");
    }

    @Override
    public Options setMergeOperator(MergeOperator mergeOperator) {
        return refuse("mergeOperator");
    }

    @Override
    public Options setCompactionFilter(AbstractCompactionFilter<? extends AbstractSlice<?>> compactionFilter) {
        return refuse("compactionFilter");
    }

    @Override
    public Options setCompactionFilterFactory(
            AbstractCompactionFilterFactory<? extends AbstractCompactionFilter<?>> compactionFilterFactory) {
        return refuse("compactionFilterFactory");
    }

    @Override
    public Options setTtl(long ttl) {
        return refuse("ttl");
    }

    @Override
    public Options setCompactionStyle(CompactionStyle compactionStyle) {
        // FIFO deletes what is old.
        return compactionStyle == CompactionStyle.FIFO
                ? refuse("compactionStyle=FIFO")
                : super.setCompactionStyle(compactionStyle);
    }

    @Override
    public Options setInplaceUpdateSupport(boolean inplaceUpdateSupport) {
        // Snapshots and iterators would see later writes.
        return refuse("inplaceUpdateSupport");
    }

    @Override
    public Options setCfPaths(Collection<DbPath> cfPaths) {
        return refuse("cfPaths");
    }

    @Override
    public Options useFixedLengthPrefixExtractor(int length) {
        // Seeking would miss keys of other prefixes.
        return refuse("prefixExtractor");
    }

    @Override
    public Options useCappedPrefixExtractor(int length) {
        return refuse("prefixExtractor");
    }

    @Override
    public Options optimizeForPointLookup(long blockCacheSizeMb) {
        return refuse("optimizeForPointLookup"); // sets a prefix extractor
    }

    @Override
    public Options setTableFormatConfig(TableFormatConfig config) {
        return config instanceof BlockBasedTableConfig
                ? super.setTableFormatConfig(config)
                : refuse("tableFormatConfig=" + config.getClass().getSimpleName());
    }
}
