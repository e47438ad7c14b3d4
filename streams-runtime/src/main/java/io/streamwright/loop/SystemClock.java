package io.streamwright.loop;

/** The machine's clocks. Immutable. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long nowMs() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
