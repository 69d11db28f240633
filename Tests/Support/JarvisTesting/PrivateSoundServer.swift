// SPDX-License-Identifier: GPL-3.0-or-later
// A private sound server for a test or benchmark, PulseAudio or PipeWire, which can be killed, frozen and robbed of its
// devices.

import Glibc

/// Runs from `init` to `stop` or deinit, with everything in its own temporary folder. Blocking.
public final class PrivateSoundServer {
    /// The server could not be started, or a `pactl` command was refused.
    public enum Fault: Error {
        case notStarted(log: String)
        case refused(command: [String], output: String)
    }

    /// The server that provides PulseAudio's protocol.
    public enum Kind: String, Sendable, CaseIterable {
        case pulseAudio = "pulseaudio"
        /// With WirePlumber, which sees no hardware here.
        case pipeWire = "pipewire"

        /// The server named in `JARVIS_TEST_SOUND_SERVER`, so that the same tests run on either; PulseAudio by default.
        public static var chosen: Kind {
            getenv("JARVIS_TEST_SOUND_SERVER").flatMap { Kind(rawValue: String(cString: $0)) } ?? .pulseAudio
        }
    }

    /// A speaker, and a microphone that records what is played into `mic_feed`.
    public static let speakerAndMicrophone = """
        load-module module-null-sink sink_name=speaker sink_properties=device.description=Speaker
        load-module module-null-sink sink_name=mic_feed sink_properties=device.description=Feed
        load-module module-remap-source master=mic_feed.monitor source_name=mic source_properties=device.description=Mic
        set-default-sink speaker
        set-default-source mic
        """

    /// Variables of the desktop's own server, which would keep this one from starting.
    private static let foreign = [
        "PULSE_SERVER", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH", "PULSE_COOKIE", "PULSE_CLIENTCONFIG",
    ]

    /// The address in PulseAudio's notation.
    public var address: String { "unix:\(folder.path)/pulse/native" }
    private var busAddress: String { "unix:path=\(folder.path)/bus" }
    public let folder: TemporaryFolder
    public let kind: Kind
    private let modules: String
    /// The server of the protocol comes first.
    private var processes: [ChildProcess] = []

    /// Starts a server with these lines of configuration, in the syntax of PulseAudio's command line.
    public init(_ kind: Kind = .chosen, modules: String = speakerAndMicrophone) throws {
        folder = try TemporaryFolder("jarvis-audio")
        self.kind = kind
        self.modules = modules
        mkdir(folder.path + "/pulse", 0o700)
        if kind == .pipeWire { try Self.keepHardware(from: folder.path + "/.config/wireplumber") }
        try start()
    }

    deinit {
        stop()
    }

    /// Starts the server and waits until it answers; also after `stop`.
    public func start() throws {
        switch kind {
        case .pulseAudio: try startPulseAudio()
        case .pipeWire: try startPipeWire()
        }
    }

    private func startPulseAudio() throws {
        // The protocol comes last: once it answers, the devices are there.
        let script =
            modules + "\nload-module module-native-protocol-unix socket=\(folder.path)/pulse/native auth-anonymous=1\n"
        try Self.write(script, to: folder.path + "/server.pa")
        processes = [
            try run(
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
                "--high-priority=yes", "--realtime=yes", "-F", folder.path + "/server.pa")
        ]
        try waitFor("its answer") { (try? control("info")) != nil }
    }

    private func startPipeWire() throws {
        // WirePlumber does not run without a bus.
        let bus = try run("dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(busAddress)")
        processes = [bus]
        try waitFor("the bus") { access(folder.path + "/bus", F_OK) == 0 }
        let server = try run("pipewire")
        processes = [server, bus]
        try waitFor("PipeWire's socket") { access(folder.path + "/pipewire-0", F_OK) == 0 }
        let manager = try run("wireplumber")
        processes = [try run("pipewire-pulse"), server, manager, bus]
        try waitFor("its answer") { (try? control("info")) != nil }
        for line in modules.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            // A default device may not be known to WirePlumber yet.
            try waitFor(String(line)) { (try? control(words)) != nil && isChosen(words) }
        }
    }

    private func isChosen(_ command: [String]) -> Bool {
        guard command.count == 2, let device = command.last else { return true }
        switch command[0] {
        case "set-default-sink": return (try? control("get-default-sink")) == device + "\n"
        case "set-default-source": return (try? control("get-default-source")) == device + "\n"
        default: return true
        }
    }

    /// The server does not announce that it is ready, so it must be polled.
    private func waitFor(_ what: String, _ condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline, processes.allSatisfy(\.isRunning) {
            if condition() { return }
            usleep(10_000)
        }
        throw Fault.notStarted(log: "no \(what); " + processes.map(\.output).joined(separator: "\n"))
    }

    /// Keeps it from taking the computer's own devices from its user's WirePlumber. The first two settings are for
    /// versions before 0.5, the third for later ones.
    private static func keepHardware(from folder: String) throws {
        let files = [
            "main.lua.d/51-no-hardware.lua":
                "alsa_monitor.enabled = false\nv4l2_monitor.enabled = false\nlibcamera_monitor.enabled = false\n",
            "bluetooth.lua.d/51-no-hardware.lua":
                "bluez_monitor.enabled = false\nbluez_midi_monitor = { enabled = false }\n",
            "wireplumber.conf.d/51-no-hardware.conf": """
            wireplumber.profiles = { main = {
              hardware.audio = disabled, hardware.bluetooth = disabled, hardware.video-capture = disabled
            } }

            """,
        ]
        for (name, text) in files {
            var path = ""
            for part in (folder + "/" + name).split(separator: "/").dropLast() {
                path += "/" + part
                mkdir(path, 0o700)
            }
            try write(text, to: folder + "/" + name)
        }
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Fault.notStarted(log: "\(path): \(errno)") }
        fputs(text, file)
        fclose(file)
    }

    /// Ends the server as a crash would.
    public func stop() {
        for process in processes { process.send(signal: SIGKILL) }
        for process in processes { process.wait() }
        processes = []
        for socket in ["pulse/native", "pipewire-0", "bus"] { unlink(folder.path + "/" + socket) }
    }

    /// Freezes the server until `resume`.
    public func hang() { for process in processes { process.send(signal: SIGSTOP) } }

    /// Lets the server continue.
    public func resume() { for process in processes.reversed() { process.send(signal: SIGCONT) } }

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
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
                "DBUS_SESSION_BUS_ADDRESS": kind == .pipeWire ? busAddress : "disabled:",
                "XDG_CONFIG_HOME": folder.path + "/.config", "XDG_STATE_HOME": folder.path + "/.state",
                "PIPEWIRE_RUNTIME_DIR": folder.path,
            ])
    }
}
