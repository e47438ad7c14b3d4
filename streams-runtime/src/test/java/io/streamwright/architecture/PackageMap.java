package io.streamwright.architecture;

import static java.util.stream.Collectors.toCollection;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which package may use which. Immutable. */
final class PackageMap {
    private static final String ROOT = "io.streamwright";
    private static final String PUBLIC = ". kstream processor state query errors";

    /**
     * One row for each package: what it may use beside itself. A sub-package belongs to the row of its parent, unless it
     * has a row. PUBLIC is what programs are written against, {@code .} is the root package.
     */
    private static final String ROWS = """
            .             : PUBLIC topology dsl
            kstream       : PUBLIC
            processor     : PUBLIC placement
            state         : PUBLIC
            query         : PUBLIC
            errors        : PUBLIC
            topology      : PUBLIC
            placement     : PUBLIC
            dsl           : PUBLIC topology

            loop          :
            lock          :
            metrics       : PUBLIC loop
            log           : . errors loop metrics
            log.embedded  : . errors loop lock metrics log
            log.kafka     : . errors loop lock metrics log
            store         : PUBLIC topology loop metrics log
            store.rocksdb : PUBLIC topology loop lock metrics log store
            transaction   : PUBLIC topology loop metrics log store
            task          : PUBLIC topology loop metrics log store transaction task.input task.output task.fault
            task.input    : PUBLIC loop log
            task.output   : PUBLIC log transaction
            task.fault    : PUBLIC log transaction task.output
            assign        : PUBLIC topology loop metrics log
            inspect       : PUBLIC topology loop metrics log store transaction task task.input task.fault assign
            runtime       : PUBLIC topology loop lock metrics log log.embedded log.kafka store store.rocksdb transaction task task.input task.fault assign inspect
            testing       : PUBLIC topology loop metrics log log.embedded store store.rocksdb transaction task task.input task.fault assign inspect runtime
            examples      : PUBLIC log runtime testing
            """;

    private static final Map<String, Set<String>> MAY_USE = parse();

    private PackageMap() {}

    /** The public packages, whose size and names are those that users of Kafka Streams know. */
    static Set<String> publicPackages() {
        return Stream.concat(names(PUBLIC), Stream.of("processor.api", "processor.assignment"))
                .map(PackageMap::fullName)
                .collect(toCollection(HashSet::new));
    }

    /** Returns the row that a package belongs to, empty if it has no place in the map. */
    static Optional<String> rowOf(String packageName) {
        return MAY_USE.keySet().stream()
                .filter(row -> packageName.equals(row) || (!row.equals(ROOT) && packageName.startsWith(row + ".")))
                .max(Comparator.comparingInt(String::length));
    }

    static boolean mayUse(String fromPackage, String toPackage) {
        String from = rowOf(fromPackage).orElseThrow();
        return rowOf(toPackage)
                .map(to -> to.equals(from) || MAY_USE.get(from).contains(to))
                .orElse(false);
    }

    private static Map<String, Set<String>> parse() {
        Map<String, Set<String>> rows = new LinkedHashMap<>();
        ROWS.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int colon = line.indexOf(':');
            rows.put(
                    fullName(line.substring(0, colon).trim()),
                    names(line.substring(colon + 1).replace("PUBLIC", PUBLIC))
                            .map(PackageMap::fullName)
                            .collect(toCollection(HashSet::new)));
        });
        return rows;
    }

    private static Stream<String> names(String words) {
        return Arrays.stream(words.trim().split("\\s+")).filter(word -> !word.isEmpty());
    }

    private static String fullName(String row) {
        return row.equals(".") ? ROOT : ROOT + "." + row;
    }
}
