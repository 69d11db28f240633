// SPDX-License-Identifier: GPL-3.0-or-later
// Replies to requests that change a damaged file.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent

struct DamageTests {
    private let rig = AgentRig()
    private let damage = Notice.listsDamaged(
        path: "/ada/.local/share/jarvis/lists.json", reason: "the end of a string is missing at byte 7",
        keptAs: "/ada/.local/share/jarvis/lists.json.damaged-1")

    @Test func damageIsReportedOnceWithTheReply() async throws {
        rig.lists.find(damage)
        let first = try await rig.ask("add milk to my shopping list")
        #expect(first.text.hasPrefix("I've added milk to your new shopping list."), "\(first.text)")
        #expect(first.text.contains("Your lists file was damaged, so some items may be missing."))
        #expect(first.text.hasSuffix("I've kept a copy.") && !first.text.contains("lists.json"), "\(first.text)")
        #expect(try await rig.ask("add eggs to my shopping list").text == "I've added eggs to your shopping list.")
    }

    @Test func aQuestionStaysAtTheEndOfTheReply() async throws {
        for name in ["shopping", "packing"] { _ = try await rig.ask("create a \(name) list") }
        _ = try await rig.ask("add milk and eggs to my shopping list")
        rig.lists.find(damage)
        let asked = try await rig.ask("clear my shopping list")
        #expect(asked.text.contains("was damaged"), "\(asked.text)")
        #expect(asked.summary.followUp != .none && asked.text.hasSuffix("?"), "\(asked.text)")
    }

    @Test(arguments: [
        (StoreFailure.readOnly(path: "/d/lists.json"), "your lists"),
        (.readOnly(path: "/d/lists.json.lock"), "your lists"),
        (.readOnly(path: "/d/reminders.json"), "your timers, alarms and reminders"),
        (.inputOutput(path: "/d/history/messages.jsonl", errno: 5), "the history"),
        (.inputOutput(path: "/d/stopwatch.json", errno: 6), "a pipe or a device"),
    ])
    func aFailureNamesItsSubjectWithoutAPath(failure: StoreFailure, name: String) {
        let text = FailureReason.text(of: failure)
        #expect(text.contains(name) && !text.contains("/d"), "\(text)")
    }
}
