// SPDX-License-Identifier: GPL-3.0-or-later
// Voice detector by a small trained network, asleep while the room is silent.

/// Finds speech in frames of 20 ms at 16 kHz with a network of some 29 000 weights that looks at nothing later than the
/// frame itself. Its decisions carry little hangover: gaps within words, no more.
public final class NetworkVoiceDetector: VoiceActivityDetector {
    /// Below this no one speaks, and nothing is computed.
    private static let silenceDBFS: Float = -72
    /// A room louder than this is never silent: soft speech may hide in its noise.
    private static let loudestSilenceDBFS: Float = -60
    /// Frames of silence after which the network sleeps: 3 s, so that the running mean (1 s) has forgotten the speech.
    private static let framesToSleep = 150
    /// Frames of a quiet room that it begins with.
    private static let imaginedFrames = 25

    /// 320: 20 ms.
    public let samplesPerFrame = VoiceFeatures.samplesPerFrame
    /// 0…100 percent moves the logit from which a frame is speech in a straight line: by +2.5 at 0 %, not at all at
    /// 50 % (the highest F1 on mixtures at 0…20 dB and clean), by −2.5 at 100 %.
    public var sensitivityPercent: Double = 50

    /// Frames on which the network ran; a silent room adds none.
    private(set) var framesComputed = 0
    private let features = VoiceFeatures()
    private let network: VoiceNetwork
    private let operatingPoint: Float
    private var gate = SilenceGate()
    private var silentFrames = 0

    /// A detector that has heard nothing yet.
    public init(weights: VoiceNetworkWeights) {
        network = VoiceNetwork(weights)
        operatingPoint = weights.operatingPoint
        imagineQuiet()
    }

    /// Forgets the background and everything else.
    public func reset() {
        features.reset()
        network.reset()
        gate = SilenceGate()
        silentFrames = 0
        imagineQuiet()
    }

    /// Lets half a second of a quiet room go before the first sound. Who presses and speaks at once is in the middle of a
    /// word when the microphone opens; taken for the background, that word would hide a second of speech. (Found of the
    /// first second of 30 recordings that begin so: 83 % with the room, 20 % without; flagged of the first seconds of 27
    /// noises: 0.9 and 0.3 %.)
    private func imagineQuiet() {
        var state: UInt32 = 1
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: samplesPerFrame) { frame in
            for _ in 0..<Self.imaginedFrames {
                for index in frame.indices {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    // ±32: −65 dBFS.
                    frame[index] = Int16(truncatingIfNeeded: Int(state >> 16) &- 32_768) >> 10
                }
                features.process(UnsafeBufferPointer(frame))
                _ = network.process(features.values)
            }
        }
        features.beginForReal()
    }

    /// Takes the next 320 samples.
    public func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity {
        precondition(frame.count == samplesPerFrame, "the detector takes frames of exactly 20 ms")
        let level = rmsDBFS(frame)
        silentFrames = gate.isSilent(level) ? min(silentFrames &+ 1, Self.framesToSleep &+ 1) : 0
        guard silentFrames <= Self.framesToSleep else {
            features.skip(frame)
            return VoiceActivity(isSpeech: false, likelihood: 0, levelDBFS: level)
        }
        framesComputed &+= 1
        features.process(frame)
        let excess = network.process(features.values) - threshold
        return VoiceActivity(isSpeech: excess > 0, likelihood: 1 / (1 + exponential(-excess)), levelDBFS: level)
    }

    private var threshold: Float {
        operatingPoint + Float(50 - min(max(sensitivityPercent, 0), 100)) / 20
    }

    /// Tells silence by level alone: within 4 dB of the quietest that was lately heard, in a quiet room.
    private struct SilenceGate {
        private var floor: Float = NetworkVoiceDetector.silenceDBFS

        mutating func isSilent(_ level: Float) -> Bool {
            // Down at once, up by 1 dB per second.
            floor = max(min(level, floor + 0.02), NetworkVoiceDetector.silenceDBFS)
            let limit = min(floor + 4, NetworkVoiceDetector.loudestSilenceDBFS)
            return level < max(limit, NetworkVoiceDetector.silenceDBFS)
        }
    }
}
