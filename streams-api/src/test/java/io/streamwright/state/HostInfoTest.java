package io.streamwright.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostInfoTest {
    @ParameterizedTest
    @CsvSource({
        "host:12, host, 12",
        "http://host:12, host, 12",
        "[::1]:99, ::1, 99",
        "https://[::1]:99, ::1, 99",
        "a.b-c.d:9092, a.b-c.d, 9092"
    })
    void endpoint_isReadAsKafkaStreamsReadsIt(String endpoint, String host, int port) {
        assertThat(HostInfo.buildFromEndpoint(endpoint)).isEqualTo(new HostInfo(host, port));
        org.apache.kafka.streams.state.HostInfo there =
                org.apache.kafka.streams.state.HostInfo.buildFromEndpoint(endpoint);
        assertThat(there.host()).isEqualTo(host);
        assertThat(there.port()).isEqualTo(port);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void nothing_isNoHost(String endpoint) {
        assertThat(HostInfo.buildFromEndpoint(endpoint)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host:", ":12", "host:-1", "a:b", "host:12345678901"})
    void otherText_isRefused(String endpoint) {
        assertThatThrownBy(() -> HostInfo.buildFromEndpoint(endpoint))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("host:port");
    }
}
