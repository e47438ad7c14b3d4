package io.streamwright.errors;

/** A topology that the application does not have. There is one without a name; kept so that programs that catch it compile. */
public class UnknownTopologyException extends StreamsException {

    private static final long serialVersionUID = 1L;

    /** Says what happened, and which topology was asked for. */
    public UnknownTopologyException(String message, String namedTopology) {
        super(message + ": there is no topology named " + namedTopology);
    }

    /** Says what happened, what caused it, and which topology was asked for. */
    public UnknownTopologyException(String message, Throwable throwable, String namedTopology) {
        super(message + ": there is no topology named " + namedTopology, throwable);
    }
}
