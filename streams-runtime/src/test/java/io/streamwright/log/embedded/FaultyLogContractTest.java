package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogContractTest;
import io.streamwright.log.embedded.storage.MemoryLogStorage;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.time.Duration;

/** The contract through a log that could fail and does not: every call is looked at by a fault that only watches. */
final class FaultyLogContractTest extends LogContractTest {
    private final FakeClock clock = new FakeClock();
    private final MemoryLogStorage storage = new MemoryLogStorage("contract");
    private final FaultyLog faults = new FaultyLog();

    FaultyLogContractTest() {
        for (LogCall call : LogCall.values()) {
            faults.at(call).always().watch();
            if (call.hasEffect()) {
                faults.at(call).afterItTookEffect().always().watch();
            }
            if (call.hasRecords()) {
                faults.at(call).withRecord(record -> true).always().watch();
            }
        }
    }

    @Override
    protected LogClient open() {
        EmbeddedLog opened = EmbeddedLog.start(storage, EmbeddedLogSettings.DEFAULT, clock);
        return faults.wrap(new EmbeddedLogClient(opened, opened::close));
    }

    @Override
    public void passTime(Duration duration) {
        clock.advance(duration);
    }
}
