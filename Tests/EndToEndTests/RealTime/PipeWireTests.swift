// SPDX-License-Identifier: GPL-3.0-or-later
// Consecutive questions on PipeWire, the sound server of most desktops.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct PipeWireTests {
        @Test(.timeLimit(.minutes(10))) func consecutiveQuestionsAreAnsweredOnPipeWire() async throws {
            let server = try PrivateSoundServer(.pipeWire)
            let program = try JarvisProgram(environment: ["PULSE_SERVER": server.address])
            let clip = program.home.path + "/clip.wav"
            try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
            try await program.openAndWait()
            var index = try #require(try await program.event("microphone"), "the microphone opens").index
            for question in 1...3 {
                let spoken = try await ChildProcess.run(
                    "paplay",
                    [
                        "--server=\(server.address)", "--device=mic_feed", "--latency-msec=50",
                        "--property=media.role=test", clip,
                    ])
                #expect(spoken.status == 0, "paplay: \(spoken.output)")
                let reply = try await program.event("reply", after: index)
                #expect(reply?.object["skill"]?.asText == "time", "question \(question) is heard")
                index = try #require(
                    try await program.event("playbackFinished", after: index), "answer \(question) is heard to its end"
                ).index
                index = try #require(try await program.phase("listening", after: index), "it listens again")
            }
            program.expectHealthy()
            try await program.close()
        }
    }
}
