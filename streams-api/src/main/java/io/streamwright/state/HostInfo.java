package io.streamwright.state;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Where an instance of an application takes requests: what it set as {@code application.server}. Nothing here opens a port.
 *
 * <p>Immutable.
 */
public class HostInfo {

    private static final Pattern ENDPOINT =
            Pattern.compile("(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:\\[([^\\]]+)\\]|([^:/\\[\\]]+)):(\\d{1,9})");
    private static final HostInfo UNAVAILABLE = new HostInfo("unavailable", -1);

    private final String host;
    private final int port;

    /** Takes a host and a port as they are. */
    public HostInfo(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * Reads {@code host:port}, with or without a scheme in front; an IPv6 address stands in brackets.
     *
     * @return null if there is nothing to read: null or blank
     * @throws ConfigException if it is none
     */
    public static @Nullable HostInfo buildFromEndpoint(@Nullable String endPoint) {
        if (endPoint == null || endPoint.isBlank()) {
            return null;
        }
        Matcher parts = ENDPOINT.matcher(endPoint);
        if (!parts.matches()) {
            throw new ConfigException("Cannot read the address " + endPoint + ": give it as host:port.");
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new HostInfo(host, Integer.parseInt(parts.group(3)));
    }

    /** Returns what stands for a host that is not known. */
    public static HostInfo unavailable() {
        return UNAVAILABLE;
    }

    /** Returns the host. */
    public String host() {
        return host;
    }

    /** Returns the port. */
    public int port() {
        return port;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof HostInfo that && port == that.port && host.equals(that.host));
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
