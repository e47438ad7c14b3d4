package io.streamwright.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;

/** Clock, randomness and threads come from one package, and nothing prints. */
@AnalyzeClasses(packages = MainClasses.ROOT, importOptions = MainClasses.class)
final class BannedCallsTest {
    /** Calls that read the clock, draw a random number, start a thread or wait. */
    private static final Set<String> BANNED = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.security.SecureRandom.<init>",
            "java.lang.Thread.<init>",
            "java.lang.Thread.sleep",
            "java.util.Timer.<init>",
            "java.util.concurrent.CompletableFuture.runAsync",
            "java.util.concurrent.CompletableFuture.supplyAsync",
            "java.util.concurrent.ForkJoinPool.commonPool");

    @ArchTest
    static final ArchRule clockRandomnessAndThreads_comeFromOnePackage = classes()
            .that()
            .resideOutsideOfPackage("io.streamwright.loop")
            .and()
            // The one class whose job it is: a program asks for it by name, to stamp records with the wall clock.
            .doNotHaveFullyQualifiedName("io.streamwright.processor.WallclockTimestampExtractor")
            .and()
            // A program asks for a random name.
            .doNotHaveFullyQualifiedName("io.streamwright.processor.assignment.ProcessId")
            .and()
            // Made by its class's name, it can be given no clock; a follow-up is a time of the wall clock.
            .doNotHaveFullyQualifiedName("io.streamwright.processor.assignment.assignors.HighAvailabilityTaskAssignor")
            .should(Violations.noneOf(
                    "not call what only io.streamwright.loop may call", BannedCallsTest::bannedCalls));

    @ArchTest
    static final ArchRule libraries_neverPrint = noClasses()
            .that()
            // The one class whose job it is: it prints a stream for a program that asked for it.
            .doNotHaveFullyQualifiedName("io.streamwright.kstream.Printed")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    private static Stream<String> bannedCalls(JavaClass type) {
        return type.getAccessesFromSelf().stream()
                .filter(access -> isBanned(access.getTarget()))
                .map(JavaAccess::getDescription);
    }

    private static boolean isBanned(AccessTarget target) {
        String owner = target.getOwner().getName();
        return BANNED.contains(owner + "." + target.getName())
                || owner.equals("java.util.concurrent.Executors")
                || isUnseeded(target);
    }

    /** A generator with a seed is fine: whoever made the seed can repeat what it draws. */
    private static boolean isUnseeded(AccessTarget target) {
        return target instanceof CodeUnitAccessTarget unit
                && unit.getName().equals("<init>")
                && unit.getRawParameterTypes().isEmpty()
                && Set.of("java.util.Random", "java.util.SplittableRandom")
                        .contains(unit.getOwner().getName());
    }
}
