package io.streamwright.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.GroupParticipant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.junit.jupiter.api.Test;

/** A member's way through the rounds of its group. */
final class MemberRoundsTest {
    private final List<String> told = new ArrayList<>();
    private final MemberRounds rounds = new MemberRounds("test", new Noting());

    @Test
    void roundWantedBeforeTheIntroduction_isTheNextOne() {
        rounds.want();
        assertThat(rounds.isRoundWanted()).isTrue();
        rounds.introduce();
        assertThat(rounds.isRoundWanted()).isFalse();
    }

    @Test
    void roundWantedBehindTheIntroduction_isStillWantedWhenThatRoundEnds() {
        rounds.introduce();
        rounds.want();
        rounds.assigned(place("m", 1), new byte[0]);
        assertThat(rounds.isRoundWanted()).isTrue();
    }

    @Test
    void memberUnderAnotherId_wasLost() {
        rounds.assigned(place("m", 1), new byte[0]);
        rounds.assigned(place("m", 2), new byte[0]);
        rounds.assigned(place("n", 5), new byte[0]);
        assertThat(told).containsExactly("assigned 1", "assigned 2", "lost", "assigned 5");
        assertThat(rounds.place()).isEqualTo(place("n", 5));
    }

    @Test
    void failureBeforeTheFirstRound_isThatOfWhoeverJoins_andLaterOnesAreToldTheParticipant() {
        MemberRounds never = new MemberRounds("test", new Noting());
        never.fail(new IllegalStateException("a"));
        assertThat(never.joined()).isCompletedExceptionally();
        assertThat(told).isEmpty();
        rounds.assigned(place("m", 1), new byte[0]);
        rounds.fail(new IllegalStateException("b"));
        assertThat(told).containsExactly("assigned 1", "failed b");
    }

    @Test
    void ofTwoMembers_theOneAtWorkLastStays_andTheOtherIsRefused() {
        OneAtWork working = new OneAtWork("group");
        OneAtWork newcomer = new OneAtWork("group");
        Map<String, byte[]> first = working.lead(Map.of("z", working.introduce()));
        working.assigned(7, first.get("z"));

        Map<String, byte[]> parts = newcomer.lead(Map.of("a", newcomer.introduce(), "z", working.introduce()));

        assertThatCode(() -> working.assigned(8, parts.get("z"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> newcomer.assigned(8, parts.get("a")))
                .isInstanceOf(GroupMaxSizeReachedException.class)
                .hasMessageContaining("group");
    }

    @Test
    void ofTwoNewcomers_oneIsRefused() {
        OneAtWork one = new OneAtWork("group");
        Map<String, byte[]> parts = one.lead(Map.of("a", one.introduce(), "b", one.introduce()));
        assertThatCode(() -> new OneAtWork("group").assigned(1, parts.get("a"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> new OneAtWork("group").assigned(1, parts.get("b")))
                .isInstanceOf(GroupMaxSizeReachedException.class);
    }

    @SuppressWarnings("removal") // only the consumer makes one otherwise
    private static ConsumerGroupMetadata place(String member, int generation) {
        return new ConsumerGroupMetadata("group", generation, member, Optional.empty());
    }

    private final class Noting implements GroupParticipant {
        @Override
        public byte[] introduce() {
            return new byte[0];
        }

        @Override
        public Map<String, byte[]> lead(Map<String, byte[]> members) {
            return members;
        }

        @Override
        public void assigned(int generation, byte[] part) {
            told.add("assigned " + generation);
        }

        @Override
        public void lost() {
            told.add("lost");
        }

        @Override
        public void failed(RuntimeException cause) {
            told.add("failed " + cause.getMessage());
        }
    }
}
