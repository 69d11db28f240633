// SPDX-License-Identifier: GPL-3.0-or-later
// Records a few seconds in memory, to compare the sound with and without JARVIS's processing. Two microphones record at
// once: one unprocessed, one with echo cancellation, which works only during playback.

public import JarvisCore

/// A recording of a few seconds, 16 kHz mono.
public struct SoundSample: Hashable, Sendable {
    /// Unprocessed.
    public var plain: [Int16]
    /// With JARVIS's playback removed.
    public var withoutEcho: [Int16]

    public init(plain: [Int16], withoutEcho: [Int16]) {
        self.plain = plain
        self.withoutEcho = withoutEcho
    }
}

/// Records samples and applies different processing to them. Only the caller holds the recordings.
public final class SoundTrial: Sendable {
    /// Applies the microphone's noise suppression and gain control to samples.
    public typealias Treatment = @Sendable ([Int16], SoundProcessing) -> [Int16]

    /// Plays recordings; echo cancellation removes its sound.
    public let player: any SpeechPlayer
    private let plain: any Microphone
    private let withoutEcho: any Microphone
    private let treatment: Treatment

    /// - Parameters:
    ///   - player: The player whose sound `withoutEcho` removes.
    ///   - plain: A microphone for this trial alone.
    ///   - withoutEcho: Another one on the same device.
    public init(
        player: any SpeechPlayer, plain: any Microphone, withoutEcho: any Microphone, treatment: @escaping Treatment
    ) {
        self.player = player
        self.plain = plain
        self.withoutEcho = withoutEcho
        self.treatment = treatment
        var processing = SoundProcessing()
        (processing.suppressesNoise, processing.controlsGain) = (false, false)
        withoutEcho.setProcessing(processing)
        processing.cancelsEcho = false
        plain.setProcessing(processing)
    }

    /// Records for `seconds`; cancelling the task stops it at once.
    /// - Throws: `AudioFailure`, or `WakeCalibrationFailure.muted` if the desktop has muted the microphone.
    public func record(seconds: Double, device: String?) async throws -> SoundSample {
        let count = Int(seconds * Double(AudioFrame.sampleRateHertz))
        defer {
            plain.close()
            withoutEcho.close()
        }
        let (one, other) = (Self.sound(of: plain, device), Self.sound(of: withoutEcho, device))
        async let first = Self.samples(count, of: one)
        async let second = Self.samples(count, of: other)
        return SoundSample(plain: try await first, withoutEcho: try await second)
    }

    /// The sample as JARVIS hears it with this processing.
    public func heard(_ sample: SoundSample, _ processing: SoundProcessing) -> [Int16] {
        treatment(processing.cancelsEcho ? sample.withoutEcho : sample.plain, processing)
    }

    private static func sound(of microphone: any Microphone, _ device: String?) -> AsyncThrowingStream<
        [Int16], any Error
    > {
        AsyncThrowingStream { continuation in
            microphone.open(device: device) { event in
                switch event {
                case .frame(let frame): continuation.yield(frame.samples)
                case .failed(let failure): continuation.finish(throwing: failure)
                case .mutedBySystem(true): continuation.finish(throwing: WakeCalibrationFailure.muted)
                case .closed: continuation.finish()
                case .opened, .overrun, .mutedBySystem: break
                }
            }
        }
    }

    private static func samples(
        _ count: Int, of sound: AsyncThrowingStream<[Int16], any Error>
    ) async throws -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(count)
        for try await piece in sound {
            samples += piece
            if samples.count >= count { break }
        }
        try Task.checkCancellation()
        return Array(samples.prefix(count))
    }
}
