// SPDX-License-Identifier: GPL-3.0-or-later
// Calls in the real program, by keyboard, assistive technology and D-Bus, as the sound server sees them.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisSpeechTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct CallTests {
    private func call(
        _ program: JarvisProgram, _ status: String, after index: Int, within limit: Duration = .seconds(60)
    ) async throws -> JSONObject? {
        try await program.event("call", after: index, within: limit) { $0["status"]?.asText == status }?.object
    }

    @Test(.timeLimit(.minutes(10))) func callsAreHeldResumedAndEndedBySayingHangUp() async throws {
        let program = try JarvisProgram()
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speakAtOnce("hang up", into: clip)
        try await VirtualMicrophone.learn(clip, as: "hang-up")
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        let index = try await program.openForCommands()
        #expect(try await recordingStreams() == 0)
        try await program.press("ctrl+d")
        #expect(try await call(program, "active", after: index) != nil)
        #expect(try await recordingStreams() == 1)
        let tree = try await AccessibilityTree(of: program)
        #expect(tree.unnamed.isEmpty, "\(tree.unnamed)")
        for name in ["Mute", "Hold", "End", "Leave the call screen"] {
            #expect(tree.center(ofButtonNamed: name) != nil, "\(name)")
        }
        // The command returns only once the microphone is closed.
        #expect(try await program.command(["call", "--hold"]).status == 0)
        #expect(try await recordingStreams() == 0, "hold means closed")
        var before = program.allEvents().count
        try await AccessibilityTree.press(buttonNamed: "Resume", of: program)
        #expect(try await call(program, "active", after: before) != nil)
        // Another program's call takes precedence while it lasts.
        before = program.allEvents().count
        let phone = try ChildProcess("sh", ["-c", "exec pacat --property=media.role=phone </dev/zero"])
        #expect(try await call(program, "held", after: before) != nil)
        before = program.allEvents().count
        phone.send(signal: SIGTERM)
        #expect(try await call(program, "active", after: before) != nil)
        // Said once, at the moment that the microphone opens.
        try await VirtualMicrophone.say("hang-up")
        let end = try #require(try await call(program, "ended", after: index, within: .seconds(60)))
        #expect(end["ending"]?.asText == "farewell")
        #expect(try Containment.holds(clip: clip, in: Containment.samples(await program.utterance(1))))
        let saved = try await program.event("saved", after: index) { $0["kind"]?.asText == "call" }
        #expect(saved?.object["text"]?.asText?.hasPrefix("Call ended, 00:") == true)
        #expect(try await AccessibilityTree(of: program).center(ofButtonNamed: "Call again") != nil)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func acceptedAlarmCallsAreReachableFromAPane() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        #expect(try await program.command(["reminders", "add", "alarm", "1s", "tea", "--json"]).status == 0)
        #expect(try await call(program, "ringing", after: index) != nil)
        try await AccessibilityTree.press(buttonNamed: "Answer", of: program)
        #expect(try await call(program, "active", after: index) != nil)
        let stopped = try await program.event("ringSettled", after: index) { $0["outcome"]?.asText == "stopped" }
        #expect(stopped != nil)
        try await program.press("ctrl+h")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "history" } != nil)
        try await AccessibilityTree.press(buttonNamed: "Return to the call", of: program)
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "none" } != nil)
        try await AccessibilityTree.press(buttonNamed: "End", of: program)
        #expect(try await call(program, "ended", after: index)?["ending"]?.asText == "hung-up")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("Stop", "stopped"), ("Snooze", "snoozed")])
    func buttonsAnswerAnAlarmCall(button: String, outcome: String) async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        #expect(try await program.command(["reminders", "add", "alarm", "1s", "tea"]).status == 0)
        #expect(try await call(program, "ringing", after: index) != nil)
        try await AccessibilityTree.press(buttonNamed: button, of: program)
        #expect(try await call(program, "ended", after: index) != nil, "\(button)")
        let settled = try await program.event("ringSettled", after: index) { $0["outcome"]?.asText == outcome }
        #expect(settled != nil, "\(button)")
        program.expectHealthy()
        try await program.close()
    }
}
