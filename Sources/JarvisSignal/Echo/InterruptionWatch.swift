// SPDX-License-Identifier: GPL-3.0-or-later
// Barge-in: from frames that hold someone else's sound to "someone may be speaking", "someone is", "it was nothing".
// Pure; time is counted in frames of 20 ms.

/// Decides whether the user is interrupting. A cough, a click or a bang begins like speech, so it is suspected, but it
/// is not confirmed: it is too short, has too little voice in it, or begins with its loudest moment.
public struct InterruptionWatch: Sendable {
    /// The evidence of one frame of 20 ms.
    public struct Evidence: Hashable, Sendable {
        /// Sound that our own voice does not explain.
        public var isNear: Bool
        /// The voice detector hears speech.
        public var isSpeech: Bool
        /// A voiced sound.
        public var isVoiced: Bool
        /// Level of the sound without the echo, in dBFS.
        public var levelDBFS: Float
        /// Share of the power heard that is left without our own voice, 0…1; 1 while we are silent.
        public var nearShare: Float
        /// What was near until now was our own voice at another time than expected.
        public var isEchoMoved: Bool

        /// Evidence from its parts.
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

    /// The decision.
    public enum Verdict: Hashable, Sendable {
        /// Someone may be speaking: play softer, and listen.
        case suspected
        /// Someone speaks.
        case confirmed
        /// It was nothing: go on as before.
        case dismissed
    }

    /// Suspicion: this many near frames among the last `onsetWindow`.
    private static let onsetFrames = 2
    private static let onsetWindow = 3
    /// A suspicion is reported when this share of the sound is someone else's, 6 dB below all, or after this many near
    /// frames: what a loudspeaker bends stands out of the echo for 40 ms now and then, but it is soft beside it.
    fileprivate static let tellingShare: Float = 0.25
    fileprivate static let tellingFrames = 5
    /// Speech had begun this long before the frame that raised suspicion.
    private static let onsetLead = 3
    /// 160 ms of speech, counted from its beginning.
    fileprivate static let confirmationFrames = 8
    /// Frames among them in which it could be told from our own voice.
    fileprivate static let nearFrames = 6
    fileprivate static let voicedFrames = 2
    /// Voice that is softer than the loudest moment by more than this is the tail of a bang or a cough, in dB.
    fileprivate static let tailDB: Float = 9
    /// Nothing near for this long, or nothing confirmed for the longer one, ends a suspicion: 0.3 s and 1.2 s.
    private static let quietFrames = 15
    private static let patienceFrames = 60

    private var recent: [Evidence] = []
    private var suspicion: Suspicion?
    /// Someone speaks: nothing is suspected until they have paused.
    private var isConfirmed = false

    fileprivate struct Suspicion {
        var frames: Int
        var near: Int
        var speech = 0
        var voicedLevels: [Float] = []
        var loudest: Float = -100
        var quiet = 0
        /// Greatest share of a near frame.
        var share: Float
        var isTold = false
    }

    /// A watch that suspects nothing.
    public init() {}

    /// True between a suspicion and its end.
    public var isSuspicious: Bool { suspicion != nil }

    /// Takes the evidence of the next frame.
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

    /// Forgets everything; nothing is reported.
    public mutating func reset() {
        recent.removeAll(keepingCapacity: true)
        suspicion = nil
        isConfirmed = false
    }

    private mutating func suspect(_ evidence: Evidence) -> Verdict? {
        let near = recent.suffix(Self.onsetWindow).filter(\.isNear)
        guard near.count >= Self.onsetFrames else { return nil }
        // This frame is processed below.
        var begun = Suspicion(
            frames: Self.onsetLead, near: near.count - 1, share: near.reduce(0) { max($0, $1.nearShare) })
        begun.take(evidence)
        return keep(begun)
    }

    /// Follows a suspicion, and reports it once it is strong enough.
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

    /// Long enough, mostly there, and voiced at its height.
    fileprivate var isSpeech: Bool {
        guard quiet == 0, frames >= InterruptionWatch.confirmationFrames, near >= InterruptionWatch.nearFrames,
            near * 2 >= frames, speech * 2 >= near
        else { return false }
        let voiced = voicedLevels.count { $0 >= loudest - InterruptionWatch.tailDB }
        return voiced >= InterruptionWatch.voicedFrames
    }
}
