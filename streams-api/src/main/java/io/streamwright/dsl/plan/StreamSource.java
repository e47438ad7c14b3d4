package io.streamwright.dsl.plan;

import io.streamwright.dsl.settings.Consumption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads topics as a stream. Immutable.
 *
 * @param id identity
 * @param name the source's name
 * @param topics the topics; empty if there is a pattern
 * @param pattern selects the topics; empty if they are named
 * @param consumption how they are read
 */
public record StreamSource(int id, String name, List<String> topics, Optional<Pattern> pattern, Consumption consumption)
        implements PlanNode {

    /** Copies the topics. */
    public StreamSource {
        topics = List.copyOf(topics);
    }

    @Override
    public List<Integer> parents() {
        return List.of();
    }

    @Override
    public StreamSource withParents(List<Integer> newParents) {
        throw new IllegalStateException("source " + name + " cannot get parents " + newParents);
    }

    /** Returns the same, read in another way. */
    public StreamSource withConsumption(Consumption newConsumption) {
        return new StreamSource(id, name, topics, pattern, newConsumption);
    }

    @Override
    public void match(Cases cases) {
        cases.streamSource(this);
    }
}
