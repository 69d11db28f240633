// SPDX-License-Identifier: GPL-3.0-or-later
// Detector and segmenter together on spoken commands: neither end is cut off.

import JarvisSignal
import Testing

struct EndpointingTests {
    /// The start and end, in seconds, of the utterances found in `samples`, which begin at 0.
    private func taken(from samples: [Int16]) -> ClosedRange<Double>? {
        let detector = SpectralVoiceDetector()
        var segmenter = UtteranceSegmenter(configuration: .command)
        var first: Int64?
        var last: Int64 = 0
        for start in stride(from: 0, to: samples.count - 319, by: 320) {
            let frame = Array(samples[start..<start + 320])
            let activity = frame.withUnsafeBufferPointer { detector.process($0) }
            for event in segmenter.process(frame, isSpeech: activity.isSpeech, firstSample: Int64(start)) {
                if case .speechStarted(_, let sample) = event { first = first ?? sample }
                if case .speechEnded = event { last = Int64(start + 320) }
            }
        }
        return first.map { Double($0) / 16_000...Double(max(last, $0)) / 16_000 }
    }

    @Test(arguments: [0.0003, 0.005])
    func commandsAreCapturedWithAMarginAtBothEnds(noise: Double) throws {
        let clips = try SpeechCorpus.commands(limit: 20)
        #expect(!clips.isEmpty)
        for clip in clips {
            let silence = Sound.silence(seconds: 2)
            let samples = silence + clip.samples + silence
            let background = Sound.noise(seconds: Double(samples.count) / 16_000, amplitude: noise, seed: 11)
            guard let taken = taken(from: mix(samples, background)) else {
                Issue.record("\(clip.name) was not heard")
                continue
            }
            #expect(taken.lowerBound <= 2 + clip.speech.lowerBound - 0.1, "\(clip.name) begins too late")
            #expect(taken.upperBound >= 2 + clip.speech.upperBound + 0.1, "\(clip.name) ends too early")
        }
    }
}
