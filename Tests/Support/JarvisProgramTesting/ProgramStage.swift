// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a test's body in the real program with its window.

import Glibc
package import JarvisConversationTesting
package import JarvisCore
package import JarvisPlatform
import JarvisSignal
package import JarvisTesting
import Testing

/// The window on the virtual desktop. Time passes by itself, so waits for events are longer by as much.
package final class ProgramStage: ConversationStage {
    package let program: JarvisProgram
    /// The time that the test has let pass since it last waited.
    private var passing = Duration.zero

    package init() throws {
        program = try JarvisProgram()
    }

    package var home: String { program.home.path }

    @discardableResult
    package func begin() async throws -> Int { try await program.openAndWait(after: allEvents().count) }

    package func close() async throws {
        program.expectHealthy()
        try await program.close()
    }

    package func kill() async throws {
        program.child?.send(signal: SIGKILL)
        program.child?.wait()
    }

    // MARK: What is seen

    package func allEvents() -> [JSONObject] { program.allEvents() }

    package func event(
        _ name: String, or other: String?, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)? {
        defer { passing = .zero }
        let found = try await program.event(
            name, or: other, after: skipping, within: .seconds(60) + passing, where: matches)
        if found == nil {
            let last = allEvents().filter { $0["event"]?.asText != "slow-turn" }.suffix(40).map {
                JSONValue.object($0).line
            }
            print("waited in vain for \"\(name)\", after\n\(last.joined(separator: "\n"))")
        }
        return found
    }

    package func hear(
        _ name: String, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)? {
        try await event(name, or: nil, after: skipping, where: matches)
    }

    package var now: Timestamp { SystemWallClock().now() }

    package func pass(_ time: Duration) async throws { passing += time }

    // MARK: What the user does

    package func ask(_ text: String) async throws { try await program.ask(text) }

    package func say(_ text: String, by voice: SpeakingVoice) async throws {
        let clip = home + "/said.wav"
        try await voice.speak(text, into: clip)
        try await hear(file: clip)
    }

    package func hear(file: String) async throws { try await VirtualMicrophone.hear(file) }

    package func utterance(_ number: Int) async throws -> [Int16] {
        try WAVFile.decode(WholeFile.bytes(await program.utterance(number))).int16Samples(
            atRate: AudioFrame.sampleRateHertz)
    }

    package func press(_ key: StageKey) async throws {
        switch key {
        case .escape: try await program.press("Escape")
        case .space: try await program.press("space")
        case .snooze: try await program.press("s")
        case .call: try await program.press("ctrl+d")
        case .mute: try await program.press("ctrl+m")
        case .allowOnce: try await answer("Allow once")
        case .allowUntilEnd: try await answer("Allow until you quit")
        case .allowAlways: try await answer("Always allow")
        }
    }

    /// Answers the consent card by this button, once answers count.
    private func answer(_ button: String) async throws {
        func count(_ name: String) -> Int { allEvents().count { $0["event"]?.asText == name } }
        #expect(try await eventually { count("consent-ready") == count("consentRequested") })
        try await AccessibilityTree.press(buttonNamed: button, of: program)
    }

    // MARK: What other programs do

    /// Runs a command that must succeed.
    @discardableResult
    private func command(_ arguments: [String]) async throws -> CommandResult {
        let result = try await program.command(arguments)
        #expect(result.status == 0, "\(arguments): \(result)")
        return result
    }

    package func set(_ key: String, _ value: String) async throws { try await command(["config", "set", key, value]) }

    package func setting(_ key: String) async throws -> String {
        try await command(["config", "get", key]).output.trimmed
    }

    package func askElsewhere(_ text: String) async throws -> String {
        try await command(["ask", text]).output.trimmed
    }

    package func addLanguageModel(_ name: String, port: Int) async throws {
        try await command(["servers", "add", name, "--kind", "openai", "--url", "http://127.0.0.1:\(port)/v1"])
    }

    package func addToolServer(_ name: String, _ program: String, _ arguments: [String]) async throws {
        try await command(["mcp", "add", name, "--", program] + arguments)
    }

    package func add(_ kind: Reminder.Kind, inSeconds seconds: Int, _ label: String) async throws {
        try await command(["reminders", "add", kind.rawValue, "\(seconds)s", label])
    }

    package func stopRinging(_ kind: Reminder.Kind?) async throws {
        try await command(["reminders", "stop"] + [kind?.rawValue].compactMap { $0 })
    }

    package func reminders() async throws -> [Reminder] {
        let list = try await command(["reminders", "list", "--json"]).document?.asArray ?? []
        return list.compactMap(\.asObject).compactMap { object in
            guard let id = object["id"]?.asText, let kind = object["kind"]?.asText.flatMap(Reminder.Kind.init)
            else { return nil }
            let due = Timestamp(millisecondsSinceEpoch: object["dueAt"]?.asInteger ?? 0)
            var reminder = Reminder(
                id: id, kind: kind, label: object["label"]?.asText ?? "", createdAt: due, dueAt: due)
            if object["isRinging"] == .flag(true) { reminder.ringingSince = due }
            return reminder
        }
    }

    package func reminders(once isReached: ([Reminder]) -> Bool) async throws -> [Reminder] {
        var all: [Reminder] = []
        _ = try await eventually {
            all = try await reminders()
            return isReached(all)
        }
        return all
    }

    package func list(_ name: String) async throws -> [String] {
        try await command(["lists", "show", name]).output.split(separator: "\n").map(String.init)
    }

    package func history() async throws -> [StageMessage] {
        try await program.history().map { message in
            StageMessage(
                id: message["id"]?.asText ?? "", kind: message["kind"]?.asText ?? "",
                text: message["text"]?.asText ?? "", isCut: message["isCut"] == .flag(true))
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
