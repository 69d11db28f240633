// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a microphone check, and how they follow from frames. Pure.

public import JarvisCore
import JarvisSignal

/// The results for a microphone being tested.
public struct MicrophoneFinding: Hashable, Sendable {
    /// Whether it delivers sound, and the reason if it doesn't.
    public enum Condition: Hashable, Sendable {
        /// No frame has arrived yet.
        case opening
        case working
        /// It runs but delivers only zeros: its own switch mutes it, or its level is at zero.
        case silent
        /// The desktop's sound settings have muted it.
        case muted
        /// Muted by the user in JARVIS.
        case mutedHere
        case failed(AudioFailure)
    }

    public var condition = Condition.opening
    /// The device's own description; empty until it is open.
    public var device = ""
    /// The current level, 0…1 (−70…0 dBFS).
    public var level: Float = 0
    /// The level without speech, in dBFS; nil until half a second without speech has been measured.
    public var noiseFloorDBFS: Float?
    /// The words of the last or current utterance.
    public var words = ""
    /// True while someone speaks.
    public var isSpeaking = false
    /// Likelihood of speech against the detector's threshold: 0 none, 0.5 at the threshold, 1 certain.
    public var likelihood: Float = 0

    public init() {}

    /// The noise of a room in four steps.
    public enum Noise: Hashable, Sendable {
        case quiet, usual, noticeable, loud
    }

    /// How noisy it is; nil until known. A quiet room with an ordinary microphone is near −60 dBFS.
    public var noise: Noise? {
        noiseFloorDBFS.map { $0 < -60 ? .quiet : $0 < -48 ? .usual : $0 < -38 ? .noticeable : .loud }
    }
}

/// Tracks a microphone's frames: level, noise, and whether it delivers anything.
struct MicrophoneMeter {
    /// The number of zero frames from the start, 4 s, by which a device must have started.
    private static let silentFrames = 200
    /// The same after earlier sound, 15 s, since a filter that passes only speech may deliver zeros in pauses.
    private static let pausedFrames = 750
    /// The number of recent frames without speech used for the noise level.
    private static let noiseFrames = 100
    private static let leastNoiseFrames = 25
    /// A level in dBFS that is below the noise of any analogue microphone.
    private static let zero: Float = -95

    private var meter = LevelMeter()
    private var zeroFrames = 0
    private var hasSound = false
    private var quiet: [Float] = []

    /// Adds a frame to the results.
    mutating func take(_ frame: AudioFrame, into finding: inout MicrophoneFinding) {
        frame.samples.withUnsafeBufferPointer { meter.process($0) }
        finding.level = meter.level
        zeroFrames = frame.levelDBFS <= Self.zero ? zeroFrames + 1 : 0
        if zeroFrames == 0 {
            hasSound = true
            finding.condition = .working
        } else if zeroFrames >= (hasSound ? Self.pausedFrames : Self.silentFrames) {
            finding.condition = .silent
        } else if finding.condition == .opening {
            // It delivers; whether it hears is known once the user has spoken.
            finding.condition = .working
        }
        guard !frame.isSpeech, zeroFrames == 0 else { return }
        quiet.append(frame.levelDBFS)
        if quiet.count > Self.noiseFrames { quiet.removeFirst() }
        guard quiet.count >= Self.leastNoiseFrames else { return }
        finding.noiseFloorDBFS = quiet.sorted()[quiet.count / 4]
    }
}
