package io.streamwright.log.embedded.group;

import static io.streamwright.log.embedded.group.GroupFixture.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamwright.log.embedded.group.GroupRecord.MembershipChanged;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.Accepted;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.IllegalGeneration;
import io.streamwright.log.embedded.group.TxnOffsetOutcome.UnknownMember;
import org.junit.jupiter.api.Test;

class GroupMembershipTest {
    private final GroupFixture group = new GroupFixture();

    @Test
    void join_beginsANewGeneration() {
        // when
        GroupMember first = group.join("a");
        group.take(group.state.decideLeave("a"));
        GroupMember second = group.join("b");
        // then
        assertThat(first).isEqualTo(new GroupMember("a", 1));
        assertThat(second).isEqualTo(new GroupMember("b", 2));
        assertThat(group.state.memberId()).contains("b");
    }

    @Test
    void secondLiveMember_isRefused() {
        // given
        group.join("a");
        // when, then
        assertThat(group.take(group.state.decideJoin("b"))).isEqualTo(new JoinOutcome.Full("a"));
        assertThat(group.state.generation()).isEqualTo(1);
    }

    @Test
    void memberThatJoinsAgain_getsANewGeneration() {
        // given
        group.join("a");
        // when, then
        assertThat(group.join("a")).isEqualTo(new GroupMember("a", 2));
    }

    @Test
    void leaveOfStranger_changesNothing() {
        // given
        group.join("a");
        // when, then
        assertThat(group.take(group.state.decideLeave("b"))).isFalse();
        assertThat(group.state.memberId()).contains("a");
    }

    @Test
    void generation_survivesRecovery() {
        // given
        group.join("a");
        group.recover();
        // when the member is gone with its process
        group.take(group.state.decideLeave("a"));
        // then
        assertThat(group.join("b")).isEqualTo(new GroupMember("b", 2));
    }

    @Test
    void offsetsOfMember_areAccepted() {
        // given
        GroupMember member = group.join("a");
        // when, then
        assertThat(group.add(member, ALICE, 0, 5)).isEqualTo(new Accepted());
    }

    @Test
    void offsetsOfMemberThatLeft_areRefused() {
        // given
        GroupMember member = group.join("a");
        group.take(group.state.decideLeave("a"));
        // when, then
        assertThat(group.add(member, ALICE, 0, 5)).isEqualTo(new UnknownMember("a"));
        group.join("b");
        assertThat(group.add(member, ALICE, 0, 5)).isEqualTo(new UnknownMember("a"));
        assertThat(group.state.producers()).isEmpty();
    }

    @Test
    void offsetsOfOlderGeneration_areRefused() {
        // given
        GroupMember old = group.join("a");
        group.join("a");
        // when, then
        assertThat(group.add(old, ALICE, 0, 5)).isEqualTo(new IllegalGeneration(1, 2));
    }

    @Test
    void offsetsAddedBeforeTheGenerationEnded_stillCommit() {
        // given
        GroupMember old = group.join("a");
        group.add(old, ALICE, 0, 5);
        group.join("a");
        // when
        group.commit(ALICE);
        // then
        assertThat(group.committed()).isEqualTo(5);
    }

    @Test
    void toolCommitsOnlyWithoutLiveMember() {
        // given
        GroupMember member = group.join("a");
        // when, then
        assertThat(group.commitPlainly(GroupMember.NONE, 5)).isEqualTo(new CommitOutcome.UnknownMember(""));
        assertThat(group.commitPlainly(member, 6)).isEqualTo(new CommitOutcome.Committed());
        group.take(group.state.decideLeave("a"));
        assertThat(group.commitPlainly(GroupMember.NONE, 7)).isEqualTo(new CommitOutcome.Committed());
        assertThat(group.committed()).isEqualTo(7);
    }

    @Test
    void plainCommitOfOlderGeneration_isRefused() {
        // given
        GroupMember old = group.join("a");
        group.join("a");
        // when, then
        assertThat(group.commitPlainly(old, 5)).isEqualTo(new CommitOutcome.IllegalGeneration(1, 2));
    }

    @Test
    void generationThatGoesBack_isNotApplied() {
        // given
        group.join("a");
        group.join("a");
        // when, then
        assertThatThrownBy(() -> group.state.apply(new MembershipChanged("app", 1, "z")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("generation 2");
        assertThatThrownBy(() -> group.state.apply(new MembershipChanged("other", 9, "z")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("group app cannot take");
    }

    @Test
    void halfAMember_cannotBeMade() {
        assertThatThrownBy(() -> new GroupMember("a", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GroupMember("", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> group.state.decideJoin("")).isInstanceOf(IllegalArgumentException.class);
    }
}
