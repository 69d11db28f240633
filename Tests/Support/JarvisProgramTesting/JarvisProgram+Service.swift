// SPDX-License-Identifier: GPL-3.0-or-later
// The program without a window, and its interface as called by another program.

import Glibc
package import JarvisPlatform
package import JarvisTesting
import Testing

extension JarvisProgram {
    package static let busName = "io.github.jarvis_assistant.Jarvis"

    /// Starts the service and waits until it owns its name and commands can find it.
    /// - Parameter unset: Variables to remove from its environment.
    package func startService(unset: [String] = []) async throws -> ChildProcess {
        let before = allEvents().count
        let unsetting = unset.flatMap { ["-u", $0] }
        let child = try ChildProcess(
            "env", unsetting + [program, "--service", "--events", events], environment: environment)
        try await expectService(of: child, after: before)
        return child
    }

    /// Opens the window and waits until other commands find it: its interface is there slightly later than the window.
    /// - Returns: The index of the window's event.
    @discardableResult
    package func openForCommands() async throws -> Int {
        let before = allEvents().count
        let index = try await openAndWait(after: before)
        try await expectService(of: child, after: before)
        return index
    }

    private func expectService(of child: ChildProcess?, after skipping: Int) async throws {
        let ready = try await event("service", after: skipping, within: .seconds(60)) { $0["isOn"] == .flag(true) }
        #expect(ready != nil, "the service is there; it said: \(child?.output ?? "")")
        // The lock that commands look for is acquired slightly later.
        let isHeld = try await eventually(within: .seconds(60)) {
            RingerLock.isHeld(reminders: dataFolder + "/reminders.json")
        }
        #expect(isHeld)
    }

    /// Calls a method as another program, by gdbus.
    package func callService(_ arguments: String...) async throws -> (status: Int32?, output: String) {
        try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", Self.busName, "--object-path", "/io/github/jarvis_assistant/Jarvis",
                "--method", "\(Self.busName).\(arguments[0])",
            ] + arguments.dropFirst(), environment: environment)
    }
}

/// True once the condition holds; false if the limit passes first.
package func eventually(within limit: Duration = .seconds(60), _ condition: () async throws -> Bool) async throws
    -> Bool
{
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(100))
    }
    return false
}

/// The number of recording streams of programs; those of the sound server's own modules have no client.
package func recordingStreams() async throws -> Int {
    let list = try await ChildProcess.run("pactl", ["list", "short", "source-outputs"])
    #expect(list.status == 0, "\(list.output)")
    return list.output.split(separator: "\n").count { $0.split(separator: "\t").dropFirst(2).first != "-" }
}
