package io.streamwright.store;

import io.streamwright.log.LogRecord;
import io.streamwright.store.committed.CommittedStorage;
import io.streamwright.store.committed.StoreInvariantException;
import io.streamwright.store.committed.StoreLayout;
import io.streamwright.store.committed.StoreUpdate;
import io.streamwright.store.committed.ValueLayout;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * One store of a task, with all that belongs to it. Immutable; what it holds has owners of its own.
 *
 * @param definition what the task asks for
 * @param layout how it lies in bytes
 * @param keys how its keys lie beside those of the changelog
 * @param storage where its committed content lies
 * @param bytes its transactions, over the committed content
 * @param typed what processors use
 */
record OpenStore(
        TaskStore definition,
        StoreLayout layout,
        StoreKeys keys,
        CommittedStorage storage,
        TransactionalStore bytes,
        TypedStore<?, ?> typed) {

    String name() {
        return definition.name();
    }

    /** Returns the next changelog offset that is not in the committed store. */
    long position() {
        return Math.max(0, storage.position(name()).orElse(0));
    }

    /** Writes the open transaction's changes to the changelog, if that is this store's to write. */
    void writeChanges(TaskStores.ChangelogWriter writer) {
        Overlay changes = bytes.open();
        if (changes.isEmpty()) {
            return;
        }
        changes.freeze();
        if (definition.writesChangelog()) {
            TopicPartition changelog = definition.changelog().orElseThrow();
            ValueLayout values = layout.valueLayout();
            changes.forEachWrite(write -> {
                StoreKeys.Logged record = keys.toChangelog(write, values);
                if (record != null) {
                    writer.append(
                            changelog,
                            record.timestamp(),
                            record.key(),
                            record.value(),
                            keys.headers(bytes, write, values));
                }
            });
        }
    }

    /** Checks that the open transaction's changes are in the changelog. */
    void checkWritten() {
        if (!bytes.open().isEmpty() && !bytes.open().isFrozen()) {
            throw new IllegalStateException("store " + name() + " has changes that were not written to its changelog: "
                    + "writeChanges comes before seal");
        }
    }

    /** Returns what committing the sealed transaction changes; nothing if it changes nothing. */
    List<StoreUpdate> update(Map<TopicPartition, Long> nextOffsets, TaskStoresOptions options) {
        Overlay changes = bytes.committing();
        if (changes == null) {
            return List.of();
        }
        long next = StoreUpdate.NO_POSITION;
        if (definition.changelog().isPresent()) {
            Long reached = nextOffsets.get(definition.changelog().get());
            if (reached == null && definition.writesChangelog() && isLogged(changes)) {
                throw new StoreInvariantException("store " + name() + " of task " + options.taskId() + " has "
                        + changes.size() + " changed keys, but the commit wrote nothing to its changelog "
                        + definition.changelog().get() + "; the store stays at offset " + position()
                        + ", restart the task to restore it");
            }
            next = reached == null ? position() : reached;
            checkAdvance(next, options);
        }
        boolean moves = next != StoreUpdate.NO_POSITION && next != position();
        return changes.isEmpty() && !moves
                ? List.of()
                : bytes.committing(new StoreUpdate(name(), next, keys.leftBehind(bytes), changes));
    }

    /** Returns whether a change is one that the changelog has. */
    private boolean isLogged(Overlay changes) {
        return changes.anyWrite(write -> keys.toChangelog(write, layout.valueLayout()) != null);
    }

    /** Checks that a position does not go back. */
    void checkAdvance(long nextOffset, TaskStoresOptions options) {
        if (nextOffset < position()) {
            throw new StoreInvariantException("store " + name() + " of task " + options.taskId() + " in "
                    + options.directory() + " is at offset " + position() + " of "
                    + definition.changelog().map(TopicPartition::toString).orElse("no changelog")
                    + " and would go back to " + nextOffset
                    + ": another changelog, or records were cut off; stop the application, delete the directory and "
                    + "start again to restore the store from its changelog");
        }
    }

    /** Returns what restoring changelog records changes. */
    List<StoreUpdate> restoring(List<LogRecord> records, long nextOffset) {
        StoreUpdate unchanged = new StoreUpdate(name(), nextOffset, receiver -> {});
        return bytes.restoring(keys.restoring(bytes, records, layout.valueLayout(), unchanged));
    }
}
