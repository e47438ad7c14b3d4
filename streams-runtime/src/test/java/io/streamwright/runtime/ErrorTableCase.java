package io.streamwright.runtime;

import io.streamwright.errors.ErrorCategory;
import io.streamwright.errors.TransactionApi;
import io.streamwright.testing.Fault;
import io.streamwright.testing.FaultBuilder;
import io.streamwright.testing.FaultyLog;
import io.streamwright.testing.LogCall;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RefreshRetriableException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * One exception of the table at one call of the log. Immutable.
 *
 * @param exception its class's name
 * @param api the column of the table: the side of the transaction that raises it
 * @param category what the table says of it there; nothing that an abort throws is {@code ABORTABLE}
 * @param call where it occurs
 * @param tookEffect whether the call had taken effect
 */
record ErrorTableCase(String exception, TransactionApi api, ErrorCategory category, LogCall call, boolean tookEffect) {

    /** Of the table's abstract classes, one directly below each. */
    private static final List<Supplier<RuntimeException>> BELOW_ABSTRACT = List.of(
            () -> new RetriableException("injected") {},
            () -> new RefreshRetriableException("injected") {},
            () -> new InvalidMetadataException("injected") {},
            () -> new ApplicationRecoverableException("injected") {});

    /**
     * Has a log throw the exception, once, at the task's next call of this kind. What refuses one record alone strikes
     * a change of the store, as about an output record the production handler is asked.
     *
     * @param transactionalId the task's
     * @param words what the task counts
     */
    Fault arm(FaultyLog log, String transactionalId, CountedWords words) {
        FaultBuilder fault = log.at(call);
        if (call.hasWriter()) {
            fault.ofWriter(transactionalId);
        }
        switch (call) {
            case COMMITTED_OFFSETS -> fault.ofTopic(words.input());
            case RESTORE -> fault.ofTopic(words.changelog());
            case APPEND -> fault.ofTopic(isOfOneRecord() ? words.changelog() : words.output());
            default -> {} // a call of the writer says whose it is
        }
        if (tookEffect) {
            fault.afterItTookEffect();
        }
        return fault.fail(this::newError);
    }

    /** Returns whether the log refuses one record with it, after which the transaction is as it was before. */
    private boolean isOfOneRecord() {
        RuntimeException error = newError();
        return error instanceof RecordTooLargeException || error instanceof UnknownTopicOrPartitionException;
    }

    /** Makes an exception of the class, or of one directly below it if it is abstract. */
    RuntimeException newError() {
        try {
            Class<?> type = Class.forName(exception);
            return Modifier.isAbstract(type.getModifiers()) ? below(type) : make(type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + exception, e);
        }
    }

    private static RuntimeException below(Class<?> type) {
        return BELOW_ABSTRACT.stream()
                .map(Supplier::get)
                .filter(error -> error.getClass().getSuperclass() == type)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no class below " + type));
    }

    /** With a message if its class takes one. */
    private static RuntimeException make(Class<?> type)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                .filter(candidate -> !Modifier.isPrivate(candidate.getModifiers()))
                .min(Comparator.comparing((Constructor<?> candidate) -> !takesMessageOnly(candidate))
                        .thenComparing(Constructor::getParameterCount))
                .orElseThrow(() -> new IllegalStateException("no constructor of " + type));
        constructor.setAccessible(true);
        Object[] arguments = Arrays.stream(constructor.getParameterTypes())
                .map(ErrorTableCase::anyOf)
                .toArray();
        return (RuntimeException) constructor.newInstance(arguments);
    }

    private static boolean takesMessageOnly(Constructor<?> constructor) {
        return Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {String.class});
    }

    private static Object anyOf(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        return type == String.class ? "injected" : null;
    }

    @Override
    public String toString() {
        return exception.substring(exception.lastIndexOf('.') + 1) + " from " + api + " at " + call
                + (tookEffect ? " that took effect: " : ": ") + category;
    }
}
