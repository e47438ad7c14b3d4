package io.streamwright.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;

/** Of kafka-clients we use what is public: what its Javadoc shows, so that an upgrade breaks nothing. */
@AnalyzeClasses(packages = MainClasses.ROOT, importOptions = MainClasses.class)
final class KafkaVocabularyTest {
    private static final Set<String> PUBLIC_PACKAGES = Set.of(
            "org.apache.kafka.clients.admin",
            "org.apache.kafka.clients.consumer",
            "org.apache.kafka.clients.producer",
            "org.apache.kafka.common",
            "org.apache.kafka.common.acl",
            "org.apache.kafka.common.annotation",
            "org.apache.kafka.common.config",
            "org.apache.kafka.common.errors",
            "org.apache.kafka.common.header",
            "org.apache.kafka.common.metrics",
            "org.apache.kafka.common.metrics.stats",
            "org.apache.kafka.common.serialization");

    /** Named in public signatures, though the package around them is internal. */
    private static final Set<String> PUBLIC_TYPES = Set.of(
            "org.apache.kafka.common.header.internals.RecordHeader",
            "org.apache.kafka.common.header.internals.RecordHeaders", // the only Headers there are
            "org.apache.kafka.common.record.TimestampType",
            "org.apache.kafka.common.utils.Bytes");

    @ArchTest
    static final ArchRule everyClass_usesOnlyWhatKafkaPublishes = classes()
            .should(Violations.noneOf("use only what kafka-clients publishes", KafkaVocabularyTest::internalsUsed));

    private static Stream<String> internalsUsed(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .filter(arrow -> isInternal(arrow.getTargetClass().getBaseComponentType()))
                .map(Dependency::getDescription);
    }

    private static boolean isInternal(JavaClass target) {
        String outermost = target.getName().replaceFirst("\\$.*", "");
        return outermost.startsWith("org.apache.kafka.")
                && !PUBLIC_PACKAGES.contains(target.getPackageName())
                && !PUBLIC_TYPES.contains(outermost);
    }
}
