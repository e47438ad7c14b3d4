package io.streamwright.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamwright.Topology;
import io.streamwright.recipe.OwnCategories.ServiceException;
import io.streamwright.recipe.OwnCategories.WrongPasswordException;
import io.streamwright.runtime.StreamsApp;
import io.streamwright.runtime.StreamsApp.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the recipes of {@code docs/errors.md} about calls of other services: a processor says what its error means. */
class OutsideCallTest {
    /** More than a search for a poison record needs to condemn one of three. */
    private static final int FAILURES = 7;

    @TempDir
    Path directory;

    private final AtomicInteger calls = new AtomicInteger();
    private RecipeLog log;

    @BeforeEach
    void openLog() {
        log = new RecipeLog(directory);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void serviceThatCannotBeReachedForAWhile_isAskedAgain() throws InterruptedException {
        log.write("tea", "milk", "bread");
        log.run(
                lookingUp(item -> {
                    if (item.equals("milk") && calls.incrementAndGet() <= FAILURES) {
                        throw new UncheckedIOException(new IOException("connection refused"));
                    }
                    return item + " 1.20";
                }),
                log.settings());
        assertThat(calls).hasValue(FAILURES + 1);
        assertThat(log.read("out")).containsExactly("tea 1.20", "milk 1.20", "bread 1.20");
    }

    @Test
    void exceptionWithACategoryOfItsOwn_isAskedAgain() throws InterruptedException {
        log.write("tea", "milk", "bread");
        Properties settings = log.settings();
        OwnCategories.addTo(settings);
        log.run(
                lookingUp(item -> {
                    if (item.equals("milk") && calls.incrementAndGet() <= FAILURES) {
                        throw new ServiceException("busy");
                    }
                    return item + " 1.20";
                }),
                settings);
        assertThat(calls).hasValue(FAILURES + 1);
        assertThat(log.read("out")).containsExactly("tea 1.20", "milk 1.20", "bread 1.20");
    }

    @Test
    void subClassWithAnotherCategory_stopsTheApplication() {
        log.write("tea");
        Properties settings = log.settings();
        OwnCategories.addTo(settings);
        Topology topology = lookingUp(item -> {
            calls.incrementAndGet();
            throw new WrongPasswordException("the password of the price service is wrong");
        });
        try (StreamsApp app = log.app(topology, settings)) {
            app.start();
            await().atMost(RecipeLog.LONG).until(() -> app.state() == State.ERROR);
            assertThat(app.failure().orElseThrow())
                    .hasMessageContaining("INVALID_CONFIGURATION")
                    .hasMessageContaining("the password of the price service is wrong");
        }
        assertThat(calls).hasValue(1);
        assertThat(log.read("out")).isEmpty();
    }

    private static Topology lookingUp(Function<String, String> service) {
        return new Topology()
                .addSource("items", "in")
                .addProcessor("prices", () -> new PriceLookup(service), "items")
                .addSink("priced", "out", "prices");
    }
}
