package io.streamwright.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The protocol decides and applies: whoever calls it brings the time, and carries out what it decided. */
@AnalyzeClasses(packages = MainClasses.ROOT, importOptions = MainClasses.class)
final class ProtocolIsSansIoTest {
    private static final String[] PROTOCOL = {
        "io.streamwright.log.embedded.protocol..",
        "io.streamwright.log.embedded.coordinator..",
        "io.streamwright.log.embedded.partition..",
        "io.streamwright.log.embedded.group.."
    };

    private static final Pattern OUTSIDE_WORLD = Pattern.compile("java\\.io\\..*"
            + "|java\\.nio\\.(file|channels)\\..*"
            + "|java\\.net\\..*"
            + "|java\\.util\\.concurrent\\..*"
            + "|java\\.time\\.(Clock|Instant)"
            + "|java\\.util\\.(Random|SplittableRandom|UUID|Timer)"
            + "|java\\.security\\.SecureRandom"
            + "|java\\.lang\\.(Thread|ThreadLocal|Process|ProcessBuilder|Runtime)"
            + "|io\\.streamwright\\.(loop|metrics)\\..*"
            + "|org\\.slf4j\\..*"
            + "|org\\.rocksdb\\..*");

    /** Of the packages above, what is a plain value or a name for one. */
    private static final Set<String> HARMLESS = Set.of("java.util.concurrent.TimeUnit");

    @ArchTest
    static final ArchRule protocol_seesNoThreadClockChanceOrDisk = classes()
            .that()
            .resideInAnyPackage(PROTOCOL)
            .should(Violations.noneOf("not reach outside of the protocol", ProtocolIsSansIoTest::outsideWorld));

    private static Stream<String> outsideWorld(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(arrow -> reachesOutside(arrow.getTargetClass().getBaseComponentType()))
                .map(Dependency::getDescription);
    }

    private static boolean reachesOutside(JavaClass target) {
        return OUTSIDE_WORLD.matcher(target.getName()).matches() && !HARMLESS.contains(target.getName());
    }
}
