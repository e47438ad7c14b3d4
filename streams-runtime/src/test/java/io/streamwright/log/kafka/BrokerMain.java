package io.streamwright.log.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The main class of a broker's own process: formats the broker's directory the first time, runs the broker, and ends with the process
 * that started it.
 *
 * <p>What is read from standard input decides: {@code stop} lets the broker shut down, the end of the input (its parent is gone) ends
 * the process at once. The broker's classes are reached by reflection, as they are on the class path of that process alone.
 */
final class BrokerMain {
    private BrokerMain() {}

    /** Runs a broker: the cluster's id, the file of its settings, the directory of its data. */
    public static void main(String[] args) throws Exception {
        String clusterId = args[0];
        String settings = args[1];
        Thread parent = new Thread(BrokerMain::obeyParent, "parent");
        parent.setDaemon(true);
        parent.start();
        if (!Files.exists(Path.of(args[2]).resolve("meta.properties"))) {
            String[] format = {"format", "--cluster-id", clusterId, "--config", settings};
            Object code = Class.forName("kafka.tools.StorageTool")
                    .getMethod("execute", String[].class, PrintStream.class)
                    .invoke(null, format, System.out);
            if (!Integer.valueOf(0).equals(code)) {
                throw new IllegalStateException("the broker's directory could not be formatted: code=" + code);
            }
        }
        try {
            Class.forName("kafka.Kafka").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {settings});
        } catch (InvocationTargetException failure) {
            failure.getCause().printStackTrace();
            System.exit(1);
        }
    }

    private static void obeyParent() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String order = input.readLine();
            if ("stop".equals(order)) {
                System.exit(0);
            }
        } catch (IOException lost) {
            System.err.println("the parent cannot be heard any more: " + lost);
        }
        Runtime.getRuntime().halt(1);
    }
}
