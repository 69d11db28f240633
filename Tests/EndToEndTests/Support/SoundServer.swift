// SPDX-License-Identifier: GPL-3.0-or-later
// A PulseAudio server for a single test, to be killed, restarted and deprived of devices.

import Glibc
import JarvisProgramTesting
import JarvisTesting
import Testing

/// Runs in a temporary folder from `start` to `stop` or deinitialization.
final class SoundServer {
    /// The connected devices.
    enum Devices: String {
        case microphone = "load-module module-null-source source_name=mic\n"
        case speaker = "load-module module-null-sink sink_name=speaker rate=48000 norewinds=1\n"
        case speakerAndMicrophone = """
            load-module module-null-sink sink_name=speaker rate=48000 norewinds=1
            load-module module-null-sink sink_name=mic_feed rate=48000 norewinds=1
            load-module module-remap-source master=mic_feed.monitor source_name=mic
            set-default-sink speaker
            set-default-source mic

            """
        /// The dummy sink that servers create if there is no device.
        case nothing = "load-module module-null-sink sink_name=auto_null norewinds=1\n"
        /// Two microphones with the same input, and a second speaker.
        case pairs = """
            load-module module-null-sink sink_name=speaker rate=48000 norewinds=1
            load-module module-null-sink sink_name=headphones rate=48000 norewinds=1
            load-module module-null-sink sink_name=mic_feed rate=48000 norewinds=1
            load-module module-remap-source master=mic_feed.monitor source_name=mic
            load-module module-remap-source master=mic_feed.monitor source_name=second
            set-default-sink speaker
            set-default-source mic

            """
    }

    private let folder: TemporaryFolder
    private var process: ChildProcess?

    var address: String { "unix:\(folder.path)/native" }
    var environment: [String: String] { ["PULSE_SERVER": address] }

    init(_ devices: Devices = .speakerAndMicrophone) async throws {
        folder = try TemporaryFolder("jarvis-sound")
        // The protocol comes last: once its socket is there, the devices are too.
        let script =
            devices.rawValue
            + "load-module module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1\n"
        let file = try #require(fopen(folder.path + "/server.pa", "w"))
        fputs(script, file)
        fclose(file)
        try await start()
    }

    func start() async throws {
        process = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
                "--high-priority=yes", "--realtime=yes", "-F", folder.path + "/server.pa",
            ],
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path + "/run",
                // One server per session bus; a second one ends at once.
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            ])
        let isThere = try await eventually {
            try await ChildProcess.run("pactl", ["info"], environment: environment).status == 0
        }
        #expect(isThere, "the sound server did not start: \(process?.output ?? "")")
    }

    /// Kills the server, as in a crash.
    func stop() {
        process?.send(signal: SIGKILL)
        process?.wait()
        unlink(folder.path + "/native")
    }

    /// Makes the server stop answering.
    func hang() { process?.send(signal: SIGSTOP) }

    /// Makes the server answer again.
    func resume() { process?.send(signal: SIGCONT) }

    /// Runs `pactl` on this server and returns what it prints.
    @discardableResult
    func control(_ arguments: String...) async throws -> String {
        let result = try await ChildProcess.run("pactl", arguments, environment: environment)
        #expect(result.status == 0, "pactl \(arguments): \(result.output)")
        return result.output
    }

    /// Removes the device created by the module with `argument`.
    func unplug(_ argument: String) async throws {
        let modules = try await control("list", "short", "modules").split(separator: "\n")
        let module = try #require(modules.first { $0.split(separator: "\t").last?.contains(argument) ?? false })
        try await control("unload-module", String(module.prefix { $0 != "\t" }))
    }

    /// Waits until no program records; false after a minute.
    func recordsNothing() async throws -> Bool {
        try await eventually { try await recordingStreamCount() == 0 }
    }

    /// Recording streams of programs; those of the server's own modules have no client.
    func recordingStreamCount() async throws -> Int {
        try await control("list", "short", "source-outputs").split(separator: "\n").count { line in
            line.split(separator: "\t").dropFirst(2).first != "-"
        }
    }

    /// Starts playing a WAV file into the microphone.
    func play(_ file: String) throws -> ChildProcess {
        try ChildProcess("paplay", ["--device=mic_feed", "--latency-msec=50", file], environment: environment)
    }
}
