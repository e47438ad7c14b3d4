package io.streamwright.store.committed;

import io.streamwright.store.committed.EntryTree.Node;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next {@link EntryTree} from one that stays as it is.
 *
 * <h2>How</h2>
 *
 * <p>The tree is balanced by weight: no side of a node is more than three times as heavy as the other (S. Adams, "Efficient sets: a
 * balancing act"). A node of the old tree is copied when it is first changed; a node that the edit has made itself is changed in place,
 * so many changes copy each node once.
 *
 * <p>Owner: the worker that owns the task.
 */
final class EntryTreeEdit {
    /** How many times heavier one side may be. */
    private static final int DELTA = 3;
    /** From when on the inner grandchild is too heavy for a single rotation. */
    private static final int RATIO = 2;

    private Object mark = new Object();
    private EntryTree.@Nullable Node root;

    EntryTreeEdit(EntryTree.@Nullable Node root) {
        this.root = root;
    }

    /** Sets the value of a key; null deletes it. */
    void set(Bytes key, byte @Nullable [] value) {
        root = value == null ? removed(root, key) : put(root, key, value);
    }

    /** Deletes all keys of a range. */
    void drop(KeyRange range) {
        if (range.isEmpty()) {
            return;
        }
        mark = new Object(); // both parts are taken from the tree as it is: neither may change the other's nodes
        Node before = range.start() == null ? null : before(root, range.start());
        Node behind = range.end() == null ? null : from(root, range.end());
        root = joined(before, behind);
    }

    /** Ends the edit: nothing of the tree changes any more. */
    EntryTree done() {
        mark = new Object();
        return new EntryTree(root);
    }

    private Node put(EntryTree.@Nullable Node node, Bytes key, byte[] value) {
        if (node == null) {
            return new Node(key, value, mark);
        }
        int compared = key.compareTo(node.key);
        if (compared == 0) {
            Node changed = own(node);
            changed.value = value;
            return changed;
        }
        return compared < 0
                ? balanced(node, put(node.left, key, value), node.right)
                : balanced(node, node.left, put(node.right, key, value));
    }

    private EntryTree.@Nullable Node removed(EntryTree.@Nullable Node node, Bytes key) {
        if (node == null) {
            return null;
        }
        int compared = key.compareTo(node.key);
        if (compared == 0) {
            return neighbours(node.left, node.right);
        }
        return compared < 0
                ? balanced(node, removed(node.left, key), node.right)
                : balanced(node, node.left, removed(node.right, key));
    }

    /** Joins what lay on both sides of one node; the sides are of about the same weight. */
    private EntryTree.@Nullable Node neighbours(EntryTree.@Nullable Node left, EntryTree.@Nullable Node right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        if (left.size > right.size) {
            Node middle = last(left);
            return balanced(middle, withoutLast(left), right);
        }
        Node middle = first(right);
        return balanced(middle, left, withoutFirst(right));
    }

    private static Node first(Node node) {
        Node first = node;
        while (first.left != null) {
            first = first.left;
        }
        return first;
    }

    private static Node last(Node node) {
        Node last = node;
        while (last.right != null) {
            last = last.right;
        }
        return last;
    }

    private EntryTree.@Nullable Node withoutFirst(Node node) {
        return node.left == null ? node.right : balanced(node, withoutFirst(node.left), node.right);
    }

    private EntryTree.@Nullable Node withoutLast(Node node) {
        return node.right == null ? node.left : balanced(node, node.left, withoutLast(node.right));
    }

    /** Returns the part of a tree whose keys are less. */
    private EntryTree.@Nullable Node before(EntryTree.@Nullable Node node, Bytes end) {
        if (node == null) {
            return null;
        }
        return node.key.compareTo(end) < 0 ? linked(node, node.left, before(node.right, end)) : before(node.left, end);
    }

    /** Returns the part of a tree whose keys are not less. */
    private EntryTree.@Nullable Node from(EntryTree.@Nullable Node node, Bytes start) {
        if (node == null) {
            return null;
        }
        return node.key.compareTo(start) < 0
                ? from(node.right, start)
                : linked(node, from(node.left, start), node.right);
    }

    /** Joins two trees of any weights around a node between them. */
    private Node linked(Node middle, EntryTree.@Nullable Node left, EntryTree.@Nullable Node right) {
        if (right != null && DELTA * Node.size(left) < right.size && Node.size(left) + right.size > 1) {
            return balanced(right, linked(middle, left, right.left), right.right);
        }
        if (left != null && DELTA * Node.size(right) < left.size && left.size + Node.size(right) > 1) {
            return balanced(left, left.left, linked(middle, left.right, right));
        }
        return with(middle, left, right);
    }

    /** Joins two trees of any weights, one behind the other. */
    private EntryTree.@Nullable Node joined(EntryTree.@Nullable Node left, EntryTree.@Nullable Node right) {
        if (left == null) {
            return right;
        }
        if (right == null) {
            return left;
        }
        Node middle = first(right);
        return linked(middle, left, withoutFirst(right));
    }

    /** Returns a node with these sides, one of which may have become lighter or heavier by one. */
    private Node balanced(Node node, EntryTree.@Nullable Node left, EntryTree.@Nullable Node right) {
        int weightLeft = Node.size(left);
        int weightRight = Node.size(right);
        if (weightLeft + weightRight <= 1) {
            return with(node, left, right);
        }
        if (right != null && weightRight > DELTA * weightLeft) {
            return leftward(node, left, right);
        }
        if (left != null && weightLeft > DELTA * weightRight) {
            return rightward(node, left, right);
        }
        return with(node, left, right);
    }

    private Node leftward(Node node, EntryTree.@Nullable Node left, Node right) {
        Node inner = right.left;
        Node outer = right.right;
        if (inner == null || inner.size < RATIO * Node.size(outer)) {
            return with(right, with(node, left, inner), outer);
        }
        Node innerLeft = inner.left;
        Node innerRight = inner.right;
        return with(inner, with(node, left, innerLeft), with(right, innerRight, outer));
    }

    private Node rightward(Node node, Node left, EntryTree.@Nullable Node right) {
        Node inner = left.right;
        Node outer = left.left;
        if (inner == null || inner.size < RATIO * Node.size(outer)) {
            return with(left, outer, with(node, inner, right));
        }
        Node innerLeft = inner.left;
        Node innerRight = inner.right;
        return with(inner, with(left, outer, innerLeft), with(node, innerRight, right));
    }

    private Node with(Node node, EntryTree.@Nullable Node left, EntryTree.@Nullable Node right) {
        Node changed = own(node);
        changed.left = left;
        changed.right = right;
        changed.size = 1 + Node.size(left) + Node.size(right);
        return changed;
    }

    private Node own(Node node) {
        if (node.mark == mark) {
            return node;
        }
        Node copy = new Node(node.key, node.value, mark);
        copy.left = node.left;
        copy.right = node.right;
        copy.size = node.size;
        return copy;
    }
}
