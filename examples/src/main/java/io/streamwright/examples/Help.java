package io.streamwright.examples;

import java.util.List;

/** Explains a job. */
final class Help {
    private Help() {}

    static void print(Job job, List<Option> options, Console console) {
        console.say("%s: %s", job.name(), job.summary());
        console.say("");
        console.say("usage: examples/run %s [options]", job.name());
        int width = options.stream()
                .mapToInt(option -> option.usage().length())
                .max()
                .orElse(1);
        options.forEach(option -> console.say("  %-" + width + "s  %s", option.usage(), option.meaning()));
        console.say("");
        console.say("%s", job.description().strip());
    }
}
