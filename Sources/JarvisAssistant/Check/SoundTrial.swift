// SPDX-License-Identifier: GPL-3.0-or-later
// A few seconds of the microphone in memory, to be heard with and without what JARVIS does to its sound. Two microphones
// hear the same: one as it is, one without JARVIS's own voice, since that can only be taken out while it plays.

public import JarvisCore

/// A few seconds as they were recorded; 16 kHz mono.
public struct SoundSample: Hashable, Sendable {
    /// As the microphone heard it.
    public var plain: [Int16]
    /// Without what JARVIS played.
    public var withoutEcho: [Int16]

    public init(plain: [Int16], withoutEcho: [Int16]) {
        self.plain = plain
        self.withoutEcho = withoutEcho
    }
}

/// Records samples and lets them be heard in other ways. What is recorded is in the hands of the caller alone.
public final class SoundTrial: Sendable {
    /// Does to samples what is done to the microphone's: noise and gain.
    public typealias Treatment = @Sendable ([Int16], SoundProcessing) -> [Int16]

    /// Plays what was recorded, and what is to be taken out of it.
    public let player: any SpeechPlayer
    private let plain: any Microphone
    private let withoutEcho: any Microphone
    private let treatment: Treatment

    /// - Parameters:
    ///   - player: its sound is what `withoutEcho` takes out.
    ///   - plain: a microphone of the trial's own.
    ///   - withoutEcho: another one on the same device.
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

    /// Records for this long; a cancelled task ends it at once.
    /// - Throws: `AudioFailure`, or `WakeCalibrationFailure.muted` when the desktop has muted the microphone.
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
