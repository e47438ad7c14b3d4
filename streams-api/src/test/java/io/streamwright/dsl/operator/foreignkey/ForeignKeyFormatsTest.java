package io.streamwright.dsl.operator.foreignkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.dsl.operator.foreignkey.Subscription.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionResponseWrapper;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionResponseWrapperSerde;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionWrapper;
import org.apache.kafka.streams.kstream.internals.foreignkeyjoin.SubscriptionWrapperSerde;
import org.apache.kafka.streams.state.internals.Murmur3;

/** Subscriptions and answers have the bytes that Kafka Streams gives them, so that a program can be moved with records under way. */
final class ForeignKeyFormatsTest {
    private static final String TOPIC = "topic";

    private final Headers headers = new RecordHeaders();
    private final SubscriptionSerde subscriptions = new SubscriptionSerde();
    private final SubscriptionWrapperSerde<String> theirSubscriptions =
            new SubscriptionWrapperSerde<>(() -> "pseudo", Serdes.String());
    private final AnswerSerializer<String> answerSerializer = new AnswerSerializer<>(new StringSerializer());
    private final AnswerDeserializer<String> answerDeserializer = new AnswerDeserializer<>(new StringDeserializer());
    private final SubscriptionResponseWrapperSerde<String> theirAnswers =
            new SubscriptionResponseWrapperSerde<>(Serdes.String());

    @Provide
    Arbitrary<Subscription> subscriptions() {
        return Combinators.combine(
                        hashes(),
                        Arbitraries.of(Request.class),
                        Arbitraries.strings().ofMaxLength(20),
                        Arbitraries.integers())
                .as((hash, request, key, partition) -> new Subscription(hash, request, bytes(key), partition));
    }

    @Provide
    Arbitrary<Answer<String>> answers() {
        // A value without bytes cannot be told from none, there as here.
        Arbitrary<String> values =
                Arbitraries.strings().ofMinLength(1).ofMaxLength(20).injectNull(0.2);
        return Combinators.combine(hashes(), values).as((hash, value) -> new Answer<>(hash, value, null));
    }

    private static Arbitrary<RowHash> hashes() {
        return Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
                .as(RowHash::new)
                .injectNull(0.2);
    }

    @Property
    void hash_isThatOfKafkaStreams(@ForAll byte[] value) {
        // given
        long[] theirs = Murmur3.hash128(value);
        // when, then
        assertThat(RowHash.of(value)).isEqualTo(new RowHash(theirs[0], theirs[1]));
    }

    @Property
    void subscription_hasTheBytesOfKafkaStreams_andIsReadAsWritten(@ForAll("subscriptions") Subscription subscription) {
        // given
        String key = text(subscription.primaryKey());
        SubscriptionWrapper<String> theirs = new SubscriptionWrapper<>(
                halves(subscription.rowHash()),
                SubscriptionWrapper.Instruction.fromValue(
                        (byte) subscription.request().number()),
                key,
                subscription.partition());
        // when
        byte[] ours = subscriptions.serializer().serialize(TOPIC, headers, subscription);
        // then
        assertThat(ours).isEqualTo(theirSubscriptions.serializer().serialize(TOPIC, headers, theirs));
        assertThat(subscriptions.deserializer().deserialize(TOPIC, headers, ours))
                .isEqualTo(subscription);
    }

    /** What an application wrote that was upgraded from a release before 3.0, and may have in its topics and stores still. */
    @Property
    void subscriptionWithoutAPartition_isReadAndWrittenAsByOldReleases(
            @ForAll("subscriptions") Subscription subscription) {
        // given
        theirSubscriptions.serializer().configure(Map.of("upgrade.from", "2.8"), false);
        Subscription old =
                new Subscription(subscription.rowHash(), subscription.request(), subscription.primaryKey(), null);
        byte[] theirs = theirSubscriptions
                .serializer()
                .serialize(
                        TOPIC,
                        headers,
                        new SubscriptionWrapper<>(
                                halves(old.rowHash()),
                                SubscriptionWrapper.Instruction.fromValue(
                                        (byte) old.request().number()),
                                text(old.primaryKey()),
                                0));
        // when, then
        assertThat(subscriptions.deserializer().deserialize(TOPIC, headers, theirs))
                .isEqualTo(old);
        assertThat(subscriptions.serializer().serialize(TOPIC, headers, old)).isEqualTo(theirs);
    }

