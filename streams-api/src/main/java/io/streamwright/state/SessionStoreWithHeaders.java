package io.streamwright.state;

import io.streamwright.processor.StateStore;

/**
 * A session store that keeps headers with each aggregate (KIP-1271).
 *
 * @param <K> the keys
 * @param <AGG> the aggregates, without headers
 */
public interface SessionStoreWithHeaders<K, AGG> extends StateStore, SessionStore<K, AggregationWithHeaders<AGG>> {}
