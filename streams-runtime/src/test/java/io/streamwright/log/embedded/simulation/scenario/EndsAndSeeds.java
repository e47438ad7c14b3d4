package io.streamwright.log.embedded.simulation.scenario;

import io.streamwright.log.embedded.protocol.TransactionEnd;
import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Commit and abort, each with some delays on the way.
 *
 * <p>Immutable: holds nothing.
 */
final class EndsAndSeeds implements ArgumentsProvider {
    private static final int SEEDS = 5;

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Arrays.stream(TransactionEnd.values())
                .flatMap(end -> LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> Arguments.of(end, seed)));
    }
}
