// SPDX-License-Identifier: GPL-3.0-or-later
// Driving the window by keyboard alone and by pointer.

import Testing

@Suite(.serialized)
struct InputTests {
    @Test func keyboardAloneDrivesTheWindow() async throws {
        let result = try await WindowHost.run(python: "keyboard-walk.py", ["show", "--log"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    /// Multiple lines, input methods, earlier requests and Tab; a text that is too long is rejected with a notice.
    @Test func theComposerAcceptsLinesAndRejectsLongTexts() async throws {
        let result = try await WindowHost.run(python: "composer-walk.py", ["show", "--log", "--state", "idle"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func theComposerDoesNotLeak() async throws {
        let result = try await WindowHost.run(["leaks", "--pane", "keyboard", "--cycles", "20"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func aPointerPressIsOneTapOrOneHold() async throws {
        let result = try await WindowHost.run(python: "pointer-walk.py", ["show", "--log"])
        #expect(result.status == 0, "\(result.output)")
    }
}
