package io.streamwright.topology;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * The place in the program at which a node was asked for, for messages. Immutable.
 *
 * @param call what was called, such as {@code KStream.groupByKey}
 * @param place from where, such as {@code WordCount.build(WordCount.java:42)}
 */
public record CallSite(String call, String place) {
    /** The classes between the program's call and the one who asks for its place. */
    private static final Set<String> PACKAGES =
            Set.of("io.streamwright.dsl", "io.streamwright.kstream", "io.streamwright.topology");

    private static final Set<String> CLASSES = Set.of("io.streamwright.StreamsBuilder", "io.streamwright.Topology");

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Returns the place of the call by which the program came to the caller; empty if no program is at work. */
    public static Optional<CallSite> here() {
        return WALKER.walk(frames -> {
            Iterator<StackFrame> outward = frames.iterator();
            StackFrame call = null;
            while (outward.hasNext()) {
                StackFrame frame = outward.next();
                if (!isLibrary(frame.getDeclaringClass())) {
                    return Optional.ofNullable(call).map(made -> new CallSite(nameOf(made), placeOf(frame)));
                }
                call = frame;
            }
            return Optional.empty();
        });
    }

    private static boolean isLibrary(Class<?> type) {
        Class<?> outermost = type.getNestHost();
        return CLASSES.contains(outermost.getName())
                || (PACKAGES.contains(outermost.getPackageName())
                        && outermost.getClassLoader() == CallSite.class.getClassLoader());
    }

    /** The DSL's interfaces are what the program knows, not the classes behind them. */
    private static String nameOf(StackFrame call) {
        Class<?> type = call.getDeclaringClass();
        boolean hidden = type.getPackageName().equals("io.streamwright.dsl");
        Class<?> known = hidden && type.getInterfaces().length > 0 ? type.getInterfaces()[0] : type;
        return known.getSimpleName() + "." + call.getMethodName();
    }

    private static String placeOf(StackFrame frame) {
        return frame.getDeclaringClass().getSimpleName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    @Override
    public String toString() {
        return call + " at " + place;
    }
}
