package io.streamwright.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * One source file, parsed. Immutable.
 *
 * @param path      from the root of the repository
 * @param unit      what the parser made of it; names are not resolved
 * @param positions where each tree of the unit stands
 */
record SourceFile(Path path, CompilationUnitTree unit, SourcePositions positions) {
    boolean isMain() {
        return path.toString().contains("src/main/java");
    }

    boolean isIn(String module) {
        return path.startsWith(module);
    }

    boolean isPackageInfo() {
        return path.endsWith("package-info.java");
    }

    String packageName() {
        return String.valueOf(unit.getPackageName());
    }

    String text() {
        try {
            return unit.getSourceFile().getCharContent(true).toString();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    /** Returns what stands before a type: the imports and its Javadoc. */
    String textBefore(Tree type) {
        return text().substring(0, (int) positions.getStartPosition(unit, type));
    }

    long lines() {
        return text().lines().count();
    }

    long lines(Tree tree) {
        return line(positions.getEndPosition(unit, tree)) - line(positions.getStartPosition(unit, tree)) + 1;
    }

    /** Says where a tree stands, so that a reader of the message can jump to it. */
    String at(Tree tree) {
        return path + ":" + line(positions.getStartPosition(unit, tree));
    }

    private long line(long position) {
        return unit.getLineMap().getLineNumber(position);
    }
}
