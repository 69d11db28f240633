// SPDX-License-Identifier: GPL-3.0-or-later
// The subjects of the Commands pane.

import JarvisCore
import Testing

@testable import JarvisDesktop

struct CommandSubjectTests {
    private func command(_ skill: String) -> CommandHelp {
        CommandHelp(skill: skill, title: skill, summary: "", examples: [skill], icon: "")
    }

    @Test func commandsAreGroupedInTheOrderOfTheSubjects() {
        let groups = CommandSubject.groups(["volume", "timer", "joke", "time", "weather"].map(command))
        #expect(groups.map(\.subject) == [.time, .internet, .media, .jarvis])
        #expect(groups[0].commands.map(\.skill) == ["timer", "time"], "in their own order")
        #expect(groups.flatMap(\.commands).count == 5, "each once")
    }

    @Test func thePaneShowsTheSubjects() async throws {
        let seen = try await SeenObject.all(after: ["ctrl+slash"])
        for subject in ["Time", "Numbers"] { #expect(seen.contains { $0.name == subject }, "\(seen)") }
        let found = try await SeenObject.all(after: ["ctrl+slash", "t w e l v e"])
        #expect(found.contains { $0.name == "Numbers" } && !found.contains { $0.name == "Internet" }, "\(found)")
    }
}
