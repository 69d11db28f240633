// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a long recording at its pauses into stretches that recognizers take well. Silence, noise and music between
// them are left out: they cost time, and recognizers hear words in them.

public import JarvisSignal

/// A part of a recording with speech in it.
public struct SpeechStretch: Hashable, Sendable {
    /// The place of the first sample in the recording.
    public var firstSample: Int
    /// 16 kHz mono.
    public var samples: [Int16]

    public var start: Double { Double(firstSample) / Double(SoundFile.sampleRateHertz) }
    public var end: Double { Double(firstSample + samples.count) / Double(SoundFile.sampleRateHertz) }
}

/// Cuts sound into stretches. Used on one thread.
public struct SpeechStretches {
    /// The pause that ends a stretch of any length, one of 8 s, and one of 14 s; in milliseconds. Recognition takes
    /// disproportionately long for long sound, and drops words in much longer sound.
    private static let pauses: [(seconds: Int, pause: Int)] = [(0, 700), (8, 240), (14, 100)]
    /// The longest stretch: 20 s.
    private static let longestMilliseconds = 20_000
    private static let preRollMilliseconds = 300

    private let detector: any VoiceActivityDetector
    private var segmenter: UtteranceSegmenter
    private var pending: [Int16] = []
    private var position = 0
    private var stretch: SpeechStretch?

    /// - Parameter detector: Of frames of 20 ms.
    public init(_ detector: any VoiceActivityDetector) {
        self.detector = detector
        var configuration = UtteranceSegmenter.Configuration.dictation
        configuration.preRollMilliseconds = Self.preRollMilliseconds
        configuration.maximumMilliseconds = Self.longestMilliseconds
        segmenter = UtteranceSegmenter(configuration: configuration)
    }

    /// Whether a stretch has begun and not ended.
    public var isOpen: Bool { stretch != nil }

    /// The stretches that end within these samples.
    public mutating func take(_ samples: [Int16]) -> [SpeechStretch] {
        pending += samples
        let length = detector.samplesPerFrame
        var (ended, place): ([SpeechStretch], Int) = ([], 0)
        while place + length <= pending.count {
            let frame = Array(pending[place..<place + length])
            place += length
            let isSpeech = frame.withUnsafeBufferPointer { detector.process($0) }.isSpeech
            segmenter.configuration.endSilenceMilliseconds = pause
            for event in segmenter.process(frame, isSpeech: isSpeech, firstSample: Int64(position)) {
                switch event {
                case .speechStarted(let preRoll, let first):
                    stretch = SpeechStretch(firstSample: max(0, Int(first)), samples: preRoll)
                case .audio(let sound): stretch?.samples += sound
                case .speechEnded:
                    if let stretch { ended.append(stretch) }
                    stretch = nil
                case .speechResumed, .endSettled: break
                }
            }
            position += length
        }
        pending.removeFirst(place)
        return ended
    }

    /// The last stretch, if the recording ends within speech.
    public mutating func finish() -> SpeechStretch? {
        defer { stretch = nil }
        stretch?.samples += pending
        return stretch
    }

    private var pause: Int {
        let seconds = (stretch?.samples.count ?? 0) / SoundFile.sampleRateHertz
        return Self.pauses.last { seconds >= $0.seconds }?.pause ?? 700
    }
}
