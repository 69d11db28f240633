// SPDX-License-Identifier: GPL-3.0-or-later
// The program without a window, and its interface as another program calls it.

import Glibc
package import JarvisPlatform
package import JarvisTesting
import Testing

extension JarvisProgram {
    package static let busName = "io.github.jarvis_assistant.Jarvis"

    /// Starts the service and waits until it has its name, and can be found by commands.
    /// - Parameter unset: variables that it does not get.
    package func startService(unset: [String] = []) async throws -> ChildProcess {
        let before = allEvents().count
        let unsetting = unset.flatMap { ["-u", $0] }
        let child = try ChildProcess(
            "env", unsetting + [program, "--service", "--events", events], environment: environment)
        let ready = try await event("service", after: before, within: .seconds(60)) { $0["isOn"] == .flag(true) }
        #expect(ready != nil, "the service is there; it said: \(child.output)")
        // The lock by which commands find it is taken a moment later.
        let isHeld = try await eventually(within: .seconds(60)) {
            RingerLock.isHeld(reminders: dataFolder + "/reminders.json")
        }
        #expect(isHeld)
        return child
    }

    /// Calls a method of the interface as a stranger, by gdbus.
    package func callService(_ arguments: String...) async throws -> (status: Int32?, output: String) {
        try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", Self.busName, "--object-path", "/io/github/jarvis_assistant/Jarvis",
                "--method", "\(Self.busName).\(arguments[0])",
            ] + arguments.dropFirst(), environment: environment)
    }
}

/// True as soon as the condition holds; false when it does not within the limit.
package func eventually(within limit: Duration = .seconds(30), _ condition: () async throws -> Bool) async throws
    -> Bool
{
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(100))
    }
    return false
}

/// Streams of programs that record; those of the sound server's own modules have no client.
package func recordingStreams() async throws -> Int {
    let list = try await ChildProcess.run("pactl", ["list", "short", "source-outputs"])
    #expect(list.status == 0, "\(list.output)")
    return list.output.split(separator: "\n").count { $0.split(separator: "\t").dropFirst(2).first != "-" }
}
