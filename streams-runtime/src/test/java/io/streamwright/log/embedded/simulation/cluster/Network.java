package io.streamwright.log.embedded.simulation.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Carries messages, and loses, doubles, delays and reorders them.
 *
 * <p>Owner: one simulation.
 */
public final class Network {
    private static final int LATE_MS = 4_000;

    private final Scheduler time;
    private final Trace trace;
    private final FaultRates rates;
    private final Set<String> cut = new HashSet<>();
    private final List<Held> holds = new ArrayList<>();
    private boolean healed;

    Network(Scheduler time, Trace trace, FaultRates rates) {
        this.time = time;
        this.trace = trace;
        this.rates = rates;
    }

    /**
     * Sends a message.
     *
     * @param delivery what its arrival does; perhaps never, perhaps twice
     */
    void send(String from, String to, Mail mail, Supplier<String> what, Runnable delivery) {
        for (Held held : holds) {
            if (held.which.test(mail)) {
                trace.add(time, from, () -> "-| " + to + ": " + what.get());
                held.deliveries.add(delivery);
                return;
            }
        }
        if (from.equals(to)) {
            time.after(0, delivery);
            return;
        }
        boolean lost = !healed && (cut.contains(link(from, to)) || time.happens(rates.drop()));
        trace.add(time, from, () -> (lost ? "-x " : "-> ") + to + ": " + what.get());
        if (lost) {
            return;
        }
        time.after(delayMs(), delivery);
        if (!healed && time.happens(rates.duplicate())) {
            trace.add(time, from, () -> "=> " + to + ": " + what.get() + " (a second time)");
            time.after(delayMs(), delivery);
        }
    }

    private int delayMs() {
        boolean late = !healed && time.happens(rates.late());
        return late ? time.between(20, LATE_MS) : time.between(1, 10);
    }

    /**
     * Messages that were stopped on their way.
     *
     * <p>Owner: one simulation.
     */
    public static final class Held {
        private final Predicate<Mail> which;
        private final List<Runnable> deliveries = new ArrayList<>();

        private Held(Predicate<Mail> which) {
            this.which = which;
        }

        /** Returns how many there are. */
        public int count() {
            return deliveries.size();
        }
    }

    /** Stops all messages of a kind from now on, also between parts of one node. */
    Held hold(Predicate<Mail> which) {
        Held held = new Held(which);
        holds.add(held);
        return held;
    }

    /** Stops no further messages; those that were stopped are lost. */
    void letThrough(Held held) {
        holds.remove(held);
    }

    /** Lets the messages that were stopped arrive now, each so many times, and stops no further ones. */
    void deliver(Held held, int times) {
        holds.remove(held);
        for (int i = 0; i < times; i++) {
            held.deliveries.forEach(delivery -> time.after(0, delivery));
        }
    }

    /** Lets nothing through between two. */
    void cut(String one, String other) {
        trace.add(time, "network", () -> "cut between " + one + " and " + other);
        cut.add(link(one, other));
    }

    void join(String one, String other) {
        if (cut.remove(link(one, other))) {
            trace.add(time, "network", () -> "joined " + one + " and " + other);
        }
    }

    /** Lets everything through from now on, once and in time. */
    void heal() {
        healed = true;
        cut.clear();
    }

    private static String link(String one, String other) {
        return one.compareTo(other) < 0 ? one + "~" + other : other + "~" + one;
    }
}
