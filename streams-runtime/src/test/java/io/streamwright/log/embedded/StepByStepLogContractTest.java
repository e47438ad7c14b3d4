package io.streamwright.log.embedded;

import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.execution.WriteSteps;

/** The contract in a directory, with each step of a transaction's end in a write of its own, and every read from storage. */
final class StepByStepLogContractTest extends DirectoryLogContractTest {
    @Override
    EmbeddedLogSettings settings() {
        LogLimits usual = LogLimits.DEFAULT;
        return EmbeddedLogSettings.DEFAULT
                .with(WriteSteps.ONE_BY_ONE)
                .with(new LogLimits(usual.coordinator(), 0, usual.inFlightBytes(), usual.producerExpiryMs()));
    }
}
