package io.streamwright.store;

import io.streamwright.errors.InvalidStateStoreException;
import io.streamwright.processor.StateStore;
import io.streamwright.processor.StateStoreContext;
import io.streamwright.processor.TaskId;
import io.streamwright.query.Position;
import io.streamwright.query.PositionBound;
import io.streamwright.query.Query;
import io.streamwright.query.QueryConfig;
import io.streamwright.query.QueryResult;
import io.streamwright.state.StoreBuilder;
import io.streamwright.store.answer.StoreAnswers;
import io.streamwright.store.answer.StoreStanding;
import io.streamwright.store.view.StoreBytes;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A store with serdes around its bytes: as processors see it, around a {@link TransactionalStore}, or as a query does, around one commit. A subclass says what kind of store it is.
 *
 * <p>Owner: the worker that owns the task.
 *
 * @param <K> the keys
 * @param <V> the values without timestamps
 */
public abstract class TypedStore<K, V> implements StateStore {
    private final String name;
    /** What it stands on; null before it is opened and after it was closed. */
    private @Nullable Ground<K, V> ground;
    /** Owns the ground if nobody else does; null in a task. */
    private @Nullable TaskStores ownStores;

    /** For a store of this name. */
    protected TypedStore(String name) {
        this.name = name;
    }

    /** Returns the serdes that the store was given, or the configured defaults. */
    protected abstract StoreSerdes<K, V> serdes(String topic, StateStoreContext context);

    /** Returns a store like this one that is not open. */
    protected abstract TypedStore<K, V> again();

    /** Returns a builder of a store like this, without a changelog. */
    protected abstract StoreBuilder<?> unlogged();

    /** Opens the store on the bytes of a task. */
    final void open(StoreBytes bytes, String serdeTopic, StateStoreContext context) {
        ground = new Ground<>(bytes, serdes(serdeTopic, context), context.taskId());
        opened(bytes);
    }

    /** Returns what makes stores like this one, with its serdes, on other bytes; any thread may call it. */
    Function<StoreBytes, StateStore> likewise() {
        Ground<K, V> ours = ground();
        return bytes -> {
            TypedStore<K, V> other = again();
            other.ground = new Ground<>(bytes, ours.serdes, ours.task);
            other.opened(bytes);
            return other;
        };
    }

    /** Opens another kind of store on the same bytes, with the same serdes. */
    final <T extends TypedStore<K, V>> T onSameGround(T other) {
        Ground<K, V> ours = ground();
        ((TypedStore<K, V>) other).ground = ours;
        other.opened(ours.bytes);
        return other;
    }

    /** The store was opened: the bytes can be read. */
    protected void opened(StoreBytes bytes) {}

    /**
     * Returns what the store stands on.
     *
     * @throws InvalidStateStoreException if it is not open
     */
    protected Ground<K, V> ground() {
        Ground<K, V> current = ground;
        if (current == null || current.bytes.isClosed()) {
            throw new InvalidStateStoreException("store " + name() + " is not open: "
                    + (current == null ? "init was not called, or it was closed" : "its task was closed or has moved"));
        }
        return current;
    }

    @Override
    public String name() {
        return name;
    }

    /** Answers with what the store holds now; in a task that includes what its transaction wrote. */
    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound positionBound, QueryConfig config) {
        return StoreAnswers.answer(this, query, positionBound, config, standing());
    }

    /** Returns the input offsets of the last commit. */
    @Override
    public Position getPosition() {
        return standing().position();
    }

    private StoreStanding standing() {
        Ground<K, V> current = ground();
        return new StoreStanding(current.task, current.bytes.consumed());
    }

    /** Opens the store by itself, unless it belongs to a task already. */
    @Override
    public void init(StateStoreContext context, StateStore root) {
        if (ground == null) {
            ownStores = StandaloneStores.open(this, context);
        }
    }

    @Override
    public long approximateNumUncommittedBytes() {
        Ground<K, V> current = ground;
        return current == null ? 0 : current.bytes.uncommittedBytes();
    }

    /** Makes what was written the store's committed content if it stands alone; a task commits its stores itself. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (ownStores != null) {
            StandaloneStores.commit(ownStores);
        }
    }

    /** Closes a store that stands alone; that of a task is closed by its task. */
    @Override
    public void close() {
        if (ownStores != null) {
            TaskStores stores = ownStores;
            ownStores = null;
            ground = null;
            StandaloneStores.commit(stores);
            stores.close();
        }
    }

    @Override
    public boolean isOpen() {
        return ground != null && !ground.bytes.isClosed();
    }

    /** What an open store stands on. Owner: the store. */
    protected record Ground<K, V>(StoreBytes bytes, StoreSerdes<K, V> serdes, TaskId task) {}
}
