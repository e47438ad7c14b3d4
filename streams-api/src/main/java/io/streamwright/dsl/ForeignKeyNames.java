package io.streamwright.dsl;

import io.streamwright.dsl.plan.ForeignKeyJoin;
import io.streamwright.dsl.settings.NamedSettings;
import org.jspecify.annotations.Nullable;

/**
 * Names the nodes, topics and the store of a join by a foreign key, as Kafka Streams does.
 *
 * <p>Owner: one call of the DSL.
 */
final class ForeignKeyNames {
    /** What the generated names of the results' node and store start with. */
    static final String RESULT = "KTABLE-FK-JOIN-OUTPUT-";

    private static final String SUBSCRIPTION = "KTABLE-FK-JOIN-SUBSCRIPTION-";
    private static final String REGISTRATION = SUBSCRIPTION + "REGISTRATION-";
    private static final String PROCESSOR = SUBSCRIPTION + "PROCESSOR-";
    private static final String SINK = "KTABLE-SINK-";
    private static final String SOURCE = "KTABLE-SOURCE-";
    private static final String TOPIC_SUFFIX = "-topic";

    private final PlanRecorder recorder;
    private final @Nullable String given;

    private ForeignKeyNames(PlanRecorder recorder, @Nullable String given) {
        this.recorder = recorder;
        this.given = given;
    }

    /** Names everything; takes numbers in the order of the calls. */
    static ForeignKeyJoin.Names of(PlanRecorder recorder, @Nullable String given) {
        ForeignKeyNames names = new ForeignKeyNames(recorder, given);
        ForeignKeyJoin.Registration registration = new ForeignKeyJoin.Registration(
                names.next("-subscription-registration", REGISTRATION) + TOPIC_SUFFIX,
                names.next("-subscription-registration-processor", REGISTRATION),
                names.next("-subscription-registration-sink", SINK),
                names.next("-subscription-registration-source", SOURCE));
        ForeignKeyJoin.Answering answering = new ForeignKeyJoin.Answering(
                names.next("-subscription-store", SUBSCRIPTION + "STATE-STORE-"),
                names.next("-subscription-receive", PROCESSOR),
                names.next("-subscription-join-foreign", PROCESSOR),
                names.next("-foreign-join-subscription", PROCESSOR));
        ForeignKeyJoin.Response response = new ForeignKeyJoin.Response(
                names.next("-subscription-response", SUBSCRIPTION + "RESPONSE-") + TOPIC_SUFFIX,
                names.next("-subscription-response-sink", SINK),
                names.next("-subscription-response-source", SOURCE),
                names.next("-subscription-response-resolver", SUBSCRIPTION + "RESPONSE-RESOLVER-PROCESSOR-"),
                names.next("-result", RESULT));
        return new ForeignKeyJoin.Names(registration, answering, response);
    }

    private String next(String suffix, String prefix) {
        return recorder.nodeName(NamedSettings.suffixed(given, suffix), prefix);
    }
}
