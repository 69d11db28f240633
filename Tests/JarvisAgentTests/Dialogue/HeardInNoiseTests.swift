// SPDX-License-Identifier: GPL-3.0-or-later
// Some 260 requests as they were really misheard, asked as if there were no doubt about any of them.

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

    private func filled() async throws -> AgentRig {
        let rig = AgentRig()
        for text in [
            "set a tea timer for 4 minutes", "set a pasta timer for 9 minutes", "set an alarm for 7 am",
            "set an alarm for noon", "remind me to call mum at six pm", "remind me to pay the rent tomorrow",
            "note that milk is out", "note that the key is under the mat", "put milk and eggs on the shopping list",
        ] { try await rig.ask(text) }
        return rig
    }

    /// A request to take something away may take one thing that was not meant; other requests take none.
    @Test func nothingIsTakenAwayThatWasToStay() async throws {
        #expect(Self.lines.count > 200)
        var rig = try await filled()
        for (said, heard) in Self.lines {
            let before = (rig.count, rig.items)
            let answer = try await rig.ask(heard)
            let lost = before.0 - rig.count + max(0, before.1 - rig.items)
            let takesAway = ["cancel", "delete", "clear", "undo"].contains { said.hasPrefix($0) }
            #expect(lost <= (takesAway ? 1 : 0), "\(said) -> \(heard): \(answer.text)")
            if answer.skill == "session" { #expect(answer.summary.followUp == .dictation, "\(heard)") }
            // What was asked is not to be answered by the next.
            if lost != 0 || answer.summary.followUp == .dictation || rig.count > 14 { rig = try await filled() }
        }
    }
}

extension AgentRig {
    /// What stands on lists.
    fileprivate var items: Int { lists.all.map(\.items.count).reduce(0, +) }
}
