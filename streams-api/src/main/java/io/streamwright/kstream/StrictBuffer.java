package io.streamwright.kstream;

import io.streamwright.kstream.Suppressed.EagerBufferConfig;
import io.streamwright.kstream.Suppressed.StrictBufferConfig;
import java.util.Map;

/**
 * A buffer that no update leaves before its time. Immutable.
 *
 * @param limits what the program set
 */
record StrictBuffer(BufferLimits limits) implements StrictBufferConfig {

    @Override
    public StrictBufferConfig withMaxRecords(long recordLimit) {
        return new StrictBuffer(limits.withMaxRecords(recordLimit));
    }

    @Override
    public StrictBufferConfig withMaxBytes(long byteLimit) {
        return new StrictBuffer(limits.withMaxBytes(byteLimit));
    }

    @Override
    public StrictBufferConfig withNoBound() {
        return new StrictBuffer(limits.withNoBound().emittingEarly(false));
    }

    @Override
    public StrictBufferConfig shutDownWhenFull() {
        return new StrictBuffer(limits.emittingEarly(false));
    }

    @Override
    public EagerBufferConfig emitEarlyWhenFull() {
        return new EagerBuffer(limits.emittingEarly(true));
    }

    @Override
    public StrictBufferConfig withLoggingDisabled() {
        return new StrictBuffer(limits.withoutChangelog());
    }

    @Override
    public StrictBufferConfig withLoggingEnabled(Map<String, String> config) {
        return new StrictBuffer(limits.withChangelog(config));
    }
}
