// SPDX-License-Identifier: GPL-3.0-or-later
// User actions in the window, and the output of the command line.

import Glibc
package import JarvisPlatform
package import JarvisTesting
import Testing

/// The result of a command.
package struct CommandResult {
    package var status: Int32?
    /// Standard output.
    package var output: String
    /// Standard error.
    package var errors: String

    package init(status: Int32?, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// Standard output as a single JSON document; nil if it is anything else.
    package var document: JSONValue? { try? JSONValue(parsing: Array(output.utf8)) }
}

extension JarvisProgram {
    /// Runs a command to completion, and returns its output and errors separately.
    package func command(
        _ arguments: [String], unset: [String] = [], within limit: Duration = .seconds(60)
    ) async throws -> CommandResult {
        let errors = home.path + "/stderr"
        let unsetting = unset.flatMap { ["-u", $0] }
        let script = "errors=$1; shift; exec \"$@\" 2>\"$errors\""
        let result = try await ChildProcess.run(
            "sh", ["-c", script, "sh", errors, "env"] + unsetting + [program] + arguments, environment: environment,
            within: limit)
        return CommandResult(
            status: result.status, output: result.output, errors: ChildProcess.contents(of: errors))
    }

    /// Opens the window and waits until it is ready.
    /// - Returns: The number of events before that.
    @discardableResult
    package func openAndWait(_ arguments: String..., after skipping: Int = 0) async throws -> Int {
        try open(arguments)
        let shown = try await event("window", after: skipping)
        let index = try #require(shown, "the window opens; it said: \(child?.output ?? "")").index
        try await focus()
        return index
    }

    /// The file of a recorded utterance, counted from 1, once it exists; it is written in the background.
    package func utterance(_ number: Int) async throws -> String {
        let path = "\(utterances)/utterance-\(number).wav"
        try #require(try await eventually { access(path, R_OK) == 0 }, "utterance \(number) is kept")
        return path
    }

    /// Gives the window the keyboard focus once it exists.
    package func focus() async throws {
        let focus = try await ChildProcess.run(
            "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "windowfocus", "--sync"],
            within: .seconds(60))
        #expect(focus.status == 0, "xdotool: \(focus.output)")
    }

    /// Closes the window by its close button; the program may continue.
    package func closeWindow() async throws {
        try await AccessibilityTree.press(buttonNamed: "Close", of: self)
    }

    /// Types text into the focused control.
    package func type(_ text: String) async throws {
        let result = try await ChildProcess.run("xdotool", ["type", "--clearmodifiers", "--delay", "8", text])
        #expect(result.status == 0, "xdotool: \(result.output)")
    }

    /// Asks by keyboard: Ctrl+K, the words, Enter, and back; Esc would cut the answer short.
    package func ask(_ text: String) async throws {
        let before = allEvents().count
        try await press("ctrl+k")
        #expect(try await event("pane", after: before) { $0["name"]?.asText == "keyboard" } != nil)
        try await type(text)
        try await press("Return")
        let asked = try await event("question", after: before) { $0["text"]?.asText == text }
        #expect(asked != nil, "asked: \(text); since then: \(allEvents().dropFirst(before))")
        try await press("alt+Left")
        #expect(try await event("pane", after: before) { $0["name"]?.asText == "none" } != nil)
    }

    /// Waits for a banner that contains `words`.
    package func banner(_ words: String, after skipping: Int = 0, within limit: Duration = .seconds(60)) async throws
        -> Int?
    {
        try await event("banner", after: skipping, within: limit) { $0["message"]?.asText?.contains(words) ?? false }?
            .index
    }

    /// Asks a short question and waits for the answer, to check that the window responds.
    package func answersATypedQuestion() async throws {
        let before = allEvents().count
        try await ask("what is two plus two")
        let reply = try await event("reply", after: before)
        #expect(reply?.object["value.result"]?.asText == "4", "a typed question is answered")
    }

    /// The history as the command line lists it.
    package func history() async throws -> [JSONObject] {
        try await command(["history", "list", "--json"]).document?.asArray?.compactMap(\.asObject) ?? []
    }

    /// Checks that the window still runs and GTK reported no problems.
    package func expectHealthy() {
        let said = child?.output ?? ""
        #expect(child?.isRunning ?? false, "the program still runs: \(said)")
        #expect(!said.contains("CRITICAL") && !said.contains("Gtk-WARNING"), "\(said)")
    }
}
