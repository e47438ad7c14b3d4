package io.streamwright.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Packages and types are named after things of the domain, never after a technical kind. */
final class NamesTest {
    private static final Set<String> BANNED_PACKAGES =
            Set.of("internal", "internals", "impl", "util", "utils", "common", "misc", "model", "helper", "helpers");

    private static final List<String> BANNED_SUFFIXES =
            List.of("Manager", "Helper", "Helpers", "Util", "Utils", "Impl");

    /** Named by users of Kafka Streams' API, which ours keeps. */
    private static final Set<String> OF_KAFKA_STREAMS = Set.of("TaskAssignmentUtils");

    @Test
    void everyPackage_isNamedAfterAConcept() {
        List<String> banned = SourceTree.all()
                .map(SourceFile::packageName)
                .distinct()
                .filter(name -> Arrays.stream(name.split("\\.")).anyMatch(BANNED_PACKAGES::contains))
                .toList();
        assertThat(banned).isEmpty();
    }

    @Test
    void everyType_isNamedAfterItsJob() {
        List<String> banned = new ArrayList<>();
        SourceTree.all()
                .forEach(file -> SourceTree.forEachType(file, (unit, type) -> {
                    String name = type.getSimpleName().toString();
                    if (BANNED_SUFFIXES.stream().anyMatch(name::endsWith) && !OF_KAFKA_STREAMS.contains(name)) {
                        banned.add(unit.at(type) + " " + name);
                    }
                }));
        assertThat(banned).isEmpty();
    }
}
