package io.streamwright.placement;

import io.streamwright.processor.assignment.ApplicationState;

/** How racks are taken into account: {@code rack.aware.assignment.strategy} (KIP-925). */
enum RackStrategy {
    /** Not at all. */
    NONE,
    /** As little traffic as possible. */
    MIN_TRAFFIC,
    /** As little traffic as possible while each sub-topology is spread evenly. */
    BALANCE_SUBTOPOLOGY;

    static RackStrategy of(ApplicationState application) {
        String name = application.assignmentConfigs().rackAwareAssignmentStrategy();
        return switch (name) {
            case "none" -> NONE;
            case "min_traffic" -> MIN_TRAFFIC;
            case "balance_subtopology" -> BALANCE_SUBTOPOLOGY;
            default -> throw new IllegalArgumentException("unknown rack.aware.assignment.strategy: " + name);
        };
    }
}
