// SPDX-License-Identifier: GPL-3.0-or-later
// A PulseAudio server of a test's or a measurement's own, to be played into, killed, hung and robbed of its devices.

import Glibc

/// Runs from `init` to `stop` or its end. Everything lives in a temporary folder of its own. Blocking.
public final class PrivateSoundServer {
    /// The server that could not be started, or the `pactl` command that was refused.
    public enum Fault: Error {
        case notStarted(log: String)
        case refused(command: [String], output: String)
    }

    /// A speaker, and a microphone that hears what is played into `mic_feed`.
    public static let speakerAndMicrophone = """
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

    /// In PulseAudio's notation.
    public var address: String { "unix:\(folder.path)/native" }
    public let folder: TemporaryFolder
    private let modules: String
    private var process: ChildProcess?

    /// Starts a server with these lines of configuration.
    public init(modules: String = speakerAndMicrophone) throws {
        folder = try TemporaryFolder("jarvis-audio")
        self.modules = modules
        try start()
    }

    deinit {
        stop()
    }

    /// Starts the server and waits until it answers; also after `stop`.
    public func start() throws {
        // The protocol comes last: once it answers, the devices are there.
        let script =
            modules + "\nload-module module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1\n"
        guard let file = fopen(folder.path + "/server.pa", "w") else { throw Fault.notStarted(log: "fopen: \(errno)") }
        fputs(script, file)
        fclose(file)
        let process = try run(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
            "--high-priority=yes", "--realtime=yes", "-F", folder.path + "/server.pa")
        self.process = process
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline, process.isRunning {
            if (try? control("info")) != nil { return }
            // The server says nothing when it is ready: it has to be asked.
            usleep(10_000)
        }
        throw Fault.notStarted(log: process.output)
    }

    /// Ends the server as a crash would.
    public func stop() {
        guard let process else { return }
        process.send(signal: SIGKILL)
        process.wait()
        self.process = nil
        unlink(folder.path + "/native")
    }

    /// Keeps the server from doing anything until `resume`.
    public func hang() { process?.send(signal: SIGSTOP) }

    /// Lets it go on.
    public func resume() { process?.send(signal: SIGCONT) }

    /// Runs `pactl` on this server and returns what it prints.
    /// - Throws: `Fault.refused`.
    @discardableResult
    public func control(_ arguments: [String]) throws -> String {
        let pactl = try run("pactl", ["-s", address] + arguments)
        guard pactl.wait() == 0 else { throw Fault.refused(command: arguments, output: pactl.output) }
        return pactl.output
    }

    @discardableResult
    public func control(_ arguments: String...) throws -> String { try control(arguments) }

    private func run(_ program: String, _ arguments: String...) throws -> ChildProcess {
        try run(program, arguments)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            "env", Self.foreign.flatMap { ["-u", $0] } + [program] + arguments,
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            ])
    }
}
