package io.streamwright.architecture;

import static java.util.stream.Collectors.toList;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java sources of all modules, read by the JDK's own parser. Immutable. */
final class SourceTree {
    /** A module stands at most this deep: {@code streams-runtime/benchmarks/src/main/java}. */
    private static final int MAX_DEPTH_OF_SOURCE_ROOTS = 5;

    private static final List<SourceFile> FILES = parse(root());

    private SourceTree() {}

    static Stream<SourceFile> all() {
        return FILES.stream();
    }

    static Stream<SourceFile> main() {
        return all().filter(SourceFile::isMain);
    }

    /** Visits each type of a file, the nested and the local ones too. */
    static void forEachType(SourceFile file, BiConsumer<SourceFile, ClassTree> visitor) {
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                visitor.accept(file, type);
                return super.visitClass(type, null);
            }
        }.scan(file.unit(), null);
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("streams-api"))) {
            directory = directory.getParent();
            if (directory == null) {
                throw new IllegalStateException("no directory above the working directory holds streams-api");
            }
        }
        return directory;
    }

    private static List<SourceFile> parse(Path root) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(paths(root)));
            List<SourceFile> files = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                Path path = root.relativize(Path.of(unit.getSourceFile().toUri()));
                files.add(new SourceFile(path, unit, Trees.instance(task).getSourcePositions()));
            }
            return List.copyOf(files);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sources under " + root, e);
        }
    }

    private static List<Path> paths(Path root) throws IOException {
        try (Stream<Path> directories = Files.find(
                root,
                MAX_DEPTH_OF_SOURCE_ROOTS,
                (path, attributes) -> path.endsWith("src/main/java") || path.endsWith("src/test/java"))) {
            return directories.flatMap(SourceTree::javaFiles).sorted().collect(toList());
        }
    }

    private static Stream<Path> javaFiles(Path sourceRoot) {
        try (Stream<Path> paths = Files.walk(sourceRoot)) {
            return paths.filter(path -> path.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + sourceRoot, e);
        }
    }
}
