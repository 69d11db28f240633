// SPDX-License-Identifier: GPL-3.0-or-later
// On laptop speakers, JARVIS's own voice reaches the microphone, but only the user's voice interrupts a reply.

import JarvisAudioTesting
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

/// Simulates the air between the virtual speaker and the virtual microphone.
private final class Air: @unchecked Sendable {
    // Unchecked: only the thread of `loop` touches `room`.
    private let room: SyntheticRoom
    private let loop = SoundLoop(from: "speaker.monitor", to: "mic_feed")

    init(seed: UInt64) {
        room = SyntheticRoom(seed: seed, delaySeconds: 0.02)
    }

    func open() async throws {
        try await loop.start { [self] block in
            room.process(block.map { Float($0) / 32_768 }).map { Int16(max(-1, min(1, 0.5 * $0)) * 32_767) }
        }
    }

    func close() { loop.stop() }

    /// How often the simulation dropped sound.
    var stumbleCount: Int { loop.stumbles.count }
}

extension RealTime {
    @Suite(.serialized)
    struct LaptopSpeakerTests {
        @Test(.timeLimit(.minutes(10)))
        func onlyTheUserInterruptsAReplyOnOpenSpeakers() async throws {
            let air = Air(seed: 31)
            try await air.open()
            defer { air.close() }
            let program = try JarvisProgram()
            let clip = program.home.path + "/remark.wav"
            try await SpeakingVoice.flite("rms").speak("no thank you that is enough for now", into: clip)
            try await program.openAndWait()
            for _ in 1...2 {
                let before = program.allEvents().count
                try await program.ask("what can you do")
                let end = try await program.event("state", after: before, within: .seconds(600)) {
                    $0["previous"]?.asText == "speaking"
                }
                #expect(end != nil, "the reply ends")
                let events = program.allEvents()[before...]
                let isInterrupted = events.contains { $0["event"]?.asText == "interruptionConfirmed" }
                #expect(!isInterrupted, "it interrupts itself: \(events.suffix(12))")
            }
            let before = program.allEvents().count
            try await program.ask("what can you do")
            let heard = try await program.event("heard", after: before) { ($0["characters"]?.asInteger ?? 0) > 40 }
            #expect(heard != nil, "the reply is spoken")
            try await VirtualMicrophone.hear(clip)
            let interruption = try await program.event("interruptionConfirmed", after: before, within: .seconds(20))
            #expect(interruption != nil, "the user is heard over the reply")
            // A dropped block is another room, which the canceller has to learn again.
            #expect(air.stumbleCount == 0, "the machine is too busy for its own sound")
            program.expectHealthy()
            try await program.close()
        }
    }
}
