package io.streamwright.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Dependencies between packages go one way. */
@AnalyzeClasses(packages = MainClasses.ROOT, importOptions = MainClasses.class)
final class ArrowsTest {
    @ArchTest
    static final ArchRule everyPackage_hasItsPlaceInTheMap = classes()
            .should(Violations.noneOf(
                    "be in a package of the map",
                    type -> PackageMap.rowOf(type.getPackageName()).isPresent()
                            ? Stream.empty()
                            : Stream.of(type.getName() + " is in a package without a row in PackageMap")));

    @ArchTest
    static final ArchRule everyPackage_usesOnlyWhatTheMapAllows =
            classes().should(Violations.noneOf("use only what their package may use", ArrowsTest::forbiddenArrows));

    @ArchTest
    static final ArchRule rocksDb_isSeenByTwoPackagesOnly = noClasses()
            .that()
            .resideOutsideOfPackages("io.streamwright.store.rocksdb..", "io.streamwright.log.embedded.storage..")
            .and()
            .doNotHaveFullyQualifiedName("io.streamwright.state.RocksDBConfigSetter") // what programs implement
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.rocksdb..");

    @ArchTest
    static final ArchRule kafkasClients_areSeenByOneLogOnly = noClasses()
            .that()
            .resideOutsideOfPackage("io.streamwright.log.kafka..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "org\\.apache\\.kafka\\.clients\\.(admin\\.(?!AdminClientConfig).*|(producer|consumer)\\.(Kafka|Mock|)"
                            + "(Producer|Consumer))");

    @ArchTest
    static final ArchRule partsOfTheEmbeddedLog_haveNoCycle =
            slices().matching("io.streamwright.log.embedded.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule partsOfTheEmbeddedLog_doNotKnowTheWhole = noClasses()
            .that()
            .resideInAPackage("io.streamwright.log.embedded.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.streamwright.log.embedded");

    @ArchTest
    static final ArchRule partsOfTheDsl_haveNoCycle =
            slices().matching("io.streamwright.dsl.(*)..").should().beFreeOfCycles();

    private static Stream<String> forbiddenArrows(JavaClass type) {
        if (PackageMap.rowOf(type.getPackageName()).isEmpty()) {
            return Stream.empty();
        }
        return type.getDirectDependenciesFromSelf().stream()
                .filter(arrow -> isOurs(target(arrow)))
                .filter(arrow ->
                        !PackageMap.mayUse(type.getPackageName(), target(arrow).getPackageName()))
                .map(Dependency::getDescription);
    }

    private static JavaClass target(Dependency arrow) {
        return arrow.getTargetClass().getBaseComponentType();
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(MainClasses.ROOT)
                || type.getPackageName().startsWith(MainClasses.ROOT + ".");
    }
}
