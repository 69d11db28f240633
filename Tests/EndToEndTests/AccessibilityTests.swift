// SPDX-License-Identifier: GPL-3.0-or-later
// The accessibility tree of the real window while the visualizer animates.

import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct AccessibilityTests {
    private func expectNamed(_ tree: AccessibilityTree) {
        #expect(tree.unnamed.isEmpty, "\(tree.unnamed)")
    }

    @Test(.timeLimit(.minutes(10))) func controlsAreNamedWhileListeningAndSpeaking() async throws {
        let program = try JarvisProgram()
        try await program.openAndWait()
        let listening = try await AccessibilityTree(of: program)
        expectNamed(listening)
        var buttons = Set(listening.nodes.filter { $0.role == "push button" }.map(\.name))
        #expect(
            buttons.isSuperset(of: ["Listening for speech", "History", "Settings", "Keyboard", "Commands"]),
            "\(buttons)")
        #expect(listening.nodes.contains { $0.role == "image" && $0.name == "Audio visualization" })

        let index = program.allEvents().count
        try await program.ask("what can you do")
        #expect(try await program.event("heard", after: index) != nil)
        let speaking = try await AccessibilityTree(of: program)
        expectNamed(speaking)
        buttons = Set(speaking.nodes.filter { $0.role == "push button" }.map(\.name))
        #expect(buttons.contains("Speaking — click to interrupt"), "\(buttons)")
        #expect(speaking.nodes.contains { $0.role == "status bar" && $0.name == "Speaking" })
        program.expectHealthy()
        try await program.close()
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("ctrl+h", "list", "Conversation"), ("ctrl+comma", "slider", "Speed"),
            ("ctrl+k", "text", "Message to JARVIS"),
            ("ctrl+slash", "entry", "Search commands"),
        ])
    func paneControlsHaveRolesAndNames(keys: String, role: String, name: String) async throws {
        let program = try JarvisProgram()
        #expect(try await program.command(["ask", "what is two plus two"]).status == 0)
        let index = try await program.openAndWait()
        try await program.press(keys)
        #expect(try await program.event("pane", after: index) != nil)
        let tree = try await AccessibilityTree(of: program)
        expectNamed(tree)
        let inPane = tree.nodes.filter { $0.role == role }.map(\.name)
        #expect(
            inPane.contains { $0.hasPrefix(name) }, "\(role): \(inPane) in \(tree.nodes.map { ($0.role, $0.name) })")
        program.expectHealthy()
        try await program.close()
    }
}
