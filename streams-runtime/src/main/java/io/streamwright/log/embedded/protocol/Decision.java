package io.streamwright.log.embedded.protocol;

import java.util.List;

/**
 * What a state machine decided about a request; nothing has changed yet. Immutable.
 *
 * <p>The executor applies the records in order and writes them, all or none. Only when they are durable may it act on the effects
 * and let anybody see the outcome. If the write fails it gives the machine up and builds it anew from what is stored.
 *
 * @param records what changes, in order; empty if nothing does
 * @param effects what to do once the records are durable
 * @param outcome the reply
 * @param <R> the machine's records
 * @param <O> the reply's type
 */
public record Decision<R, O>(List<R> records, List<WriteMarkers> effects, O outcome) {
    public Decision {
        records = List.copyOf(records);
        effects = List.copyOf(effects);
    }

    /** Makes a decision that changes nothing. */
    public static <R, O> Decision<R, O> reply(O outcome) {
        return new Decision<>(List.of(), List.of(), outcome);
    }

    /** Makes a decision that changes something and asks for nothing else. */
    public static <R, O> Decision<R, O> write(List<R> records, O outcome) {
        return new Decision<>(records, List.of(), outcome);
    }
}
