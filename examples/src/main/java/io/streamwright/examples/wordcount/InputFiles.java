package io.streamwright.examples.wordcount;

import io.streamwright.examples.Arguments;
import io.streamwright.examples.Console;
import io.streamwright.examples.Option;
import io.streamwright.examples.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files whose words are counted. */
final class InputFiles {
    static final Option INPUT = Option.values(
            "--input", "FILE", "text files, each counted once (default: README.md and docs/*.md of the project)");

    private InputFiles() {}

    /**
     * Returns the real paths of the files that the command line names, or of the project's own documents.
     *
     * @throws UsageException if one is missing, a directory, or cannot be read
     */
    static List<Path> of(Arguments arguments, Console console) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : arguments.texts(INPUT)) {
            files.add(readable(name));
        }
        return files.isEmpty()
                ? documents(console.home())
                : files.stream().distinct().toList();
    }

    private static Path readable(String name) throws IOException {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException("input file '" + name + "' is no path: " + e.getReason());
        }
        if (!Files.exists(path)) {
            throw new UsageException("input file " + name + " does not exist");
        }
        if (Files.isDirectory(path)) {
            throw new UsageException(
                    "input file " + name + " is a directory; name files, for example " + name + "/*.txt");
        }
        if (!Files.isRegularFile(path)) {
            throw new UsageException(
                    "input file " + name + " is no regular file, so that no position in it can be kept");
        }
        if (!Files.isReadable(path)) {
            throw new UsageException("input file " + name + " cannot be read: permission denied");
        }
        return path.toRealPath();
    }

    private static List<Path> documents(Path home) throws IOException {
        List<Path> documents = new ArrayList<>();
        Path readme = home.resolve("README.md");
        if (Files.isReadable(readme)) {
            documents.add(readme.toRealPath());
        }
        Path docs = home.resolve("docs");
        if (Files.isDirectory(docs)) {
            try (Stream<Path> files = Files.list(docs)) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .filter(Files::isReadable)
                        .sorted()
                        .map(InputFiles::realPath)
                        .forEach(documents::add);
            }
        }
        if (documents.isEmpty()) {
            throw new UsageException(
                    "there are no documents in " + home + " to count by default; name files with " + INPUT.name());
        }
        return documents;
    }

    private static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find " + path, e);
        }
    }
}
