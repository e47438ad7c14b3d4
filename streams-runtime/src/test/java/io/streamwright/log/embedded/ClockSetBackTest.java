package io.streamwright.log.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.LogClient;
import io.streamwright.log.LogRecord;
import io.streamwright.log.TopicSpec;
import io.streamwright.log.TransactionalWriter;
import io.streamwright.log.WriterOptions;
import io.streamwright.log.embedded.execution.LogLimits;
import io.streamwright.log.embedded.storage.FaultyLogStorage;
import io.streamwright.log.embedded.storage.StateTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A clock that was ahead and is set right delays nothing by more than the time that was allowed anyway. */
final class ClockSetBackTest {
    private static final TopicPartition P0 = new TopicPartition("t", 0);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration AHEAD = Duration.ofDays(365);
    private static final Duration ID_EXPIRY =
            Duration.ofMillis(LogLimits.DEFAULT.coordinator().idExpiryMs());
    /** How late the log may notice that a timeout has passed, and that something was not used for long. */
    private static final Duration TIMEOUT_CHECK = Duration.ofMillis(100);

    private static final Duration EXPIRY_CHECK = Duration.ofMinutes(1);

    private final FakeClock clock = new FakeClock();
    private final FaultyLogStorage storage = new FaultyLogStorage();
    private EmbeddedLog log = open();
    private TransactionalWriter writer;

    private EmbeddedLog open() {
        return EmbeddedLog.byHand(storage, EmbeddedLogSettings.DEFAULT, clock);
    }

    @BeforeEach
    void beginATransaction() {
        LogClient client = log.client();
        client.topics().create(new TopicSpec("t", 1, Map.of()));
        writer = client.openWriter(new WriterOptions("w", TIMEOUT, Duration.ofSeconds(5)));
        writer.begin();
        // Two batches: the first one is on the log.
        writer.append(P0, 1, null, new byte[33 << 10], LogRecord.NO_HEADERS);
        writer.append(P0, 1, null, new byte[33 << 10], LogRecord.NO_HEADERS);
        assertThat(stableOffset()).isZero();
    }

    private long stableOffset() {
        return log.client().topics().stableOffsets(Set.of(P0)).get(P0);
    }

    private void advance(Duration duration) {
        clock.advance(duration);
        log.step();
    }

    @Test
    void transactionLeftOpen_keepsReadersWaitingNoLongerThanItsTimeout() {
        // when
        advance(AHEAD.negated());
        advance(TIMEOUT_CHECK);
        advance(TIMEOUT.minusMillis(1));
        long before = stableOffset();
        advance(TIMEOUT_CHECK);
        // then it is aborted
        assertThat(before).isZero();
        assertThat(stableOffset()).isEqualTo(2);
    }

    @Test
    void transactionLeftOpenByAProcessThatDied_keepsReadersWaitingNoLongerThanItsTimeout() {
        // when
        clock.advance(AHEAD.negated());
        log = open();
        advance(TIMEOUT.plus(TIMEOUT_CHECK));
        // then
        assertThat(stableOffset()).isEqualTo(2);
    }

    @Test
    void idThatNobodyUses_isForgottenNoLaterThanUsual() {
        // given
        writer.abort().join();
        assertThat(storedIds()).containsExactly("id/w");
        // when
        advance(AHEAD.negated());
        advance(EXPIRY_CHECK);
        advance(ID_EXPIRY.minus(EXPIRY_CHECK).minusMillis(1));
        List<String> before = storedIds();
        advance(EXPIRY_CHECK);
        advance(EXPIRY_CHECK);
        // then
        assertThat(before).containsExactly("id/w");
        assertThat(storedIds()).isEmpty();
    }

    private List<String> storedIds() {
        List<String> ids = new ArrayList<>();
        storage.forEach(StateTable.TRANSACTIONS, (key, value) -> {
            if (key.startsWith("id/")) {
                ids.add(key);
            }
        });
        return ids;
    }
}
