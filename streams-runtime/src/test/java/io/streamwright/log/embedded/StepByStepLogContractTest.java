package io.streamwright.log.embedded;

import io.streamwright.log.embedded.execution.WriteSteps;

/** The contract in a directory, with each step of a transaction's end in a write of its own. */
final class StepByStepLogContractTest extends DirectoryLogContractTest {
    @Override
    EmbeddedLogSettings settings() {
        return EmbeddedLogSettings.DEFAULT.with(WriteSteps.ONE_BY_ONE);
    }
}
