package io.streamwright;

/**
 * Names of the settings of {@link StreamsConfig} that say which instance has which task. A program finds them there.
 */
interface AssignmentSettingNames {

    /**
     * How the instances of an application share its tasks: a word of GroupProtocol (KIP-1071). Accepted, and does nothing
     * yet. Text; default classic.
     */
    String GROUP_PROTOCOL_CONFIG = "group.protocol";

    /** Default of {@link #GROUP_PROTOCOL_CONFIG}. */
    String DEFAULT_GROUP_PROTOCOL = "classic";

    /**
     * Says which process has which task (KIP-924): a class of {@link io.streamwright.processor.assignment.TaskAssignor}. On the embedded
     * log, too, where it can only give everything to the one process. Name of a class; default
     * {@link io.streamwright.processor.assignment.assignors.HighAvailabilityTaskAssignor}.
     */
    String TASK_ASSIGNOR_CLASS_CONFIG = "task.assignor.class";

    /** How many copies of a store other instances keep (KIP-441). Accepted, and does nothing yet. Number; default 0. */
    String NUM_STANDBY_REPLICAS_CONFIG = "num.standby.replicas";

    /**
     * How many stores may be copied at a time to the instance to which their task is to move (KIP-441). Accepted, and
     * does nothing yet. Number; default 2.
     */
    String MAX_WARMUP_REPLICAS_CONFIG = "max.warmup.replicas";

    /**
     * How far a copy may lie behind for its instance to take the task over (KIP-441). Accepted, and does nothing yet.
     * Records; default 10000.
     */
    String ACCEPTABLE_RECOVERY_LAG_CONFIG = "acceptable.recovery.lag";

    /**
     * How often it is looked whether copies have caught up (KIP-441). Accepted, and does nothing yet. Milliseconds;
     * default 600000.
     */
    String PROBING_REBALANCE_INTERVAL_MS_CONFIG = "probing.rebalance.interval.ms";

    /**
     * Keys of the tags over whose values copies are spread (KIP-708). Accepted, and does nothing yet. List; default:
     * empty.
     */
    String RACK_AWARE_ASSIGNMENT_TAGS_CONFIG = "rack.aware.assignment.tags";

    /**
     * How racks count when tasks are assigned (KIP-925): {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_NONE}, {@link
     * #RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC} or {@link #RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY}.
     * Accepted, and does nothing yet. Text; default none.
     */
    String RACK_AWARE_ASSIGNMENT_STRATEGY_CONFIG = "rack.aware.assignment.strategy";

    /** What traffic between racks costs (KIP-925). Accepted, and does nothing yet. Number; default: the assignor's. */
    String RACK_AWARE_ASSIGNMENT_TRAFFIC_COST_CONFIG = "rack.aware.assignment.traffic_cost";

    /** What it costs to move a task (KIP-925). Accepted, and does nothing yet. Number; default: the assignor's. */
    String RACK_AWARE_ASSIGNMENT_NON_OVERLAP_COST_CONFIG = "rack.aware.assignment.non_overlap_cost";

    /** Racks do not count. */
    String RACK_AWARE_ASSIGNMENT_STRATEGY_NONE = "none";

    /** As little as possible goes from rack to rack. */
    String RACK_AWARE_ASSIGNMENT_STRATEGY_MIN_TRAFFIC = "min_traffic";

    /** As little as possible goes from rack to rack while the tasks of each sub-topology are spread. */
    String RACK_AWARE_ASSIGNMENT_STRATEGY_BALANCE_SUBTOPOLOGY = "balance_subtopology";

    /** How many tags {@link #RACK_AWARE_ASSIGNMENT_TAGS_CONFIG} may name. */
    int MAX_RACK_AWARE_ASSIGNMENT_TAG_LIST_SIZE = 5;

    /** How many characters the key of a tag may have. */
    int MAX_RACK_AWARE_ASSIGNMENT_TAG_KEY_LENGTH = 20;

    /** How many characters the value of a tag may have. */
    int MAX_RACK_AWARE_ASSIGNMENT_TAG_VALUE_LENGTH = 30;
}
