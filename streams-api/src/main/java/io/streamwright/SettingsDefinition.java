package io.streamwright;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings, and takes an object where a class is expected and the setting's rule allows it. Owner: the thread that makes it;
 * shared when it has all its settings.
 *
 * <p>Kafka's own definition knows classes only: an object, as a lambda is, has no class that another could be made of.
 */
final class SettingsDefinition extends ConfigDef {

    SettingsDefinition(List<Setting> settings) {
        settings.forEach(setting -> setting.defineIn(this));
    }

    /** Reads the settings; an object is its own value. */
    @Override
    public Map<String, Object> parse(Map<?, ?> props) {
        Map<Object, @Nullable Object> texts = new HashMap<>();
        Map<String, Object> objects = new HashMap<>();
        props.forEach((name, value) -> {
            ConfigKey key = configKeys().get(name);
            if (key != null && key.type == Type.CLASS && Setting.isObject(value)) {
                key.validator.ensureValid(key.name, value);
                objects.put(key.name, value);
            } else {
                texts.put(name, value);
            }
        });
        Map<String, Object> values = super.parse(texts);
        values.putAll(objects);
        return values;
    }
}
