package io.streamwright.store.window;

/** How changelogs write a key in a window, of which one time decides how long the window is kept. */
public enum KeyForm {
    /** See {@link WindowKey}; windows are kept by their starts. */
    WINDOW(0, WindowKey.SUFFIX_BYTES) {
        @Override
        public long timeOf(byte[] key) {
            return WindowKey.startOf(key);
        }

        @Override
        public int sequenceOf(byte[] key) {
            return WindowKey.sequenceOf(key);
        }

        @Override
        byte[] lowest(byte[] key, long timeMs) {
            return WindowKey.of(key, timeMs, 0);
        }

        @Override
        byte[] highest(byte[] key, long timeMs) {
            return WindowKey.of(key, timeMs, Integer.MAX_VALUE);
        }
    },

    /** See {@link SessionKey}; sessions are kept by their ends. */
    SESSION(1, SessionKey.SUFFIX_BYTES) {
        @Override
        public long timeOf(byte[] key) {
            return SessionKey.endOf(key);
        }

        @Override
        public int sequenceOf(byte[] key) {
            return 0;
        }

        @Override
        byte[] lowest(byte[] key, long timeMs) {
            return SessionKey.of(key, 0, timeMs);
        }

        @Override
        byte[] highest(byte[] key, long timeMs) {
            return SessionKey.of(key, Long.MAX_VALUE, timeMs);
        }
    };

    private final int code;
    private final int suffixBytes;

    KeyForm(int code, int suffixBytes) {
        this.code = code;
        this.suffixBytes = suffixBytes;
    }

    /** Returns the number by which stores know it. */
    int code() {
        return code;
    }

    /** Returns how many bytes follow the serialized key. */
    int suffixBytes() {
        return suffixBytes;
    }

    /** Returns the time by which the window is kept; works on stored keys too, as they end alike. */
    public abstract long timeOf(byte[] key);

    /** Returns the number that tells values of the same window apart; works on stored keys too. */
    public abstract int sequenceOf(byte[] key);

    /** Returns the first key of a time. */
    abstract byte[] lowest(byte[] key, long timeMs);

    /** Returns the last key of a time. */
    abstract byte[] highest(byte[] key, long timeMs);
}