    @Property
    void answer_hasTheBytesOfKafkaStreams_andIsReadAsWritten(@ForAll("answers") Answer<String> answer) {
        // given
        SubscriptionResponseWrapper<String> theirs =
                new SubscriptionResponseWrapper<>(halves(answer.rowHash()), answer.foreignValue(), 3);
        // when
        byte[] ours = answerSerializer.serialize(TOPIC, headers, answer);
        // then
        assertThat(ours).isEqualTo(theirAnswers.serializer().serialize(TOPIC, headers, theirs));
        assertThat(answerDeserializer.deserialize(TOPIC, headers, ours)).isEqualTo(answer);
    }

    @Example
    void keysOfSubscriptions_haveTheForeignKeysLengthFirst() {
        // given
        byte[] foreignKey = bytes("fk").get();
        // when, then
        assertThat(SubscriptionKeys.of(foreignKey, bytes("a")).get()).containsExactly(0, 0, 0, 2, 'f', 'k', 'a');
        assertThat(SubscriptionKeys.prefix(foreignKey).get()).containsExactly(0, 0, 0, 2, 'f', 'k');
    }

    @Example
    void bytesThatAreNoSubscription_areRefusedWithTheReason() {
        // when, then
        assertRefused(() -> subscriptions.deserializer().deserialize(TOPIC, headers, new byte[0]), "it has 0 bytes");
        assertRefused(
                () -> subscriptions.deserializer().deserialize(TOPIC, headers, new byte[] {1, 2, 3}), "it has 3 bytes");
        assertRefused(
                () -> subscriptions.deserializer().deserialize(TOPIC, headers, new byte[] {(byte) 0x82, 0, 0, 0, 0, 0}),
                "its version is 2");
        assertRefused(
                () -> subscriptions.deserializer().deserialize(TOPIC, headers, new byte[] {(byte) 0x81, 4, 0, 0, 0, 0}),
                "its request is 4");
    }

    @Example
    void bytesThatAreNoAnswer_areRefusedWithTheReason() {
        // when, then
        assertRefused(() -> answerDeserializer.deserialize(TOPIC, headers, new byte[0]), "it is empty");
        assertRefused(() -> answerDeserializer.deserialize(TOPIC, headers, new byte[] {0, 1}), "it has 2 bytes");
        assertRefused(
                () -> answerDeserializer.deserialize(TOPIC, headers, new byte[] {(byte) 0x81}), "its version is 1");
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable read, String why) {
        assertThatThrownBy(read)
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(TOPIC)
                .hasMessageContaining(why);
    }

    @Example
    void valueWithoutASerde_isRefusedWithTheRemedy_andWithOneByDefaultWritten() {
        // given
        AnswerSerializer<String> serializer = new AnswerSerializer<>(null);
        AnswerDeserializer<String> deserializer = new AnswerDeserializer<>(null);
        Answer<String> answer = new Answer<>(new RowHash(1, 2), "value", null);
        byte[] written = answerSerializer.serialize(TOPIC, headers, answer);
        assertThatThrownBy(() -> serializer.serialize(TOPIC, headers, answer))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("default.value.serde");
        assertThatThrownBy(() -> deserializer.deserialize(TOPIC, headers, written))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("default.value.serde");
        // when
        serializer.useDefaults(null, Serdes.String());
        deserializer.useDefaults(null, Serdes.String());
        // then
        assertThat(serializer.serialize(TOPIC, headers, answer)).isEqualTo(written);
        assertThat(deserializer.deserialize(TOPIC, headers, written)).isEqualTo(answer);
    }

    private static long[] halves(RowHash hash) {
        return hash == null ? null : new long[] {hash.first(), hash.second()};
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Bytes bytes) {
        return new String(bytes.get(), StandardCharsets.UTF_8);
    }
}
