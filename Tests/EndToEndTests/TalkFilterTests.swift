// SPDX-License-Identifier: GPL-3.0-or-later
// People talk in a room where the window listens by itself: what is not meant for JARVIS is neither answered nor kept.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct TalkFilterTests {
    private static let voice = SpeakingVoice.flite("slt")

    private func say(_ text: String, in program: JarvisProgram) async throws {
        let clip = program.home.path + "/talk.wav"
        try await Self.voice.speak(text, into: clip)
        try await VirtualMicrophone.hear(clip)
    }

    @Test(.timeLimit(.minutes(2))) func talkInTheRoomIsShownAndForgotten() async throws {
        let program = try JarvisProgram()
        try program.open()
        var index = try #require(try await program.phase("listening"))
        try await say("the hogs were fed chopped corn and garbage", in: program)
        let dropped = try #require(try await program.event("notAddressed", after: index), "it is not meant for JARVIS")
        index = try #require(try await program.phase("listening", after: dropped.index))
        let names = try await AccessibilityTree(of: program).nodes.map(\.name)
        #expect(names.contains { $0.contains("corn") } || names.contains("Not for me"), "\(names)")

        try await say("what time is it", in: program)
        let reply = try #require(try await program.event("reply", after: index))
        #expect(reply.object["skill"]?.asText == "time")
        _ = try await program.event("playbackFinished", after: index)
        let kept = try await program.command(["history", "list"]).output
        #expect(!kept.contains("corn") && kept.contains("time"), "\(kept)")
        #expect(!program.allEvents().contains { "\($0)".contains("corn") }, "the log of events is kept, too")
        let events = program.allEvents().prefix(index)
        #expect(!events.contains { $0["event"]?.asText == "saved" || $0["event"]?.asText == "playbackStarted" })
        program.expectHealthy()
        try await program.close()
    }

}
