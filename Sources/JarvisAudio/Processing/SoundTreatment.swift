// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the capture processing to recorded samples, so that the user can compare the sound.

public import JarvisCore
public import JarvisSignal

/// Applies noise suppression and gain control to a recording, as during listening.
public enum SoundTreatment {
    /// - Parameters:
    ///   - samples: 16 kHz mono; an incomplete last 20 ms frame is dropped.
    ///   - detector: A new voice detector.
    public static func apply(
        _ processing: SoundProcessing, to samples: [Int16], detector: any VoiceActivityDetector
    ) -> [Int16] {
        let suppressor = processing.suppressesNoise ? NoiseSuppressor() : nil
        var gain = GainControl()
        var result: [Int16] = []
        result.reserveCapacity(samples.count)
        for start in stride(
            from: 0, through: samples.count - AudioFrame.samplesPerFrame, by: AudioFrame.samplesPerFrame)
        {
            var frame = Array(samples[start..<start + AudioFrame.samplesPerFrame])
            frame.withUnsafeMutableBufferPointer { frame in
                if let suppressor, let first = frame.baseAddress { suppressor.process(first) }
                let activity = detector.process(UnsafeBufferPointer(frame))
                if processing.controlsGain {
                    gain.process(frame, isSpeech: activity.isSpeech, levelDBFS: activity.levelDBFS)
                }
            }
            result += frame
        }
        return result
    }
}
