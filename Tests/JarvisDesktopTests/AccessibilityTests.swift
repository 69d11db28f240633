// SPDX-License-Identifier: GPL-3.0-or-later
// The accessibility tree of the window, also while the visualizer animates.

import JarvisTesting
import Testing

/// An object in the accessibility tree.
private struct Seen {
    var role: String
    var name: String
    var states: Set<String>

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        role = String(fields[1])
        name = String(fields[2])
        states = Set(fields[3].split(separator: ",").map(String.init))
    }
}

@Suite(.serialized)
struct AccessibilityTests {
    private func tree(keys: [String] = [], _ arguments: [String]) async throws -> [Seen] {
        let options = keys.isEmpty ? [] : ["--keys", keys.joined(separator: ",")]
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: options, ["show"] + arguments)
        #expect(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").compactMap(Seen.init)
    }

    /// Controls without a name, or named after their class.
    private func unnamed(_ tree: [Seen]) -> [Seen] {
        let controls: Set<String> = [
            "push button", "toggle button", "slider", "text", "entry", "combo box", "check box", "switch", "image",
            "list", "status bar",
        ]
        return tree.filter { seen in
            (controls.contains(seen.role) || seen.states.contains("focusable")) && seen.role != "scroll pane"
                && (seen.name.isEmpty || seen.name.hasPrefix("Gtk"))
        }
    }

    @Test(arguments: [
        ("idle", "Microphone — click to start recording"), ("listening", "Listening for speech"),
        ("recording", "Recording — click to stop"), ("held", "Recording — release to send"),
        ("speaking", "Speaking — click to interrupt"),
    ])
    func voiceScreenControlsHaveRolesAndNames(state: String, microphone: String) async throws {
        let tree = try await tree(["--state", state])
        #expect(unnamed(tree).isEmpty)
        let buttons = Set(tree.filter { $0.role == "push button" }.map(\.name))
        #expect(buttons.isSuperset(of: [microphone, "History", "Settings", "Keyboard", "Commands"]))
        #expect(tree.contains { $0.role == "image" && $0.name == "Audio visualization" })
        #expect(tree.contains { $0.states.contains("focused") && $0.name == microphone })
    }

    @Test(arguments: [
        ("idle", "Talk", "Ready"), ("listening", "Talk", "Listening"), ("recording", "Stop and send", "Recording"),
        ("held", "Stop and send", "Recording"), ("thinking", "Cancel", "Waiting for the reply"),
        ("speaking", "Interrupt", "Speaking"),
    ])
    func compactModeControlsHaveNames(state: String, button: String, announcement: String) async throws {
        let tree = try await tree(["--state", state, "--compact"])
        #expect(unnamed(tree).isEmpty)
        #expect(tree.filter { $0.role == "push button" }.map(\.name) == [button, "Leave compact mode"])
        #expect(tree.contains { $0.states.contains("focused") && $0.name == button })
        #expect(tree.contains { $0.role == "status bar" && $0.name == announcement })
    }

    @Test func compactModeShowsAnError() async throws {
        let tree = try await tree(["--state", "error", "--compact"])
        #expect(tree.contains { $0.name.hasPrefix("The sound device \"USB microphone\" isn't connected") })
    }

    @Test(arguments: [("speaking", "Speaking"), ("thinking", "Waiting for the reply"), ("recording", "Recording")])
    func statesAreAnnouncedInAStatusBar(state: String, announcement: String) async throws {
        let tree = try await tree(["--state", state])
        #expect(tree.contains { $0.role == "status bar" && $0.name == announcement })
    }

    /// A fresh window in a state that animates at the display's rate from the first frame.
    @Test(arguments: ["listening", "recording", "held", "transcribing", "thinking", "speaking"])
    func assistiveTechnologyWorksDuringAnimation(state: String) async throws {
        let result = try await WindowHost.run(python: "accessibility-tree.py", ["show", "--state", state])
        #expect(result.status == 0 && result.output.contains("Audio visualization"), "\(result.output)")
    }

    @Test func errorBannersShowTheirTextAndActions() async throws {
        let tree = try await tree(["--state", "error"])
        #expect(tree.contains { $0.name.hasPrefix("The sound device \"USB microphone\" isn't connected") })
        let buttons = tree.filter { $0.role == "push button" }.map(\.name)
        #expect(buttons.contains("Open Settings") && buttons.contains("Dismiss"))
    }

    @Test(arguments: ["ctrl+h", "ctrl+comma", "ctrl+k", "ctrl+slash", "ctrl+question", "ctrl+t", "ctrl+l"])
    func paneControlsHaveRolesAndNames(keys: String) async throws {
        let tree = try await tree(keys: [keys], ["--state", "idle", "--reminders"])
        #expect(unnamed(tree).isEmpty)
        #expect(tree.contains { $0.role == "push button" && $0.name == "Back" })
    }

    @Test func theKeyboardPaneFocusesItsTextEntry() async throws {
        let tree = try await tree(keys: ["ctrl+k"], ["--state", "idle"])
        #expect(tree.contains { $0.states.contains("focused") && $0.role == "text" }, "\(tree)")
    }
}
