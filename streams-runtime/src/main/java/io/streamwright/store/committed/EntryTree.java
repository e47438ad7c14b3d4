package io.streamwright.store.committed;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Sorted entries that never change: an {@link EntryTreeEdit} makes the next tree, which shares with this one all that it does not touch.
 *
 * <p>So a commit costs in proportion to what it changes, and readers on other threads keep the tree of an earlier commit for nothing.
 *
 * <p>Immutable.
 */
final class EntryTree implements CommittedSnapshot {
    static final EntryTree EMPTY = new EntryTree(null);

    private final EntryTree.@Nullable Node root;

    EntryTree(EntryTree.@Nullable Node root) {
        this.root = root;
    }

    /** Begins to change a copy of this tree. */
    EntryTreeEdit edit() {
        return new EntryTreeEdit(root);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        Node node = root;
        while (node != null) {
            int compared = key.compareTo(node.key);
            if (compared == 0) {
                return node.value;
            }
            node = compared < 0 ? node.left : node.right;
        }
        return null;
    }

    @Override
    public BytesIterator iterate(KeyRange range, boolean forward) {
        return new Walk(root, range, forward);
    }

    @Override
    public long approximateEntries() {
        return Node.size(root);
    }

    /** Returns how many steps the longest way down takes. */
    int depth() {
        return depth(root);
    }

    private static int depth(EntryTree.@Nullable Node node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    /** Holds nothing that has to be given back. */
    @Override
    public void close() {}

    /** One entry and what lies on both sides of it. Owner: the edit that made it; nobody changes it after that. */
    static final class Node {
        final Bytes key;
        byte[] value;
        EntryTree.@Nullable Node left;
        EntryTree.@Nullable Node right;
        int size = 1;
        /** Who may change it: the edit that made it, by its mark. */
        final Object mark;

        Node(Bytes key, byte[] value, Object mark) {
            this.key = key;
            this.value = value;
            this.mark = mark;
        }

        static int size(EntryTree.@Nullable Node node) {
            return node == null ? 0 : node.size;
        }
    }

    /** Walks over a range of one tree. Owner: who opened it. */
    private static final class Walk implements BytesIterator {
        private final KeyRange range;
        private final boolean forward;
        /** The nodes whose entries come next, the nearest on top. */
        private final Deque<Node> path = new ArrayDeque<>();

        Walk(EntryTree.@Nullable Node root, KeyRange range, boolean forward) {
            this.range = range;
            this.forward = forward;
            Node node = range.isEmpty() ? null : root;
            while (node != null) {
                if (isBefore(node.key)) {
                    node = forward ? node.right : node.left;
                } else {
                    path.push(node);
                    node = forward ? node.left : node.right;
                }
            }
            endBehindRange();
        }

        /** Returns whether the walk begins behind a key. */
        private boolean isBefore(Bytes key) {
            if (forward) {
                return range.start() != null && key.compareTo(range.start()) < 0;
            }
            return range.end() != null && key.compareTo(range.end()) >= 0;
        }

        private void endBehindRange() {
            Node next = path.peek();
            if (next != null && !range.contains(next.key)) {
                path.clear();
            }
        }

        @Override
        public boolean isValid() {
            return !path.isEmpty();
        }

        @Override
        public Bytes key() {
            return current().key;
        }

        @Override
        public byte[] value() {
            return current().value;
        }

        private Node current() {
            Node current = path.peek();
            if (current == null) {
                throw new IllegalStateException("the iterator stands behind the last entry");
            }
            return current;
        }

        @Override
        public void advance() {
            Node passed = current();
            path.pop();
            Node node = forward ? passed.right : passed.left;
            while (node != null) {
                path.push(node);
                node = forward ? node.left : node.right;
            }
            endBehindRange();
        }

        @Override
        public void close() {
            path.clear();
        }
    }
}
