// SPDX-License-Identifier: GPL-3.0-or-later
// Records utterances as sound, without recognition, for wake-word training.

public import JarvisCore
import JarvisSignal
import Synchronization

/// Splits microphone sound into utterances.
public enum PhraseRecorder {
    private struct Cutter {
        var segmenter: UtteranceSegmenter
        var samples: [Int16] = []

        init() {
            var configuration = UtteranceSegmenter.Configuration.command
            // Longer than any phrase: continuous sound of this length is something else.
            configuration.maximumMilliseconds = 6_000
            segmenter = UtteranceSegmenter(configuration: configuration)
        }

        /// Adds a frame and returns the utterance that ends with it, if one does.
        mutating func take(_ frame: AudioFrame) -> [Int16]? {
            var ended: [Int16]?
            for event in segmenter.process(frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex) {
                switch event {
                case .speechStarted(let preRoll, _): samples = preRoll
                case .audio(let more), .speechResumed(let more): samples += more
                case .speechEnded: ended = samples
                case .endSettled: break
                }
            }
            return ended
        }
    }

    /// Streams each utterance with the half second before it, 16 kHz mono. The microphone is open from the call until
    /// the stream is dropped.
    /// stream is dropped.
    /// - Returns: A stream that throws `AudioFailure`, or `WakeCalibrationFailure.muted` if the desktop has muted the
    ///   microphone.
    public static func utterances(
        of microphone: any Microphone, device: String?
    ) -> AsyncThrowingStream<[Int16], any Error> {
        AsyncThrowingStream { continuation in
            let cutter = Mutex(Cutter())
            continuation.onTermination = { _ in microphone.close() }
            microphone.open(device: device) { event in
                switch event {
                case .frame(let frame):
                    if let samples = cutter.withLock({ $0.take(frame) }) { continuation.yield(samples) }
                case .failed(let failure): continuation.finish(throwing: failure)
                case .mutedBySystem(true): continuation.finish(throwing: WakeCalibrationFailure.muted)
                case .closed: continuation.finish()
                case .opened, .overrun, .mutedBySystem: break
                }
            }
        }
    }
}
