package io.streamwright.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.examples.CommandLine;
import io.streamwright.examples.CommandLine.Outcome;
import io.streamwright.log.TopicWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LedgerJobTest {
    @TempDir
    Path home;

    @Test
    void payments_areBookedAndEveryCheckHolds() {
        Outcome outcome = run("--payments", "5000", "--accounts", "50", "--partitions", "3");
        assertThat(outcome.err()).isEmpty();
        assertThat(findings(outcome)).hasSize(6).allMatch(line -> line.startsWith("ok"));
        assertThat(outcome.out()).contains("payments: 5,050 of 5,050 written", "sum over all accounts: 0 cents");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void overdrafts_areRejected() {
        Outcome outcome = run("--payments", "5000", "--accounts", "5");
        assertThat(outcome.out()).doesNotContain(" 0 rejected");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void secondRun_goesOnWithWhatIsMissing() {
        run("--payments", "1000", "--accounts", "20");
        Outcome outcome = run("--payments", "3000", "--accounts", "20");
        assertThat(outcome.out()).contains("1,000 of 3,000 written before", "payments: 3,020 of 3,020 written");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void secondRunWithNothingMissing_auditsAgain() {
        run("--payments", "1000", "--accounts", "20");
        Outcome outcome = run("--payments", "1000", "--accounts", "20");
        assertThat(findings(outcome)).hasSize(6).allMatch(line -> line.startsWith("ok"));
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void otherPaymentsThanBefore_areRefused() {
        run("--payments", "100", "--accounts", "20");
        Outcome outcome = run("--payments", "100", "--accounts", "20", "--seed", "2");
        assertThat(outcome.err())
                .startsWith("ledger: the ledger in this data directory was begun with --seed 1 --accounts 20");
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    @Test
    void paymentThatWasDoubledBySomebody_isFoundAndFailsTheJob() {
        // given a ledger that holds
        run("--payments", "1000", "--accounts", "20");
        // when somebody writes an accepted payment once more
        Payment payment = new Payments(1, 20).payment(0);
        try (TopicWriter<Integer, Payment> writer = TopicWriter.open(
                "embedded:" + home.resolve("data/log"),
                LedgerProgram.ACCEPTED,
                new IntegerSerializer(),
                new PaymentSerializer())) {
            writer.write(payment.payer(), payment);
            writer.commit();
        }
        // then the audit says so
        Outcome outcome = run("--payments", "1000", "--accounts", "20");
        assertThat(findings(outcome).stream().filter(line -> line.startsWith("FAILED")))
                .hasSize(2)
                .anyMatch(line -> line.contains("1 repeated"))
                .anyMatch(line -> line.contains("2 differ"));
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void recordThatIsNoPayment_failsTheJobWithOneMessageThatNamesIt() {
        // given a ledger with a record that somebody else wrote
        run("--payments", "100", "--accounts", "20", "--partitions", "1");
        try (TopicWriter<Integer, byte[]> writer = TopicWriter.open(
                "embedded:" + home.resolve("data/log"),
                LedgerProgram.PAYMENTS,
                new IntegerSerializer(),
                new ByteArraySerializer())) {
            writer.write(1, new byte[3]);
        }
        // when it goes on
        Outcome outcome = run("--payments", "200", "--accounts", "20");
        // then it says what is wrong and where
        assertThat(outcome.err())
                .startsWith("ledger failed: ")
                .contains("task 0_0", "topic=payments partition=0 offset=", "a payment has 24 bytes, not 3");
        assertThat(outcome.err().lines()).hasSize(2);
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    private Outcome run(String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "ledger";
        words[1] = "--data";
        words[2] = home.resolve("data").toString();
        System.arraycopy(options, 0, words, 3, options.length);
        return CommandLine.run(home, words);
    }

    private static List<String> findings(Outcome outcome) {
        return outcome.out()
                .lines()
                .filter(line -> line.startsWith("ok") || line.startsWith("FAILED"))
                .toList();
    }
}
