package io.streamwright.log.kafka;

import static io.streamwright.log.kafka.KafkaFailures.await;

import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/** What a broker holds for its users. */
final class BrokerContents {
    private BrokerContents() {}

    /** Ends all transactions, deletes all groups and all topics but the broker's own. */
    static void clear(Admin admin) {
        List<String> open = await(admin.listTransactions(
                                new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                        .all())
                .stream()
                .map(TransactionListing::transactionalId)
                .toList();
        await(admin.fenceProducers(open).all());
        List<String> groups = await(admin.listGroups().all()).stream()
                .map(GroupListing::groupId)
                .toList();
        await(admin.deleteConsumerGroups(groups).all());
        Set<String> topics = await(admin.listTopics().names());
        await(admin.deleteTopics(topics).all());
    }
}
