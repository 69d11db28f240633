// SPDX-License-Identifier: GPL-3.0-or-later
// What the capture chain does to sound, done to samples that are there already, for somebody to hear it.

public import JarvisCore
public import JarvisSignal

/// Noise and gain, as they are while JARVIS listens.
public enum SoundTreatment {
    /// - Parameters:
    ///   - samples: 16 kHz mono; what remains of the last whole frame of 20 ms is left out.
    ///   - detector: one that has heard nothing yet.
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
