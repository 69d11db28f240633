// SPDX-License-Identifier: GPL-3.0-or-later
// A PulseAudio server of the test's own: a speaker, and a microphone that hears what is played into `mic_feed`.

import Glibc
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAudio

/// Runs from `init` to `stop` or its end. Everything lives in a temporary folder of its own.
final class PrivatePulseServer {
    enum Fault: Error {
        case notStarted(log: String)
    }

    let server: PulseServer
    private let folder: TemporaryFolder
    private let modules: String
    private var process: ChildProcess?

    static let speakerAndMicrophone = """
        load-module module-null-sink sink_name=speaker sink_properties=device.description=Speaker
        load-module module-null-sink sink_name=mic_feed sink_properties=device.description=Feed
        load-module module-remap-source master=mic_feed.monitor source_name=mic source_properties=device.description=Mic
        set-default-sink speaker
        set-default-source mic
        """

    /// Settings of the desktop's own server, beside which (and beside whose name on the bus) this one would not start.
    private static let foreign = [
        "PULSE_SERVER", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH", "PULSE_COOKIE", "PULSE_CLIENTCONFIG",
    ]

    init(modules: String = speakerAndMicrophone) throws {
        folder = try TemporaryFolder("jarvis-audio")
        server = PulseServer(address: "unix:\(folder.path)/native")
        self.modules = modules
        try start()
    }

    deinit {
        stop()
    }

    /// Starts the server and waits until it answers; also after `stop`.
    func start() throws {
        let script =
            "load-module module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1\n" + modules + "\n"
        guard let file = fopen(folder.path + "/server.pa", "w") else { throw Fault.notStarted(log: "fopen: \(errno)") }
        fputs(script, file)
        fclose(file)
        let process = try ChildProcess(
            "env",
            Self.foreign.flatMap { ["-u", $0] } + [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
                "--high-priority=no", "--realtime=no", "-F", folder.path + "/server.pa",
            ], environment: environment)
        self.process = process
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline, process.isRunning {
            if isAnswering { return }
            // The server says nothing when it is ready: it has to be asked.
            usleep(10_000)
        }
        throw Fault.notStarted(log: process.output)
    }

    /// Ends the server as a crash would.
    func stop() {
        guard let process else { return }
        process.send(signal: SIGKILL)
        process.wait()
        self.process = nil
        unlink(folder.path + "/native")
    }

    /// Runs `pactl` against this server.
    func control(_ arguments: String...) throws {
        let pactl = try ChildProcess(
            "env", Self.foreign.flatMap { ["-u", $0] } + ["pactl", "-s", server.address ?? ""] + arguments,
            environment: environment)
        try #require(pactl.wait() == 0, "pactl \(arguments): \(pactl.output)")
    }

    private var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "DBUS_SESSION_BUS_ADDRESS": "disabled:"]
    }

    private var isAnswering: Bool {
        guard let connection = try? PulseConnection(server: server) else { return false }
        do {
            try connection.connect()
            // The script has run to its end once its last device is there.
            return try !connection.sources().isEmpty || !modules.contains("sink")
        } catch {
            return false
        }
    }
}
