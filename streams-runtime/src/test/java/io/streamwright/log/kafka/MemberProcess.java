package io.streamwright.log.kafka;

import io.streamwright.log.GroupMembership;
import io.streamwright.log.LogClient;
import io.streamwright.log.Logs;
import io.streamwright.log.MemberOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A process that is a member of a group until it is killed. */
final class MemberProcess {
    private MemberProcess() {}

    /** Joins, says where it is, and stays: the address, the group, the member's directory. Ends with its input. */
    public static void main(String[] args) throws IOException {
        try (LogClient log = Logs.open(args[0], Map.of())) {
            GroupMembership member = log.join(new MemberOptions(args[1], Set.of(args[1]), Path.of(args[2])));
            System.out.println(member.memberId() + " " + member.generation());
            int ended = System.in.read();
            Runtime.getRuntime().halt(ended);
        }
    }

    /** Lets a process join a group, kills it, and returns the place it had. */
    static GroupMembership joinAndBeKilled(String address, String group, Path home) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemberProcess.class.getName(),
                        address,
                        group,
                        home.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("the member's process ended with " + process.waitFor());
            }
            String[] place = line.split(" ", -1);
            return new Place(group, place[0], Integer.parseInt(place[1]));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private record Place(String groupId, String memberId, int generation) implements GroupMembership {
        @Override
        public void close() {
            throw new IllegalStateException("it was killed");
        }
    }
}
