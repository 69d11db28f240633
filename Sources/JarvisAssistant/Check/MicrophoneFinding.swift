// SPDX-License-Identifier: GPL-3.0-or-later
// What a check of the microphone has found so far, and how its reports lead there. Pure.

public import JarvisCore
import JarvisSignal

/// How a microphone fares that is being tried out.
public struct MicrophoneFinding: Hashable, Sendable {
    /// Whether it delivers sound, and if not, why.
    public enum Condition: Hashable, Sendable {
        /// Nothing has come yet.
        case opening
        case working
        /// It runs, and delivers nothing but zeroes: a switch on the device, or a level of zero.
        case silent
        /// The desktop's sound settings have muted it.
        case muted
        /// The user has muted it in JARVIS.
        case mutedHere
        case failed(AudioFailure)
    }

    public var condition = Condition.opening
    /// The device's own description; empty until it is open.
    public var device = ""
    /// How loud it is now, 0…1 (−70…0 dBFS).
    public var level: Float = 0
    /// How loud it is while no one speaks, in dBFS; nil until that has been heard for half a second.
    public var noiseFloorDBFS: Float?
    /// What was understood of what was said last, or is being said now.
    public var words = ""
    /// True while someone speaks.
    public var isSpeaking = false
    /// How far what is heard lies above the detector's threshold: 0 nothing, 0.5 on it, 1 certain.
    public var likelihood: Float = 0

    public init() {}

    /// The noise of a room in four steps.
    public enum Noise: Hashable, Sendable {
        case quiet, usual, noticeable, loud
    }

    /// How noisy it is; nil while that is not known. A quiet room with a usual microphone is near −60 dBFS.
    public var noise: Noise? {
        noiseFloorDBFS.map { $0 < -60 ? .quiet : $0 < -48 ? .usual : $0 < -38 ? .noticeable : .loud }
    }
}

/// Follows the frames of a microphone: its level, its noise, and whether it delivers anything.
struct MicrophoneMeter {
    /// Zeroes from the beginning for so long, 1.5 s, are not a device that is just starting.
    private static let silentFrames = 75
    /// Where there was sound before, it may be a filter that lets only speech through: 15 s.
    private static let pausedFrames = 750
    /// Frames without speech that the noise is taken from.
    private static let noiseFrames = 100
    private static let leastNoiseFrames = 25
    /// No analogue microphone is as quiet.
    private static let zero: Float = -95

    private var meter = LevelMeter()
    private var zeroFrames = 0
    private var hasSound = false
    private var quiet: [Float] = []

    /// Takes a frame into the finding.
    mutating func take(_ frame: AudioFrame, into finding: inout MicrophoneFinding) {
        frame.samples.withUnsafeBufferPointer { meter.process($0) }
        finding.level = meter.level
        zeroFrames = frame.levelDBFS <= Self.zero ? zeroFrames + 1 : 0
        if zeroFrames == 0 {
            hasSound = true
            finding.condition = .working
        } else if zeroFrames >= (hasSound ? Self.pausedFrames : Self.silentFrames) {
            finding.condition = .silent
        }
        guard !frame.isSpeech, zeroFrames == 0 else { return }
        quiet.append(frame.levelDBFS)
        if quiet.count > Self.noiseFrames { quiet.removeFirst() }
        guard quiet.count >= Self.leastNoiseFrames else { return }
        finding.noiseFloorDBFS = quiet.sorted()[quiet.count / 4]
    }
}
