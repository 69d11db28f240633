// SPDX-License-Identifier: GPL-3.0-or-later
// A PulseAudio server of the test's own: a speaker, and a microphone that hears what is played into `mic_feed`.

import Glibc
import JarvisCore
import Testing

@testable import JarvisAudio

/// Runs from `init` to `stop` or its end. Everything lives in a temporary folder of its own.
final class PrivatePulseServer {
    enum Fault: Error {
        case notStarted(log: String)
    }

    let server: PulseServer
    private let folder: String
    private let modules: String
    private var process: pid_t = 0

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
        var template = Array("/tmp/jarvis-audio-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fault.notStarted(log: "mkdtemp: \(errno)") }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        server = PulseServer(address: "unix:\(folder)/native")
        self.modules = modules
        try start()
    }

    deinit {
        stop()
        guard let removal = try? spawn(["rm", "-rf", folder]) else { return }
        var status: Int32 = 0
        waitpid(removal, &status, 0)
    }

    /// Starts the server and waits until it answers; also after `stop`.
    func start() throws {
        let script =
            "load-module module-native-protocol-unix socket=\(folder)/native auth-anonymous=1\n" + modules + "\n"
        guard let file = fopen(folder + "/server.pa", "w") else { throw Fault.notStarted(log: "fopen: \(errno)") }
        fputs(script, file)
        fclose(file)
        process = try spawn([
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
            "--high-priority=no", "--realtime=no", "--log-target=file:\(folder)/log", "-F", folder + "/server.pa",
        ])
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if isAnswering { return }
            usleep(10_000)
        }
        throw Fault.notStarted(log: folder)
    }

    /// Ends the server as a crash would.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = 0
        unlink(folder + "/native")
    }

    /// Runs `pactl` against this server.
    func control(_ arguments: String...) throws {
        var status: Int32 = 0
        waitpid(try spawn(["pactl", "-s", server.address ?? ""] + arguments), &status, 0)
        try #require(status == 0, "pactl \(arguments)")
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

    private func spawn(_ arguments: [String]) throws -> pid_t {
        var pointers: [UnsafeMutablePointer<CChar>?] =
            (["env"] + Self.foreign.flatMap { ["-u", $0] }
            + ["DBUS_SESSION_BUS_ADDRESS=disabled:", "XDG_RUNTIME_DIR=" + folder, "HOME=" + folder] + arguments)
            .map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process: pid_t = 0
        let status = posix_spawnp(&process, "env", nil, nil, pointers, environ)
        guard status == 0 else { throw Fault.notStarted(log: "posix_spawnp: \(status)") }
        return process
    }
}
