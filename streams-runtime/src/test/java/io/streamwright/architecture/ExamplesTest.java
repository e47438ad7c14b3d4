package io.streamwright.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ImportTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples are programs of users: they see what users see. Read from their imports, as they are built after us. */
final class ExamplesTest {
    @Test
    void examples_useWhatProgramsMayUse() {
        List<String> forbidden = SourceTree.main()
                .filter(file -> file.isIn("examples"))
                .flatMap(file -> file.unit().getImports().stream()
                        .map(line -> packageOf(line))
                        .filter(name ->
                                name.startsWith(MainClasses.ROOT) && !PackageMap.mayUse(file.packageName(), name))
                        .map(name -> file.path() + " imports " + name))
                .toList();
        assertThat(forbidden).isEmpty();
    }

    /** Cuts an import at the first name that is no package's: {@code a.b.Type.NESTED} to {@code a.b}. */
    private static String packageOf(ImportTree line) {
        return line.getQualifiedIdentifier().toString().replaceFirst("\\.[A-Z*].*", "");
    }
}
