package io.streamwright.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Lets the compiled main classes of both library modules in, whether they come from a directory or a jar. Immutable. */
public final class MainClasses implements ImportOption {
    static final String ROOT = "io.streamwright";

    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
}
