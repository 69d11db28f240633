// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of the virtual speaker, with times on the event log's clock.

import JarvisAudio
import JarvisPlatform

/// Records the speaker's monitor until `stop`.
struct SpeakerRecording {
    private let recorder: SourceRecorder

    init() async throws {
        recorder = SourceRecorder(source: "speaker.monitor")
        try await recorder.start()
    }

    /// Ends the recording.
    func stop() -> HeardSound { HeardSound(recorder.stop()) }
}

/// A recording of the speaker.
struct HeardSound {
    private let samples: [Int16]
    private let rate: Double
    /// Time of the first sample, in the event log's seconds.
    private let begin: Double

    init(_ recording: SourceRecording) {
        samples = recording.samples
        rate = Double(recording.sampleRateHertz)
        // The two clocks may count from different moments.
        let age = ContinuousClock.now - recording.startedAt
        begin = MonotonicTime.seconds() - Double(age.components.seconds) - Double(age.components.attoseconds) / 1e18
    }

    /// Amplitude that is audible in a quiet room.
    private static let audible = 150

    /// Time of the last audible sample, if any.
    var lastSound: Double? {
        samples.lastIndex { abs(Int($0)) > Self.audible }.map { begin + Double($0) / rate }
    }

    /// Whether anything is audible between two times.
    func isAudible(from: Double, to: Double) -> Bool {
        let first = max(0, Int((from - begin) * rate))
        let last = min(samples.count, Int((to - begin) * rate))
        return first < last && samples[first..<last].contains { abs(Int($0)) > Self.audible }
    }
}
