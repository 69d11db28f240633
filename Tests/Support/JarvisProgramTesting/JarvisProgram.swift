// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, run on the virtual desktop with its own home folder.

import Glibc
package import JarvisPlatform
package import JarvisTesting
import Testing

/// One running window, observed through its event log.
package final class JarvisProgram {
    package let home: TemporaryFolder
    package let environment: [String: String]
    package var child: ChildProcess?
    package let program: String
    private let showsSetup: Bool
    private var tail = EventTail()

    /// `$JARVIS_PROGRAM`, the program as users get it, set by `scripts/test`; otherwise the one built beside the tests.
    package static let path: String = {
        if let program = Environment.value("JARVIS_PROGRAM") { return program }
        let own = Environment.executablePath() ?? ""
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/jarvis"
    }()

    package var events: String { home.path + "/events.jsonl" }
    package var utterances: String { home.path + "/utterances" }
    package var dataFolder: String { home.path + "/data/jarvis" }

    /// - Parameters:
    ///   - extra: Added to the environment.
    ///   - program: Another copy of the program, for example one without its resources.
    ///   - showsSetup: True to let the first setup open, as for a new user.
    package init(
        environment extra: [String: String] = [:], program: String = JarvisProgram.path, showsSetup: Bool = false
    ) throws {
        self.program = program
        self.showsSetup = showsSetup
        home = try TemporaryFolder("jarvis-e2e")
        var environment = [
            "XDG_DATA_HOME": home.path + "/data", "XDG_CONFIG_HOME": home.path + "/config",
            "XDG_CACHE_HOME": home.path + "/cache", "XDG_STATE_HOME": home.path + "/state",
        ]
        environment.merge(extra) { $1 }
        self.environment = environment
        mkdir(utterances, 0o700)
    }

    /// Runs a command to its end.
    package func run(_ arguments: String..., within limit: Duration = .seconds(60)) async throws -> (
        status: Int32?, output: String
    ) {
        try await ChildProcess.run(program, arguments, environment: environment, within: limit)
    }

    /// Opens the window.
    package func open(_ arguments: [String] = []) throws {
        child = try ChildProcess(program, windowArguments + arguments, environment: environment)
    }

    /// Opens the window and writes every socket of the program and its children, with its destination, to a file.
    package func openTraced(to file: String) throws {
        child = try ChildProcess(
            "strace", Self.tracing(to: file) + [program] + windowArguments, environment: environment)
    }

    /// Runs a command to its end, traced in the same way.
    package func runTraced(_ arguments: String..., to file: String) async throws -> (status: Int32?, output: String) {
        try await ChildProcess.run(
            "strace", Self.tracing(to: file) + [program] + arguments, environment: environment)
    }

    private static func tracing(to file: String) -> [String] {
        ["-D", "-f", "-qq", "--seccomp-bpf", "-e", "trace=socket,connect", "-o", file]
    }

    /// Skips the first setup, which would cover the window of a new home.
    private var windowArguments: [String] {
        ["window", "--events", events, "--record-utterances", utterances] + (showsSetup ? [] : ["--skip-setup"])
    }

    /// All events so far.
    package func allEvents() -> [JSONObject] {
        tail.read(events)
        return tail.events
    }

    /// Waits for an event after the first `skipping` ones.
    /// - Returns: The event and the number of events up to it; nil if it does not come within `limit`.
    package func event(
        _ name: String, or other: String? = nil, after skipping: Int = 0, within limit: Duration = .seconds(60),
        where matches: (JSONObject) -> Bool = { _ in true }
    ) async throws -> (object: JSONObject, index: Int)? {
        let deadline = ContinuousClock.now + limit
        let names = [name, other ?? name]
        while ContinuousClock.now < deadline {
            let events = allEvents()
            for index in events.indices.dropFirst(skipping)
            where names.contains(events[index]["event"]?.asText ?? "") && matches(events[index]) {
                return (events[index], index + 1)
            }
            guard child?.isRunning ?? true else { break }
            try await Task.sleep(for: .milliseconds(30))
        }
        return nil
    }

    /// Waits for a phase of the conversation.
    package func phase(_ phase: String, after skipping: Int = 0, within limit: Duration = .seconds(60)) async throws
        -> Int?
    {
        try await event("state", after: skipping, within: limit) { $0["phase"]?.asText == phase }?.index
    }

    /// Presses keys in the window, as a person would.
    package func press(_ keys: String...) async throws {
        let result = try await ChildProcess.run("xdotool", ["key", "--clearmodifiers"] + keys)
        #expect(result.status == 0, "xdotool: \(result.output)")
    }

    package func close() async throws {
        child?.send(signal: SIGTERM)
        #expect(try await child?.exit(within: .seconds(60)) != nil, "the window closes when it is told to")
    }
}
