package io.streamwright.kstream;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/** Finds the serializer or deserializer inside of a windowed one. Thread-safe: holds nothing. */
final class InnerSerde {

    private InnerSerde() {}

    /**
     * Returns the one that was given, or else the one that the settings name.
     *
     * @param setting the setting's name; its value is a class, or a class's name
     * @param type serializer or deserializer
     * @param given null: the settings name one
     * @throws ConfigException if there is none, both say different things, or it cannot be made
     */
    @SuppressWarnings("unchecked") // what the keys are is the settings' matter
    static <T> T configured(Map<String, ?> configs, String setting, Class<? super T> type, @Nullable T given) {
        Object value = configs.get(setting);
        if (value == null) {
            if (given == null) {
                throw new ConfigException("a windowed " + type.getSimpleName()
                        + " needs one for the keys: give it to the constructor, or set " + setting);
            }
            return given;
        }
        String className = value instanceof Class<?> named ? named.getName() : value.toString();
        Object made = made(setting, className);
        if (made instanceof Serde<?> serde) {
            made = type.isInstance(serde.serializer()) ? serde.serializer() : serde.deserializer();
        }
        if (!type.isInstance(made)) {
            throw new ConfigException(setting, className, "it is no " + type.getName() + " and no serde");
        }
        if (given != null && !given.getClass().equals(made.getClass())) {
            throw new ConfigException(
                    setting,
                    className,
                    "the constructor was given a " + given.getClass().getName() + ": leave one out");
        }
        return given != null ? given : (T) made;
    }

    private static Object made(String setting, String className) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Class.forName(className, true, loader != null ? loader : InnerSerde.class.getClassLoader())
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            ConfigException failed = new ConfigException(setting, className, "cannot be made: " + e);
            failed.initCause(e);
            throw failed;
        }
    }
}
