// SPDX-License-Identifier: GPL-3.0-or-later
// Settings rows with a status: speech servers, wake word enrolment and deleting the history.

import Testing

@Suite(.serialized)
struct SettingsStatusTests {
    /// Lines of the settings' accessibility tree: role, name and states.
    /// - Parameter place: a page, or the key of the focused setting.
    private func settings(_ place: String, _ values: String..., keys: [String] = ["shift"]) async throws -> [String] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys.joined(separator: ",")],
            ["show", "--state", "idle", "--place", place] + values.flatMap { ["--set", $0] })
        try #require(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func serversAreCheckedWhenTheSettingsOpen() async throws {
        let lines = try await settings("models", "recognition.engine=openai", "synthesis.engine=wyoming")
        #expect(lines.contains { $0.contains("\tlocalhost:8080 connected (35\u{a0}ms)\t") }, "\(lines)")
        #expect(lines.contains { $0.contains("\tNothing is listening at localhost:10200. Start the server") })
        for part in ["Recognition", "Synthesis"] {
            let button = lines.first { $0.contains("push button\t\(part) server: Check now\t") }
            #expect(button?.contains("focusable") == true && button?.contains("sensitive") == true, "\(part)")
        }
    }

    @Test func theServerCheckIsDisabledForLocalEngines() async throws {
        let lines = try await settings("models")
        #expect(lines.count { $0.contains("\tRuns on this computer, without a server\t") } == 2, "\(lines)")
        let button = lines.first { $0.contains("push button\tRecognition server: Check now\t") }
        #expect(button?.contains("sensitive") == false)
    }

    @Test func shortWakeWordsGetAWarning() async throws {
        let short = try await settings("listening", "wake.required=true", "wake.phrase=echo")
        #expect(short.contains { $0.contains("\tShort: other words may trigger it\t") }, "\(short)")
        let good = try await settings("listening", "wake.required=true", "wake.phrase=jarvis")
        #expect(good.contains { $0.contains("\tA word or phrase. Longer ones cause fewer false alarms\t") })
    }

    @Test func deletingEverythingCanBeUndoneByKeyboard() async throws {
        let deleted = try await settings("clear-history", keys: ["space", "d e l e t e Return"])
        #expect(deleted.contains { $0.contains("push button\tDelete everything: Undo\tfocused") }, "\(deleted)")
        #expect(deleted.contains { $0.contains("\tDeleted. You can undo this until you close Settings.\t") })
        let history = try await settings("clear-history", keys: ["space", "d e l e t e Return", "Escape", "ctrl+h"])
        // The only item says that there is none.
        let items = history.filter { $0.contains("\tlist item\t") }
        #expect(items.count == 1 && items.first?.contains("\tNo messages yet. ") == true, "\(history)")
        let back = try await settings(
            "clear-history", keys: ["space", "d e l e t e Return", "space", "Escape", "ctrl+h"])
        #expect(back.count { $0.contains("\tlist item\t") } == 16, "\(back)")
    }

    @Test func deletingRequiresTypingTheWord() async throws {
        let asked = try await settings("clear-history", keys: ["space"])
        #expect(
            asked.contains { $0.contains("Type “delete” and press Enter to delete everything\tfocused") }, "\(asked)")
        let kept = try await settings("clear-history", keys: ["space", "d e l Return", "Escape", "ctrl+h"])
        #expect(kept.count { $0.contains("\tlist item\t") } == 16, "\(kept)")
    }

    @Test func undoEndsWhenTheSessionIsForgotten() async throws {
        let deleted = try await settings(
            "clear-history", "history.session-only=true", keys: ["space", "d e l e t e Return"])
        #expect(deleted.contains { $0.contains("push button\tDelete everything: Undo\tfocused") }, "\(deleted)")
        // Moves back to the switch "This session only".
        let left = try await settings(
            "clear-history", "history.session-only=true",
            keys: ["space", "d e l e t e Return", "shift+Tab*5", "space"])
        #expect(left.contains { $0.contains("push button\tDelete everything: Delete") }, "\(left)")
    }

    @Test func enrolmentStartsByKeyboardAndEndsWithThePane() async throws {
        let lines = try await settings("teach-wake-word", "wake.required=true", keys: ["space"])
        #expect(lines.contains { $0.contains("\tSay “jarvis” (1 of 3)\t") }, "\(lines)")
        #expect(lines.contains { $0.contains("push button\tTrain the wake word: Cancel\t") && $0.contains("focused") })
        // Enrolment uses the phrase that has just been typed.
        let typed = try await settings(
            "wake.phrase", "wake.required=true", keys: ["ctrl+a", "e d i s o n Tab Tab space"])
        #expect(typed.contains { $0.contains("\tSay “edison” (1 of 3)\t") }, "\(typed)")
        let after = try await settings(
            "teach-wake-word", "wake.required=true", keys: ["space", "Escape", "ctrl+comma", "Down", "Down"])
        #expect(after.contains { $0.contains("push button\tTrain the wake word: Start\t") }, "\(after)")
        #expect(!after.contains { $0.contains("Say “jarvis” (") })
    }
}
