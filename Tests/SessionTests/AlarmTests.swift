// SPDX-License-Identifier: GPL-3.0-or-later
// Alarms: ringing, stopping and snoozing by key or voice, ringing again after a crash, and a damaged file.

import JarvisConversationTesting
import JarvisCore
import JarvisPlatform
import Testing

struct AlarmTests {
    /// Starts a conversation and lets these reminders ring in it.
    private func ring(_ kinds: [Reminder.Kind] = [.alarm], on stage: any ConversationStage) async throws -> Int {
        let index = try await stage.begin()
        for kind in kinds { try await stage.add(kind, inSeconds: 1, "tea \(kind.rawValue)") }
        try await stage.pass(.seconds(1))
        let ringing = try await stage.event("ringing", after: index) {
            $0["count"]?.asInteger == Int64(kinds.count)
        }
        return try #require(ringing, "it rings").index
    }

    private func settled(
        _ outcome: String, after index: Int, on stage: any ConversationStage
    ) async throws -> JSONObject? {
        try await stage.event("ringSettled", after: index) { $0["outcome"]?.asText == outcome }?.object
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [(StageKey.escape, "stopped"), (.space, "stopped"), (.snooze, "snoozed")])
    func keysStopOrSnoozeAnAlarm(on transport: Transport, answer: (key: StageKey, outcome: String)) async throws {
        let stage = try await transport.stage()
        let index = try await ring(on: stage)
        // After three pieces of sound, it still rings.
        _ = try await stage.hear("heard", after: index) { ($0["clause"]?.asInteger ?? 0) >= 3 }
        #expect(stage.allEvents().allSatisfy { $0["event"]?.asText != "ringSettled" })
        try await stage.press(answer.key)
        let settled = try #require(try await settled(answer.outcome, after: index, on: stage), "\(answer)")
        #expect(try await stage.phase("listening", after: index) != nil)
        let left = try await stage.reminders { $0.first?.isRinging != true }
        #expect(left.isEmpty == (answer.outcome == "stopped"), "\(left)")
        if answer.outcome == "snoozed" { #expect(settled["seconds"]?.asInteger == 540) }
        try await stage.close()
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [("stop", "stopped", 0), ("snooze", "snoozed", 540), ("snooze for twenty minutes", "snoozed", 1200)])
    func anAlarmCanBeStoppedOrSnoozedByVoiceWhileItRings(
        on transport: Transport, answer: (words: String, outcome: String, seconds: Int64)
    ) async throws {
        let stage = try await transport.stage()
        let index = try await ring(on: stage)
        _ = try await stage.hear("heard", after: index) { ($0["clause"]?.asInteger ?? 0) >= 2 }
        try await stage.say(answer.words)
        let settled = try await settled(answer.outcome, after: index, on: stage)
        #expect(settled?["seconds"]?.asInteger == answer.seconds, "\"\(answer.words)\" is obeyed")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func simultaneousRemindersCanBeStoppedSinglyOrTogether(on transport: Transport) async throws {
        let stage = try await transport.stage()
        var index = try await ring([.alarm, .timer, .reminder], on: stage)
        try await stage.stopRinging(.alarm)
        let rest = try await stage.event("ringing", after: index) { $0["count"]?.asInteger == 2 }
        index = try #require(rest, "the others ring on").index
        try await stage.press(.escape)
        let answer = try await settled("stopped", after: index, on: stage)
        #expect(answer?["ids"]?.asText?.split(separator: " ").count == 2)
        #expect(try await stage.reminders { $0.isEmpty }.isEmpty)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anAlarmRingsAgainAfterTheProgramWasKilled(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let index = try await ring(on: stage)
        #expect(try await stage.event("saved") != nil)
        try await stage.kill()
        #expect(try await stage.reminders().first?.isRinging == true)
        let before = stage.allEvents().count
        try await stage.begin()
        let again = try #require(try await stage.event("ringing", after: max(index, before)), "it rings again").index
        try await stage.press(.escape)
        #expect(try await settled("stopped", after: again, on: stage) != nil)
        #expect(try await stage.reminders { $0.isEmpty }.isEmpty)
        let told = try await stage.history().filter { $0.kind == "reminder" }
        #expect(told.count == 1, "it is in the history once: \(told)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func anAlarmMissedWhileNotRunningIsReportedWithItsTime(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let yesterday = stage.now.millisecondsSinceEpoch - 86_400_000
        let alarm = #"{"id":"a","kind":"alarm","createdAt":5,"dueAt":\#(yesterday)}"#
        try Folder.create(stage.dataFolder)
        try AtomicFile.write(
            stage.dataFolder + "/reminders.json", Array(#"{"version":1,"reminders":[\#(alarm)]}"#.utf8))
        try await stage.begin()
        let saved = try await stage.event("saved") { $0["kind"]?.asText == "reminder" }
        let told = saved?.object["text"]?.asText ?? ""
        #expect(told.hasPrefix("Your alarm for "), "\(told)")
        #expect(told.hasSuffix("M yesterday came while I wasn't running."), "\(told)")
        #expect(try await stage.reminders { $0.isEmpty }.isEmpty)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aDamagedRemindersFileIsReported(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try Folder.create(stage.dataFolder)
        try AtomicFile.write(stage.dataFolder + "/reminders.json", Array("{\"rem".utf8))
        try await stage.begin()
        let told = try await stage.event("banner") { $0["message"]?.asText?.contains("damaged") ?? false }
        #expect(told != nil)
        try await stage.close()
    }
}
