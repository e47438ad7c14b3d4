package io.streamwright.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/** No file, method, constructor, class or package outgrows its one job. These limits only get tighter. */
final class SizeLimitsTest {
    private static final int LINES_OF_FILE = 500;
    /** The DSL's interfaces are mostly Javadoc. */
    private static final int LINES_OF_DSL_FILE = 800;

    private static final int LINES_OF_METHOD = 70;
    private static final int PARAMETERS_OF_CONSTRUCTOR = 8;
    private static final int CHANGING_FIELDS = 8;
    private static final int TYPES_IN_PACKAGE = 25;

    @Test
    void everyFile_isShort() {
        List<String> tooLong = new ArrayList<>();
        SourceTree.all().forEach(file -> {
            boolean isDsl = file.isMain() && file.packageName().equals("io.streamwright.kstream");
            check(tooLong, file.path().toString(), "lines", file.lines(), isDsl ? LINES_OF_DSL_FILE : LINES_OF_FILE);
        });
        assertThat(tooLong).isEmpty();
    }

    @Test
    void everyMethod_isShort() {
        List<String> tooLong = new ArrayList<>();
        SourceTree.all()
                .forEach(file -> SourceTree.forEachType(
                        file,
                        (unit, type) -> methods(type)
                                .forEach(method -> check(
                                        tooLong,
                                        nameOf(unit, type, method),
                                        "lines",
                                        unit.lines(method),
                                        LINES_OF_METHOD))));
        assertThat(tooLong).isEmpty();
    }

    @Test
    void everyConstructor_takesFewParameters() {
        List<String> tooMany = new ArrayList<>();
        SourceTree.main()
                .forEach(file -> SourceTree.forEachType(file, (unit, type) -> {
                    constructors(type)
                            .forEach(method -> check(
                                    tooMany,
                                    nameOf(unit, type, method),
                                    "parameters",
                                    method.getParameters().size(),
                                    PARAMETERS_OF_CONSTRUCTOR));
                    if (type.getKind() == Tree.Kind.RECORD) {
                        check(
                                tooMany,
                                nameOf(unit, type),
                                "components",
                                fields(type).count(),
                                PARAMETERS_OF_CONSTRUCTOR);
                    }
                }));
        assertThat(tooMany).isEmpty();
    }

    @Test
    void everyClass_changesFewFields() {
        List<String> tooMany = new ArrayList<>();
        SourceTree.main()
                .forEach(file -> SourceTree.forEachType(file, (unit, type) -> {
                    if (type.getKind() == Tree.Kind.CLASS || type.getKind() == Tree.Kind.ENUM) {
                        long changing = fields(type)
                                .filter(field -> !modifiers(field).contains(Modifier.FINAL))
                                .count();
                        check(tooMany, nameOf(unit, type), "fields that change", changing, CHANGING_FIELDS);
                    }
                }));
        assertThat(tooMany).isEmpty();
    }

    @Test
    void everyPackage_holdsFewTypes() {
        List<String> tooMany = new ArrayList<>();
        Map<String, Long> types = SourceTree.main()
                .filter(file -> !file.isPackageInfo())
                .filter(file -> !PackageMap.publicPackages().contains(file.packageName()))
                .collect(groupingBy(SourceFile::packageName, counting()));
        types.forEach((name, files) -> check(tooMany, name, "types", files, TYPES_IN_PACKAGE));
        assertThat(tooMany).isEmpty();
    }

    private static void check(List<String> violations, String what, String unit, long size, int limit) {
        if (size > limit) {
            violations.add(what + " has " + size + " " + unit + ", limit " + limit);
        }
    }

    private static Stream<MethodTree> methods(ClassTree type) {
        return type.getMembers().stream().filter(MethodTree.class::isInstance).map(MethodTree.class::cast);
    }

    private static Stream<MethodTree> constructors(ClassTree type) {
        return methods(type).filter(method -> method.getName().contentEquals("<init>"));
    }

    /** The instance fields; of a record, its components. */
    private static Stream<VariableTree> fields(ClassTree type) {
        return type.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !modifiers(field).contains(Modifier.STATIC));
    }

    private static Set<Modifier> modifiers(VariableTree field) {
        return field.getModifiers().getFlags();
    }

    private static String nameOf(SourceFile file, ClassTree type, MethodTree method) {
        return file.at(method) + " " + type.getSimpleName() + "." + method.getName();
    }

    private static String nameOf(SourceFile file, ClassTree type) {
        return file.at(type) + " " + type.getSimpleName();
    }
}
