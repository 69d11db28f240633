// SPDX-License-Identifier: GPL-3.0-or-later
// Event sounds, recorded at the speaker's monitor on a sound server started by the test.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting
import Testing

@testable import JarvisAudio

/// The folder with the bundled sounds.
private let root = Folder.parent(of: Folder.parent(of: Folder.parent(of: #filePath)))

private func sound(_ feedback: Feedback) throws -> WAVFile {
    try WAVFile.decode(try WholeFile.bytes("\(root)/data/sounds/\(feedback.soundName).wav"))
}

extension AudioTests {
    @Suite(.timeLimit(.minutes(10)))
    struct PulseFeedbackPlayerTests {
        private let pulse: PrivatePulseServer
        private let settings = FakeSettingsStore()
        private let player: PulseFeedbackPlayer
        private let recorder: SourceRecorder

        init() async throws {
            pulse = try PrivatePulseServer()
            player = PulseFeedbackPlayer(
                server: pulse.server, folder: "\(root)/data/sounds", settings: settings, patience: .seconds(5))
            recorder = SourceRecorder(server: pulse.server, source: "speaker.monitor", sampleRateHertz: 44_100)
        }

        private func isHeard(_ wanted: WAVFile, after start: Int) async -> Bool {
            let wanted = wanted.int16Samples.map(Double.init)
            return await eventually {
                let heard = recorder.recording().samples.dropFirst(start).map(Double.init)
                guard let onset = heard.firstIndex(where: { abs($0) > 40 }), heard.count > onset + wanted.count + 400
                else { return false }
                return (max(0, onset - 400)..<onset + 400).contains { likeness(of: wanted, to: heard[$0...]) > 0.9 }
            }
        }

        /// Repeats the feedback until it is heard in full, since a busy server may leave gaps.
        private func isHeard(whenGiven feedback: Feedback) async throws -> Bool {
            let wanted = try sound(feedback)
            for _ in 0..<4 {
                let start = recorder.recording().samples.count
                player.give(feedback)
                if await isHeard(wanted, after: start) { return true }
            }
            return false
        }

        /// The correlation of a sound with the recording from a position on, using every fifth sample.
        private func likeness(of wanted: [Double], to heard: ArraySlice<Double>) -> Double {
            var (cross, first, second) = (0.0, 1.0, 1.0)
            for index in stride(from: 0, to: wanted.count, by: 5) {
                let (one, other) = (wanted[index], heard[heard.startIndex + index])
                cross += one * other
                first += one * one
                second += other * other
            }
            return cross / (first * second).squareRoot()
        }

        private func isSilent(after start: Int) async -> Bool {
            await eventually { recorder.recording().samples.count > start + 30_000 }
                && recorder.recording().samples[start...].allSatisfy { abs(Int($0)) < 8 }
        }

        @Test func soundsPlayOnlyAsTheSettingsAllow() async throws {
            try await recorder.start()
            try settings.update { $0.feedback.sounds = .off }
            player.give(.recordingStarted)
            #expect(await isSilent(after: 0))
            try settings.update { $0.feedback.sounds = .few }
            let start = recorder.recording().samples.count
            player.give(.messageSent)
            #expect(await isSilent(after: start))
            for (choice, feedback) in [
                (EventSounds.few, Feedback.recordingStarted), (.few, .error), (.all, .messageSent),
                (.all, .recordingStarted),
            ] {
                try settings.update { $0.feedback.sounds = choice }
                #expect(try await isHeard(whenGiven: feedback), "\(feedback)")
            }
            let cached = try pulse.control("list", "samples")
            #expect(cached.contains("jarvis-recording-started"), "\(cached)")
        }

        @Test func soundsResumeWhenTheServerReturns() async throws {
            player.give(.recordingStarted)
            pulse.stop()
            player.give(.error)
            try pulse.start()
            try await recorder.start()
            // The sound requested in between is dropped; the server's cache is empty again.
            #expect(try await isHeard(whenGiven: .error))
        }

        @Test func anUnpluggedOutputFallsBackToTheDefault() async throws {
            try await recorder.start()
            try settings.update { $0.outputDevice = "gone" }
            #expect(try await isHeard(whenGiven: .recordingStarted))
        }
    }
}

struct FeedbackSoundTests {
    @Test(arguments: Feedback.allCases) func eachSoundIsShortAndSoft(feedback: Feedback) throws {
        let sound = try sound(feedback)
        #expect(sound.sampleRateHertz == 44_100 && sound.seconds < 0.4)
        let loudest = try #require(sound.samples.map(abs).max())
        #expect(loudest > 0.03 && loudest < 0.26)
        // Checks that neither end clicks.
        let (first, last) = try (#require(sound.samples.first), #require(sound.samples.last))
        #expect(abs(first) < 0.01 && abs(last) < 0.01)
    }

    /// With a loud speaker close to the microphone, none may start an utterance.
    @Test(arguments: Feedback.allCases) func soundsAreNotTakenForSpeech(feedback: Feedback) throws {
        let detectors = VoiceDetectors(resources: ResourceLocator(roots: [root]))
        var noise = SeededGenerator(seed: 7)
        func room(_ count: Int) -> [Int16] { (0..<count).map { _ in Int16.random(in: -12...12, using: &noise) } }
        let heard = try sound(feedback).int16Samples(atRate: 16_000)
        let samples = room(16_000) + zip(heard, room(heard.count)).map { $0 / 2 + $1 } + room(16_000)
        let speech = detectors.make().process(all: samples).filter(\.isSpeech).count
        #expect(speech * 20 < 120, "\(speech) frames of 20 ms")
    }

    @Test func theFewSoundsAreThoseOfListeningAndErrors() {
        for feedback in Feedback.allCases {
            #expect(!EventSounds.off.contains(feedback) && EventSounds.all.contains(feedback))
        }
        let few = Feedback.allCases.filter(EventSounds.few.contains)
        #expect(few == [.wakeWordHeard, .recordingStarted, .holdBegan, .holdReleased, .error])
    }
}
