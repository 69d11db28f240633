// SPDX-License-Identifier: GPL-3.0-or-later
// Detects barge-in: turns frames with someone else's sound into "someone may be speaking", "someone is speaking",
// "false alarm". Pure; counts time in frames of 20 ms.

/// Decides whether the user is interrupting. A cough, a click or a bang starts like speech, so it raises suspicion. It
/// is never confirmed, because it is too short, hardly voiced, or loudest at its start.
public struct InterruptionWatch: Sendable {
    /// What is known about a frame of 20 ms.
    public struct Evidence: Hashable, Sendable {
        /// True if our own voice does not explain the sound.
        public var isNear: Bool
        /// True if the voice detector reports speech.
        public var isSpeech: Bool
        /// True for a voiced sound.
        public var isVoiced: Bool
        /// The level without the echo, in dBFS.
        public var levelDBFS: Float
        /// The share of the received power that remains after removing our own voice, 0…1; 1 while we are silent.
        public var nearShare: Float
        /// True if the near sound so far was our own voice at an unexpected time.
        public var isEchoMoved: Bool

        /// Combines the parts of the evidence.
        public init(
            isNear: Bool, isSpeech: Bool, isVoiced: Bool, levelDBFS: Float, nearShare: Float = 1,
            isEchoMoved: Bool = false
        ) {
            self.isNear = isNear
            self.isSpeech = isSpeech
            self.isVoiced = isVoiced
            self.levelDBFS = levelDBFS
            self.nearShare = nearShare
            self.isEchoMoved = isEchoMoved
        }
    }

    /// A change in who is speaking.
    public enum Verdict: Hashable, Sendable {
        /// Someone may be speaking: lower our voice, and listen.
        case suspected
        /// Someone is speaking.
        case confirmed
        /// The suspicion was wrong: continue as before.
        case dismissed
    }

    /// Suspicion requires this many near frames among the last `onsetWindow`.
    private static let onsetFrames = 2
    private static let onsetWindow = 3
    /// A suspicion is reported if this share of the power is someone else's (6 dB below the total), or after
    /// `tellingFrames` near frames: loudspeaker distortion can exceed the echo for 40 ms at a time, but is soft beside
    /// it.
    fileprivate static let tellingShare: Float = 0.25
    fileprivate static let tellingFrames = 5
    /// Speech is assumed to have begun this many frames before the frame that raised suspicion.
    private static let onsetLead = 3
    /// The least frames of speech, counted from its start: 160 ms.
    fileprivate static let confirmationFrames = 8
    /// The fewest frames of speech that have to be distinguishable from our own voice; `voicedFrames` is the fewest
    /// that have to be voiced.
    fileprivate static let nearFrames = 6
    fileprivate static let voicedFrames = 2
    /// Voiced sound this far below the loudest moment, in dB, is the tail of a bang or a cough.
    fileprivate static let tailDB: Float = 9
    /// A suspicion ends after this long without near sound, 0.3 s; or without confirmation after `patienceFrames`, 1.2
    /// s.
    private static let quietFrames = 15
    private static let patienceFrames = 60

    private var recent: [Evidence] = []
    private var suspicion: Suspicion?
    /// True while someone is speaking: until they pause, nothing raises a new suspicion.
    private var isConfirmed = false

    fileprivate struct Suspicion {
        var frames: Int
        var near: Int
        var speech = 0
        var voicedLevels: [Float] = []
        var loudest: Float = -100
        var quiet = 0
        /// The highest share of someone else's power in a near frame.
        var share: Float
        var isTold = false
    }

    /// Creates a watch without suspicion.
    public init() {}

    /// True from a suspicion until it is confirmed or dismissed.
    public var isSuspicious: Bool { suspicion != nil }

    /// Processes the next frame's evidence.
    /// - Returns: The new verdict; nil if nothing has changed.
    public mutating func process(_ evidence: Evidence) -> Verdict? {
        if evidence.isEchoMoved {
            let wasTold = suspicion?.isTold ?? false
            reset()
            return wasTold ? .dismissed : nil
        }
        recent.append(evidence)
        if recent.count > Self.quietFrames { recent.removeFirst() }
        if isConfirmed {
            isConfirmed = recent.contains { $0.isNear }
            return nil
        }
        guard var current = suspicion else { return suspect(evidence) }
        current.take(evidence)
        if current.isSpeech {
            suspicion = nil
            isConfirmed = true
            return .confirmed
        }
        if current.quiet >= Self.quietFrames || current.frames >= Self.patienceFrames {
            reset()
            return current.isTold ? .dismissed : nil
        }
        return keep(current)
    }

    /// Forgets any suspicion without reporting a verdict.
    public mutating func reset() {
        recent.removeAll(keepingCapacity: true)
        suspicion = nil
        isConfirmed = false
    }

    private mutating func suspect(_ evidence: Evidence) -> Verdict? {
        let near = recent.suffix(Self.onsetWindow).filter(\.isNear)
        guard near.count >= Self.onsetFrames else { return nil }
        // The current frame is counted below.
        var begun = Suspicion(
            frames: Self.onsetLead, near: near.count - 1, share: near.reduce(0) { max($0, $1.nearShare) })
        begun.take(evidence)
        return keep(begun)
    }

    /// Tracks a suspicion, and reports it once it is strong enough.
    private mutating func keep(_ current: Suspicion) -> Verdict? {
        let isNew = !current.isTold && (current.share >= Self.tellingShare || current.near >= Self.tellingFrames)
        suspicion = current
        suspicion?.isTold = current.isTold || isNew
        return isNew ? .suspected : nil
    }
}

extension InterruptionWatch.Suspicion {
    fileprivate mutating func take(_ evidence: InterruptionWatch.Evidence) {
        frames += 1
        guard evidence.isNear else {
            quiet += 1
            return
        }
        quiet = 0
        near += 1
        share = max(share, evidence.nearShare)
        loudest = max(loudest, evidence.levelDBFS)
        if evidence.isSpeech { speech += 1 }
        if evidence.isVoiced { voicedLevels.append(evidence.levelDBFS) }
    }

    /// True if the sound is long enough, mostly near, and voiced at its loudest.
    fileprivate var isSpeech: Bool {
        guard quiet == 0, frames >= InterruptionWatch.confirmationFrames, near >= InterruptionWatch.nearFrames,
            near * 2 >= frames, speech * 2 >= near
        else { return false }
        let voiced = voicedLevels.count { $0 >= loudest - InterruptionWatch.tailDB }
        return voiced >= InterruptionWatch.voicedFrames
    }
}
