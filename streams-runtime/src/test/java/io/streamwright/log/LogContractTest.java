package io.streamwright.log;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every log must do for the engine, seen through {@link LogClient} alone. A log's own test extends it and opens the log. */
public abstract class LogContractTest
        implements TransactionContract, FencingContract, OffsetContract, ReadingContract, TopicContract {
    private LogClient log;

    /** Opens the log of this test; the second time with what is in it. */
    protected abstract LogClient open();

    @BeforeEach
    void openWithTopic() {
        log = open();
        log.topics().create(new TopicSpec("words", 2, Map.of()));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Override
    public LogClient log() {
        return log;
    }

    @Override
    public void reopen() {
        log.close();
        log = open();
    }
}
