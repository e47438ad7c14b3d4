package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogContractTest;
import io.streamwright.log.embedded.storage.MemoryLogStorage;
import java.time.Duration;

/** The contract on the heap. */
final class MemoryLogContractTest extends LogContractTest {
    private final FakeClock clock = new FakeClock();
    private final MemoryLogStorage storage = new MemoryLogStorage("contract");

    @Override
    protected LogClient open() {
        EmbeddedLog opened = EmbeddedLog.start(storage, EmbeddedLogSettings.DEFAULT, clock);
        return new EmbeddedLogClient(opened, opened::close);
    }

    @Override
    public void passTime(Duration duration) {
        clock.advance(duration);
    }
}
