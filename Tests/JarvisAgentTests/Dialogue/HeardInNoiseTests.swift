// SPDX-License-Identifier: GPL-3.0-or-later
// More than 200 real mishearings, asked as if they were recognized without doubt.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(4)))
struct HeardInNoiseTests {
    /// What was said, and what was heard.
    private static let lines = (first + "\n" + second).split(separator: "\n").map { line in
        let parts = line.split(separator: " -> ", maxSplits: 1)
        return (said: String(parts[0]), heard: parts.count > 1 ? String(parts[1]) : "")
    }

    /// A removal request may remove one wrong item; other requests remove nothing.
    @Test func onlyMisheardRemovalRequestsRemoveAnything() async throws {
        #expect(Self.lines.count > 200)
        var rig = try await AgentRig.filled()
        for (said, heard) in Self.lines {
            let before = (rig.count, rig.items)
            let answer = try await rig.ask(heard)
            let lost = before.0 - rig.count + max(0, before.1 - rig.items)
            let takesAway = ["cancel", "delete", "clear", "undo"].contains { said.hasPrefix($0) }
            #expect(lost <= (takesAway ? 1 : 0), "\(said) -> \(heard): \(answer.text)")
            if answer.skill == "session" { #expect(answer.summary.followUp == .dictation, "\(heard)") }
            // The next request must not answer a question about this one.
            if lost != 0 || answer.summary.followUp == .dictation || rig.count > 14 {
                rig = try await AgentRig.filled()
            }
        }
    }
}
