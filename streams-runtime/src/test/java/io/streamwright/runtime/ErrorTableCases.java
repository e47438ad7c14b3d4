package io.streamwright.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableSet;
import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.testing.LogCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The table of exceptions, as cases for a parameterized test: each exception, from each API that raises it, at each call of the log at
 * which it can occur.
 *
 * <p>As writing is asynchronous, what refuses a record or offsets may come back from a later call of the transaction, at the latest from its
 * commit; such a commit has not taken effect.
 */
final class ErrorTableCases {
    private static final Set<LogCall> OPENING =
            EnumSet.of(LogCall.OPEN_WRITER, LogCall.COMMITTED_OFFSETS, LogCall.RESTORE);

    private ErrorTableCases() {}

    /** Returns every case. */
    static Stream<ErrorTableCase> all() {
        return rows().stream()
                .flatMap(row -> Stream.concat(
                        row.producer().stream().map(category -> row.at(LogCall.APPEND, TransactionApi.PRODUCER, false)),
                        row.transaction().stream().flatMap(category -> transactionCases(row))));
    }

    /** Returns the cases that strike an open transaction: from its begin to the answer to its commit. */
    static Stream<ErrorTableCase> whileWriting() {
        return all().filter(one -> one.call() != LogCall.ABORT && !OPENING.contains(one.call()));
    }

    /** Returns the cases that strike the abort of a transaction, which something else must have caused. */
    static Stream<ErrorTableCase> whileAborting() {
        return all().filter(one -> one.call() == LogCall.ABORT);
    }

    /** Returns the cases that strike a task that opens its transactional id, asks for its offsets and restores its stores. */
    static Stream<ErrorTableCase> whileOpening() {
        return all().filter(one -> OPENING.contains(one.call()));
    }

    private static Stream<ErrorTableCase> transactionCases(Row row) {
        Stream<ErrorTableCase> before = row.refuses().calls.stream().map(call -> row.inTransaction(call, false));
        Stream<ErrorTableCase> after =
                row.refuses().callsThatTookEffect.stream().map(call -> row.inTransaction(call, true));
        return Stream.concat(before, after);
    }

    private static List<Row> rows() {
        try (var reader = new BufferedReader(
                new InputStreamReader(ErrorTableCases.class.getResourceAsStream("error-table.tsv"), UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What an exception refuses, and so at which calls of the transaction API it can occur. */
    private enum Refusal {
        RECORD(ImmutableSet.of(LogCall.ADD_OFFSETS, LogCall.COMMIT), ImmutableSet.of()),
        OFFSETS(ImmutableSet.of(LogCall.ADD_OFFSETS, LogCall.COMMIT, LogCall.COMMITTED_OFFSETS), ImmutableSet.of()),
        OPENING(ImmutableSet.of(LogCall.OPEN_WRITER), ImmutableSet.of()),
        ANYTHING(
                ImmutableSet.of(
                        LogCall.OPEN_WRITER,
                        LogCall.COMMITTED_OFFSETS,
                        LogCall.RESTORE,
                        LogCall.BEGIN,
                        LogCall.ADD_OFFSETS,
                        LogCall.COMMIT,
                        LogCall.ABORT),
                ImmutableSet.of(LogCall.OPEN_WRITER, LogCall.COMMIT, LogCall.ABORT));

        private final ImmutableSet<LogCall> calls;
        private final ImmutableSet<LogCall> callsThatTookEffect;

        Refusal(ImmutableSet<LogCall> calls, ImmutableSet<LogCall> callsThatTookEffect) {
            this.calls = calls;
            this.callsThatTookEffect = callsThatTookEffect;
        }
    }

    /** A line of the table; a category is empty where the API cannot raise the exception. */
    private record Row(
            String exception, Optional<ErrorCategory> producer, Optional<ErrorCategory> transaction, Refusal refuses) {

        static Row of(String line) {
            String[] cells = line.split("\t", -1);
            return new Row(cells[0], category(cells[1]), category(cells[2]), Refusal.valueOf(cells[3]));
        }

        private static Optional<ErrorCategory> category(String cell) {
            return cell.equals("-") ? Optional.empty() : Optional.of(ErrorCategory.valueOf(cell));
        }

        ErrorTableCase inTransaction(LogCall call, boolean tookEffect) {
            return at(call, TransactionApi.TRANSACTION, tookEffect);
        }

        ErrorTableCase at(LogCall call, TransactionApi api, boolean tookEffect) {
            ErrorCategory category = (api == TransactionApi.PRODUCER ? producer : transaction).orElseThrow();
            if (call == LogCall.ABORT && category == ErrorCategory.ABORTABLE) {
                category = ErrorCategory.APPLICATION_RECOVERABLE;
            }
            return new ErrorTableCase(exception, api, category, call, tookEffect);
        }
    }
}
