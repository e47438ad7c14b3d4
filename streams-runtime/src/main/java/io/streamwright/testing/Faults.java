package io.streamwright.testing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The faults that a test has armed, in the order of arming.
 *
 * <p>Several may strike one call: each is applied in turn up to the first that fails it.
 *
 * <p>Thread-safe: a list that is copied when it changes, of faults that are thread-safe.
 */
final class Faults {
    private final List<Fault> armed = new CopyOnWriteArrayList<>();

    void arm(Fault fault) {
        armed.add(fault);
    }

    /** Disarms all faults and lets all held calls go on. */
    void clear() {
        armed.forEach(Fault::disarm);
        armed.forEach(Fault::release);
        armed.clear();
    }

    boolean isEmpty() {
        return armed.isEmpty();
    }

    /** Makes a call: the faults before it, the call, those after it. */
    void run(MadeCall call, Runnable work) {
        before(call);
        work.run();
        after(call);
    }

    /** Makes a call that returns something, which is lost if it fails after it took effect. */
    <T> T get(MadeCall call, Supplier<T> work) {
        return get(call, work, lost -> {});
    }

    /**
     * Makes a call that returns something.
     *
     * @param lost takes what the caller never sees, because the call fails after it took effect
     */
    <T> T get(MadeCall call, Supplier<T> work, Consumer<? super T> lost) {
        before(call);
        T result = work.get();
        try {
            after(call);
        } catch (RuntimeException | Error failure) {
            try {
                lost.accept(result);
            } catch (RuntimeException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
        return result;
    }

    /** Applies the faults that strike a call before it is made. */
    void before(MadeCall call) {
        apply(striking(call, false));
    }

    /** Applies the faults that strike a call when it has taken effect. */
    void after(MadeCall call) {
        apply(striking(call, true));
    }

    private static void apply(List<Fault> faults) {
        for (Fault fault : faults) {
            fault.hold();
            fault.act();
        }
    }

    /**
     * As {@link #after}, without keeping a thread.
     *
     * @return completes, when no fault holds the call any more, with what the call fails with; empty if it goes on
     */
    CompletableFuture<Optional<RuntimeException>> afterReply(MadeCall call) {
        List<Fault> striking = striking(call, true);
        return CompletableFuture.allOf(striking.stream().map(Fault::released).toArray(CompletableFuture<?>[]::new))
                .thenApply(ignored -> failureOf(striking));
    }

    private static Optional<RuntimeException> failureOf(List<Fault> faults) {
        try {
            faults.forEach(Fault::act);
            return Optional.empty();
        } catch (RuntimeException failure) {
            return Optional.of(failure);
        }
    }

    private List<Fault> striking(MadeCall call, boolean afterEffect) {
        List<Fault> striking = new ArrayList<>();
        for (Fault fault : armed) {
            if (fault.isAfterEffect() == afterEffect && fault.strikes(call)) {
                striking.add(fault);
                if (fault.fails()) {
                    break;
                }
            }
        }
        return striking;
    }

    /** Returns whether a fault asks for a certain record. */
    boolean hasRecordCondition() {
        return armed.stream().anyMatch(Fault::hasRecordCondition);
    }

    /** Returns the faults that ask for this record. */
    Set<Fault> about(String transactionalId, ProducerRecord<byte[], byte[]> record) {
        Set<Fault> about = new HashSet<>();
        for (Fault fault : armed) {
            if (fault.isAbout(transactionalId, record)) {
                about.add(fault);
            }
        }
        return about;
    }
}
