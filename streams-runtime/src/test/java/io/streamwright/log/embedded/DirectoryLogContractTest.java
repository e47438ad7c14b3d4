package io.streamwright.log.embedded;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogContractTest;
import io.streamwright.log.embedded.storage.FlushMode;
import io.streamwright.log.embedded.storage.RocksLogStorage;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** The contract in a directory. */
class DirectoryLogContractTest extends LogContractTest {
    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path directory;

    EmbeddedLogSettings settings() {
        return EmbeddedLogSettings.DEFAULT;
    }

    @Override
    protected LogClient open() {
        EmbeddedLog opened = EmbeddedLog.start(RocksLogStorage.open(directory, FlushMode.SYNC), settings(), clock);
        return new EmbeddedLogClient(opened, opened::close);
    }

    @Override
    public void passTime(Duration duration) {
        clock.advance(duration);
    }
}
