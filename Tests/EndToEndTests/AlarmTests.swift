// SPDX-License-Identifier: GPL-3.0-or-later
// Alarms ring in the real program, whatever the state of its window, until answered in one of many ways.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct AlarmTests {
    /// Opens the window and makes reminders ring.
    private func ring(
        _ kinds: [String] = ["alarm"], in program: JarvisProgram
    ) async throws -> Int {
        var index = try await program.openAndWait()
        for kind in kinds {
            let added = try await program.command(["reminders", "add", kind, "1s", "tea", kind, "--json"])
            #expect(added.status == 0, "\(added.errors)")
        }
        let ringing = try await program.event("ringing", after: index) {
            $0["count"]?.asInteger == Int64(kinds.count)
        }
        index = try #require(ringing, "it rings; it said: \(program.child?.output ?? "")").index
        return index
    }

    private func ringEnd(_ program: JarvisProgram, _ outcome: String, after index: Int) async throws -> JSONObject? {
        try await program.event("ringSettled", after: index, within: .seconds(60)) {
            $0["outcome"]?.asText == outcome
        }?.object
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("Stop", "stopped"), ("Snooze", "snoozed")])
    func bannerButtonsAnswerTheTimer(button: String, outcome: String) async throws {
        let program = try JarvisProgram()
        let index = try await ring(["timer"], in: program)
        let tree = try await AccessibilityTree(of: program)
        #expect(tree.unnamed.isEmpty, "\(tree.unnamed)")
        let (x, y) = try await AccessibilityTree.settledCenter(
            ofButtonNamed: "\(button) Timer: tea timer", of: program)
        try await WindowPointer.act(["click", "1"], at: (x, y))
        let answer = try await ringEnd(program, outcome, after: index)
        #expect(answer != nil, "\(x),\(y): \(program.allEvents().suffix(8))")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10)))
    func assistiveTechnologyStopsAllAlarms() async throws {
        let program = try JarvisProgram()
        let index = try await ring(["timer", "alarm"], in: program)
        try await AccessibilityTree.press(buttonNamed: "Stop all", of: program)
        #expect(try await ringEnd(program, "stopped", after: index) != nil)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aMinimizedWindowRingsWithANotification() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        let hide = try await ChildProcess.run(
            "xdotool", ["search", "--onlyvisible", "--name", "^JARVIS$", "windowminimize", "--sync"])
        #expect(hide.status == 0, "\(hide.output)")
        _ = try await program.command(["reminders", "add", "alarm", "1s"])
        #expect(try await program.event("ringing", after: index) != nil)
        #expect(try await program.event("notification", after: index) != nil)
        #expect(try await program.command(["reminders", "stop"]).status == 0)
        #expect(try await program.phase("listening", after: index) != nil)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aClosedWindowStillRingsAndTheProgramThenExits() async throws {
        let program = try JarvisProgram()
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("stop", into: clip)
        let index = try await program.openAndWait()
        _ = try await program.command(["reminders", "add", "alarm", "8s"])
        #expect(try await program.event("pending", after: index) { $0["count"]?.asInteger == 1 } != nil)
        try await program.closeWindow()
        let background = try await program.event("background", after: index)
        #expect(background != nil, "it goes on")
        let ringing = try #require(try await program.event("ringing", after: index, within: .seconds(60)))
        _ = try await program.event("heard", after: ringing.index) { ($0["clause"]?.asInteger ?? 0) >= 2 }
        try await VirtualMicrophone.hear(clip)
        let answer = try await ringEnd(program, "stopped", after: ringing.index)
        #expect(answer != nil, "\"stop\" is heard without a window")
        #expect(try await program.child?.exit(within: .seconds(60)) == 0, "nothing is left to ring")
    }

    @Test(.timeLimit(.minutes(10))) func theProgramExitsWithItsLastAlarmAndNotification() async throws {
        let program = try JarvisProgram()
        let daemon = try await NotificationDaemon()
        let index = try await program.openAndWait()
        #expect(try await program.command(["reminders", "add", "alarm", "1h"]).status == 0)
        #expect(try await program.event("pending", after: index) { $0["count"]?.asInteger == 1 } != nil)
        try await program.closeWindow()
        #expect(try await program.event("background", after: index) != nil, "it goes on")
        #expect(try await eventually { try await daemon.shown() == 1 }, "and says so")
        // The program may end before the command has received the whole answer.
        _ = try await program.command(["ask", "cancel my alarm"])
        #expect(try await program.child?.exit(within: .seconds(60)) == 0, "nothing is left to ring")
        #expect(try await eventually { try await daemon.shown() == 0 }, "what it said is taken back")
        let history = try await ChildProcess.run("dunstctl", ["history"])
        #expect(history.output.contains("\"JARVIS\""), "it was headed by the program's name: \(history.output)")
    }

    @Test(.timeLimit(.minutes(10))) func commandsWarnIfNoWindowWillRing() async throws {
        let program = try JarvisProgram()
        let alone = try await program.command(["ask", "set a timer for ten minutes"])
        #expect(alone.status == 0 && alone.errors.contains("rings only while JARVIS runs"), "\(alone.errors)")
        let list = try await program.command(["ask", "what time is it"])
        #expect(!list.errors.contains("rings only"), "\(list.errors)")
        try await program.openForCommands()
        let open = try await program.command(["ask", "set a timer for ten minutes"])
        #expect(!open.errors.contains("rings only"), "\(open.errors)")
        try await program.close()
    }
}
