// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisCommands
import JarvisSignal
import Testing

/// Takes every loud frame for speech.
private final class LoudnessDetector: VoiceActivityDetector {
    let samplesPerFrame = 320
    var sensitivityPercent = 50.0

    func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity {
        let isSpeech = frame.contains { abs(Int($0)) > 1_000 }
        return VoiceActivity(isSpeech: isSpeech, likelihood: isSpeech ? 1 : 0, levelDBFS: isSpeech ? -20 : -90)
    }

    func reset() {}
}

struct SpeechStretchesTests {
    /// Sound of these lengths in milliseconds: quiet and loud in turn, beginning with quiet.
    private static func sound(_ lengths: [Int]) -> [Int16] {
        lengths.enumerated().flatMap { index, length in
            [Int16](repeating: index % 2 == 0 ? 0 : 5_000, count: length * 16)
        }
    }

    private static func stretches(of sound: [Int16], pieces: Int = 5_000) -> [SpeechStretch] {
        var stretches = SpeechStretches(LoudnessDetector())
        var found: [SpeechStretch] = []
        for start in stride(from: 0, to: sound.count, by: pieces) {
            found += stretches.take(Array(sound[start..<min(start + pieces, sound.count)]))
        }
        return found + [stretches.finish()].compactMap { $0 }
    }

    @Test func pausesDivideSpeechAndSilenceIsLeftOut() {
        let sound = Self.sound([3_000, 2_000, 5_000, 1_000, 4_000])
        let found = Self.stretches(of: sound)
        #expect(found.count == 2)
        #expect(
            abs((found.first?.start ?? 0) - 2.7) < 0.1 && abs((found.first?.end ?? 0) - 5.7) < 0.1, "\(found.count)")
        #expect(abs((found.last?.start ?? 0) - 9.7) < 0.1 && abs((found.last?.end ?? 0) - 11.7) < 0.1)
        for stretch in found {
            #expect(Array(sound[stretch.firstSample...].prefix(stretch.samples.count)) == stretch.samples)
        }
        #expect(Self.stretches(of: Self.sound([60_000])).isEmpty)
    }

    @Test func shortPausesEndOnlyLongStretches() {
        #expect(Self.stretches(of: Self.sound([500, 3_000, 300, 3_000, 1_000])).count == 1)
        #expect(Self.stretches(of: Self.sound([500, 9_000, 300, 3_000, 1_000])).count == 2)
        #expect(Self.stretches(of: Self.sound([500, 15_000, 140, 3_000, 1_000])).count == 2)
    }

    @Test func speechWithoutPausesIsCutWithoutLoss() {
        let found = Self.stretches(of: Self.sound([1_000, 50_000, 1_000]))
        #expect(found.count == 3 && found.allSatisfy { $0.samples.count <= 20 * 16_000 })
        let spoken = found.reduce(0) { $0 + $1.samples.count { $0 != 0 } }
        #expect(spoken == 50 * 16_000, "\(spoken)")
    }

    @Test func speechUntilTheEndIsKept() {
        let found = Self.stretches(of: Self.sound([1_000, 1_510]), pieces: 777)
        #expect(found.count == 1 && abs((found.first?.end ?? 0) - 2.51) < 0.001, "\(found.first?.end ?? 0)")
    }
}

struct SubtitlesTests {
    @Test func longTextsBecomeSeveralSubtitles() {
        var subtitles = Subtitles()
        #expect(
            subtitles.add("Good morning.", from: 1.2, to: 2)
                == "1\n00:00:01,200 --> 00:00:02,000\nGood morning.\n\n")
        let text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        let long = subtitles.add(text + " seventeen", from: 3_600, to: 3_610)
        let lines = long.split(separator: "\n")
        #expect(lines.count { $0.contains(" --> ") } == 2, "\(long)")
        #expect(long.hasPrefix("2\n01:00:00,000 --> ") && long.contains(" --> 01:00:10,000\n"), "\(long)")
        #expect(lines.allSatisfy { $0.count <= 42 }, "\(long)")
        #expect(subtitles.add("  ", from: 0, to: 1).isEmpty)
    }

    @Test func progressNamesTheLengthIfItIsKnown() {
        #expect(TranscriptionProgress.line(750, of: 3_600) == "12:30 of 1:00:00 (20 %)")
        #expect(TranscriptionProgress.line(65, of: nil) == "1:05")
    }
}
