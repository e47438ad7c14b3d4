package io.streamwright.log.embedded.execution;

import io.streamwright.log.TopicSpec;
import io.streamwright.log.embedded.protocol.FieldReader;
import io.streamwright.log.embedded.protocol.FieldWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * A topic as it is stored. Immutable.
 *
 * @param id never given to another topic
 * @param spec name, partitions and settings
 */
record StoredTopic(int id, TopicSpec spec) {
    private static final int VERSION = 1;
    private static final int KIND = 0;

    byte[] encode() {
        FieldWriter out = new FieldWriter(VERSION, KIND)
                .writeInt(id)
                .writeString(spec.name())
                .writeInt(spec.partitions())
                .writeInt(spec.config().size());
        new TreeMap<>(spec.config())
                .forEach((name, value) -> out.writeString(name).writeString(value));
        return out.toBytes();
    }

    static StoredTopic decode(byte[] bytes) {
        FieldReader in = new FieldReader(bytes, "topic record", VERSION);
        if (in.kind() != KIND) {
            throw in.unknownKind();
        }
        int id = in.readInt();
        String name = in.readString();
        int partitions = in.readInt();
        Map<String, String> config = new TreeMap<>();
        for (int rest = in.readCount(); rest > 0; rest--) {
            config.put(in.readString(), in.readString());
        }
        in.finish();
        return new StoredTopic(id, new TopicSpec(name, partitions, config));
    }
}
