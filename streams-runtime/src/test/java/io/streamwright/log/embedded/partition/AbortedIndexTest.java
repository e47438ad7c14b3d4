package io.streamwright.log.embedded.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamwright.log.embedded.protocol.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbortedIndexTest {
    private static final int TRANSACTIONS = 300;

    @Test
    void indexThatOthersAreMadeFrom_keepsItsOwnTransactions() {
        // given
        List<AbortedTransaction> all = new ArrayList<>();
        List<AbortedIndex> indexes = new ArrayList<>(List.of(AbortedIndex.EMPTY));
        // when
        for (int i = 0; i < TRANSACTIONS; i++) {
            AbortedTransaction next = new AbortedTransaction(new TransactionKey(i, 0), 2L * i, 2L * i + 1);
            all.add(next);
            indexes.add(indexes.get(i).with(next));
        }
        // then each holds those before it, in their order, and no others
        for (int count = 0; count <= TRANSACTIONS; count++) {
            AbortedIndex index = indexes.get(count);
            assertThat(index.all()).isEqualTo(all.subList(0, count));
            assertThat(index.isEmpty()).isEqualTo(count == 0);
            assertThat(index.between(2L * count - 2, Long.MAX_VALUE)).hasSize(Math.min(count, 1));
            for (int i = 0; i < TRANSACTIONS; i++) {
                assertThat(index.contains(all.get(i).transaction())).isEqualTo(i < count);
            }
        }
    }

    @Test
    void twoIndexesMadeFromOne_doNotSeeEachOther() {
        // given
        AbortedTransaction first = new AbortedTransaction(new TransactionKey(1, 0), 0, 1);
        AbortedTransaction second = new AbortedTransaction(new TransactionKey(2, 0), 2, 3);
        AbortedTransaction third = new AbortedTransaction(new TransactionKey(3, 0), 4, 5);
        AbortedIndex index = AbortedIndex.of(List.of(first));
        // when, then
        assertThat(index.with(second).all()).containsExactly(first, second);
        assertThat(index.with(third).all()).containsExactly(first, third);
    }

    @Test
    void transactionThatIsAddedAgain_isHeldOnce() {
        // given an older one and one that was added since
        TransactionKey old = new TransactionKey(1, 0);
        TransactionKey recent = new TransactionKey(2, 0);
        AbortedIndex index =
                AbortedIndex.of(List.of(new AbortedTransaction(old, 0, 1))).with(new AbortedTransaction(recent, 2, 3));
        // when
        AbortedTransaction oldAgain = new AbortedTransaction(old, 4, 5);
        AbortedTransaction recentAgain = new AbortedTransaction(recent, 6, 7);
        // then
        assertThat(index.with(oldAgain).with(recentAgain).all()).containsExactly(oldAgain, recentAgain);
        assertThat(index.with(recentAgain).with(oldAgain).all()).containsExactly(oldAgain, recentAgain);
    }
}
