package io.streamwright.examples.ledger;

/**
 * What an audit says about one thing. Immutable.
 *
 * @param holds whether it is as it must be
 * @param what the thing, and the numbers
 */
public record Finding(boolean holds, String what) {

    @Override
    public String toString() {
        return (holds ? "ok      " : "FAILED  ") + what;
    }
}
