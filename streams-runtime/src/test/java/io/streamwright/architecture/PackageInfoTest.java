package io.streamwright.architecture;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every package says what it owns, and forbids null where nothing is said. */
final class PackageInfoTest {
    @Test
    void everyPackage_hasAPackageInfo() {
        Set<String> described = SourceTree.main()
                .filter(SourceFile::isPackageInfo)
                .map(SourceFile::packageName)
                .collect(toSet());
        Set<String> packages = SourceTree.main().map(SourceFile::packageName).collect(toSet());
        assertThat(described).containsAll(packages);
    }

    @Test
    void everyPackageInfo_isNullMarkedAndDescribesThePackage() {
        List<String> lacking = SourceTree.main()
                .filter(SourceFile::isPackageInfo)
                .filter(file -> !isNullMarked(file) || !file.text().startsWith("/**"))
                .map(file -> file.path().toString())
                .toList();
        assertThat(lacking).isEmpty();
    }

    private static boolean isNullMarked(SourceFile file) {
        return file.unit().getPackage().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().endsWith("NullMarked"));
    }
}
