// SPDX-License-Identifier: GPL-3.0-or-later
// Calls without a window, answered in the notifications of a real daemon (dunst).

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct NotificationDaemonTests {
    private func call(_ program: JarvisProgram, _ status: String, after index: Int = 0) async throws -> JSONObject? {
        try await program.event("call", after: index) { $0["status"]?.asText == status }?.object
    }

    private func savedCalls(_ program: JarvisProgram) async throws -> [String] {
        try await program.history().filter { $0["kind"]?.asText == "call" }.compactMap { $0["text"]?.asText }
    }

    /// Starts the service with push-to-talk, so the microphone opens only in calls, and makes an alarm ring.
    private func ring(_ program: JarvisProgram, on daemon: NotificationDaemon) async throws -> ChildProcess {
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        let service = try await program.startService()
        #expect(try await program.command(["reminders", "add", "alarm", "1s", "tea"]).status == 0)
        #expect(try await call(program, "ringing") != nil)
        #expect(try await eventually { try await daemon.isOnScreen() })
        return service
    }

    @Test(.timeLimit(.minutes(10))) func notificationsAcceptHoldResumeAndEndCalls() async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        let service = try await ring(program, on: daemon)
        try await daemon.choose("Answer")
        #expect(try await call(program, "active") != nil)
        #expect(try await recordingStreams() == 1)
        for (action, status, streams) in [("Hold", "held", 0), ("Resume", "active", 1), ("End", "ended", 0)] {
            let before = program.allEvents().count
            try await daemon.choose(action)
            #expect(try await call(program, status, after: before - 1) != nil, "\(action)")
            #expect(try await eventually { try await recordingStreams() == streams }, "\(action)")
        }
        #expect(try await eventually { try await daemon.shown() == 0 }, "all of it is taken back")
        #expect(try await savedCalls(program).first?.hasPrefix("Call ended, 00:") == true)
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("Stop", "stopped"), ("Snooze", "snoozed")])
    func rejectedOrSnoozedCallsAreNotInTheHistory(action: String, outcome: String) async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        let service = try await ring(program, on: daemon)
        try await daemon.choose(action)
        #expect(try await call(program, "ended") != nil)
        let settled = try await program.event("ringSettled") { $0["outcome"]?.asText == outcome }
        #expect(settled != nil, "\(action)")
        #expect(try await eventually { try await daemon.shown() == 0 })
        #expect(try await savedCalls(program).isEmpty)
        let left = try await program.command(["reminders", "list", "--json"]).document?.asArray
        #expect(left?.isEmpty == (outcome == "stopped"))
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    @Test(.timeLimit(.minutes(10))) func dismissingTheNotificationSnoozesTheAlarm() async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        let service = try await ring(program, on: daemon)
        try await daemon.dismiss()
        #expect(try await program.event("ringSettled") { $0["outcome"]?.asText == "snoozed" } != nil)
        #expect(try await eventually { try await daemon.shown() == 0 })
        let left = try await program.command(["reminders", "list", "--json"]).document?.asArray
        #expect(left?.count == 1, "it comes again: \(String(describing: left))")
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    @Test(.timeLimit(.minutes(10))) func aRestartedDaemonShowsTheAlarmAndACrashLeavesNoNotification() async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        let service = try await ring(program, on: daemon)
        try await daemon.restart()
        #expect(try await eventually { try await daemon.shown() == 1 }, "the new daemon shows it")
        service.send(signal: SIGKILL)
        service.wait()
        #expect(try await program.command(["reminders", "stop"]).status == 0)
        #expect(try await daemon.shown() == 1, "nobody is left to take it back")
        let next = try await program.startService()
        #expect(try await eventually { try await daemon.shown() == 0 })
        next.send(signal: SIGTERM)
        #expect(try await next.exit(within: .seconds(60)) == 0, "\(next.output)")
    }

    /// The alarm started ringing ten minutes ago, before the computer was switched off, and expires within seconds.
    @Test(.timeLimit(.minutes(10))) func unansweredAlarmsAreMissedCalls() async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        let due = (Int64(time(nil)) - 595) * 1000
        for folder in [program.home.path + "/data", program.dataFolder] { mkdir(folder, 0o700) }
        let file = try #require(fopen(program.dataFolder + "/reminders.json", "w"))
        fputs(
            #"{"version":1,"reminders":[{"id":"a","kind":"alarm","label":"tea","createdAt":5,"dueAt":\#(due),"#
                + #""ringingSince":\#(due)}]}"#, file)
        fclose(file)
        let service = try await program.startService()
        #expect(try await call(program, "ringing") != nil)
        #expect(try await eventually { try await daemon.isOnScreen() })
        let ended = try await program.event("call", within: .seconds(600)) { $0["status"]?.asText == "ended" }
        #expect(ended?.object["ending"]?.asText == "missed")
        #expect(try await eventually { try await savedCalls(program) == ["Missed call"] })
        #expect(try await eventually { try await daemon.shown() == 0 })
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }
}
