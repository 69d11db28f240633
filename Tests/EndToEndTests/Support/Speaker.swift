// SPDX-License-Identifier: GPL-3.0-or-later
// What comes out of the virtual speaker, with the time by the event log's clock.

import JarvisAudio
import JarvisPlatform

/// Records the speaker's monitor until `stop`.
struct SpeakerRecording {
    private let recorder: SourceRecorder

    init() async throws {
        recorder = SourceRecorder(source: "speaker.monitor")
        try await recorder.start()
    }

    /// Ends it.
    func stop() -> HeardSound { HeardSound(recorder.stop()) }
}

/// What was heard.
struct HeardSound {
    private let samples: [Int16]
    private let rate: Double
    /// When the first sample was heard, in the seconds of the event log.
    private let begin: Double

    init(_ recording: SourceRecording) {
        samples = recording.samples
        rate = Double(recording.sampleRateHertz)
        // The two clocks may count from different moments.
        let age = ContinuousClock.now - recording.startedAt
        begin = MonotonicTime.seconds() - Double(age.components.seconds) - Double(age.components.attoseconds) / 1e18
    }

    /// Loud enough to be heard in a quiet room.
    private static let audible = 150

    /// When the last audible sample was heard; nil when none was.
    var lastSound: Double? {
        samples.lastIndex { abs(Int($0)) > Self.audible }.map { begin + Double($0) / rate }
    }

    /// True when something could be heard between two moments.
    func isAudible(from: Double, to: Double) -> Bool {
        let first = max(0, Int((from - begin) * rate))
        let last = min(samples.count, Int((to - begin) * rate))
        return first < last && samples[first..<last].contains { abs(Int($0)) > Self.audible }
    }
}
