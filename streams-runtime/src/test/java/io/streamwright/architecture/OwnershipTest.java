package io.streamwright.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every class of the libraries says in its Javadoc who may touch it. Records are immutable and need not say so. */
final class OwnershipTest {
    private static final Pattern SAYS_IT = Pattern.compile("\\b(Immutable\\b|Owner:|Thread-safe)");

    @Test
    void everyTopLevelClass_saysWhoOwnsIt() {
        List<String> silent = SourceTree.main()
                .filter(file -> !file.isIn("examples"))
                .flatMap(file -> file.unit().getTypeDecls().stream()
                        .filter(type -> type.getKind() == Tree.Kind.CLASS)
                        .map(ClassTree.class::cast)
                        .filter(type -> !type.getSimpleName().toString().endsWith("Exception"))
                        .filter(type -> !SAYS_IT.matcher(file.textBefore(type)).find())
                        .map(type -> file.at(type) + " " + type.getSimpleName()))
                .toList();
        assertThat(silent).isEmpty();
    }
}
