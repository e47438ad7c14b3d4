package io.streamwright.kstream;

import io.streamwright.kstream.Suppressed.EagerBufferConfig;
import io.streamwright.kstream.Suppressed.StrictBufferConfig;
import java.util.Map;

/**
 * A buffer that updates leave before their time when it is full. Immutable.
 *
 * @param limits what the program set
 */
record EagerBuffer(BufferLimits limits) implements EagerBufferConfig {

    @Override
    public EagerBufferConfig withMaxRecords(long recordLimit) {
        return new EagerBuffer(limits.withMaxRecords(recordLimit));
    }

    @Override
    public EagerBufferConfig withMaxBytes(long byteLimit) {
        return new EagerBuffer(limits.withMaxBytes(byteLimit));
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
    public EagerBufferConfig withLoggingDisabled() {
        return new EagerBuffer(limits.withoutChangelog());
    }

    @Override
    public EagerBufferConfig withLoggingEnabled(Map<String, String> config) {
        return new EagerBuffer(limits.withChangelog(config));
    }
}
