// SPDX-License-Identifier: GPL-3.0-or-later
// The chain between the microphone and everything that listens: echo canceller, double-talk decision, noise suppressor
// in front of the detector, gain control for what is recognized and kept. Capture thread only; allocates only when made.

import JarvisCore
import JarvisSignal
package import Synchronization

/// The three switches of the chain; other threads turn them while capture runs.
package final class ProcessingControls: Sendable {
    package let cancelsEcho = Atomic<Bool>(true)
    package let suppressesNoise = Atomic<Bool>(true)
    package let controlsGain = Atomic<Bool>(true)

    package init() {}
}

/// Processes frames of 20 ms in place.
package final class CaptureProcessor {
    /// The findings about one frame.
    package struct Finding: BitwiseCopyable {
        /// Our own voice could be heard.
        package var isPlaying = false
        /// Someone else's sound: always true while nothing plays.
        package var isNear = true
        package var isVoiced = false
        /// Share of the power heard that is left without our own voice, 0…1.
        package var nearShare: Float = 1
        /// Our own voice turned out to arrive at another time than expected, so the near sound just before was that voice.
        package var isEchoMoved = false
    }

    private static let count = AudioFrame.samplesPerFrame
    /// Our own voice lingers in the room, and in the filter, for this many frames after its end: 0.5 s.
    private static let lingering = 25
    /// Frames of delay within which the filter covers the direct sound and most of the room.
    private static let comfortableDelays = 0...3
    /// Speech goes on through this many frames without near sound, while we play: gaps within words.
    private static let nearHangover = 10
    /// An echo that lies so near to where it was looked for has not moved: half a millisecond.
    private static let samePlaceSamples = 8
    /// The room's figures are noted this often while only JARVIS is heard: every second.
    private static let notingFrames = 50
    /// So long the canceller needs for what it has heard at the wrong time: 0.14 s.
    private static let settlingFrames = 7
    /// Frames that are ignored at most because our own voice may begin in them: 2.5 s. Bluetooth speakers take up to
    /// two seconds to begin; a server that never says that it has must not make us deaf.
    private static let startingFrames = 125

    private let reference: PlaybackReference?
    private let controls: ProcessingControls
    private let canceller: EchoCanceller?
    private let suppressor: NoiseSuppressor?
    private let nearEnd = NearEndDetector()
    private let delays = EchoDelayEstimator()
    private let locator = EchoLocator(tailCount: EchoCanceller.roomSamples)
    private let displaced = DisplacedEcho()
    private let response: UnsafeMutableBufferPointer<Int32>
    private var trust = CancellerTrust()
    private var balance = EchoBalance()
    /// The clocks have said that the echo is elsewhere now; otherwise it is looked for because it was missed.
    private var isNewPlace = false
    private var framesSinceNoted = 0
    private var isRoomKnown = false
    private let recent = RecentFrames(capacity: 8)
    private var aligner = ReferenceAligner()
    private var gain = GainControl()
    private let played: UnsafeMutableBufferPointer<Int16>
    private let unshifted: UnsafeMutableBufferPointer<Int16>
    private let residual: UnsafeMutableBufferPointer<Int16>
    private let echo: UnsafeMutableBufferPointer<Int16>
    private var framesSincePlaying = CaptureProcessor.lingering
    private var framesSinceNear = 0
    private var unsettledFrames = 0
    private var framesSinceStarting = 0
    private var startingGeneration = 0
    /// Delay that the clocks do not know, taken out of the reference.
    private var shiftFrames = 0

    /// - Parameter reference: what is played; nil: there is no player whose echo could be taken out.
    package init(reference: PlaybackReference?, controls: ProcessingControls) {
        self.reference = reference
        self.controls = controls
        canceller = reference == nil ? nil : EchoCanceller()
        suppressor = NoiseSuppressor()
        func silence() -> UnsafeMutableBufferPointer<Int16> {
            let buffer = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Self.count)
            buffer.initialize(repeating: 0)
            return buffer
        }
        played = silence()
        unshifted = silence()
        residual = silence()
        echo = silence()
        response = .allocate(capacity: EchoCanceller.roomSamples)
        response.initialize(repeating: 0)
    }

    deinit {
        for buffer in [played, unshifted, residual, echo] { buffer.deallocate() }
        response.deallocate()
    }

    /// A new stream begins: room and level are forgotten.
    package func restart() {
        aligner = ReferenceAligner()
        canceller?.reset()
        nearEnd.reset()
        delays.reset()
        displaced.reset()
        locator.cancel()
        forgetRoom()
        shiftFrames = 0
        gain.reset()
        framesSincePlaying = Self.lingering
    }

    /// Takes our own voice out of a frame whose first sample has the position `sample` and was captured at
    /// `microseconds` of `pa_rtclock_now` (nil: unknown). The voice detector must be given `detectorFrame` afterwards.
    package func cancel(
        _ frame: UnsafeMutableBufferPointer<Int16>, sample: Int64, atMicroseconds microseconds: Int64?
    ) -> Finding {
        guard let reference, let canceller else { return pass(frame) }
        guard let microseconds, follow(reference, sample, microseconds) else {
            // Whatever is heard now may be our own first syllable.
            return isStarting(reference) ? ignore(frame) : pass(frame)
        }
        if locator.isSearching {
            recent.append(UnsafeBufferPointer(frame), sample: sample)
            guard locate(frame) else { return ignore(frame) }
            catchUp(reference, canceller)
        }
        return judge(frame, canceller)
    }

    /// Takes the echo out of a frame, whose sound of ours is in `played`, and says whose sound is left.
    private func judge(_ frame: UnsafeMutableBufferPointer<Int16>, _ canceller: EchoCanceller) -> Finding {
        guard let frameStart = frame.baseAddress, let playedStart = played.baseAddress,
            let residualStart = residual.baseAddress
        else { return pass(frame) }
        canceller.process(frameStart, reference: playedStart, into: residualStart)
        var index = 0
        while index < Self.count {
            echo[index] = Int16(clamping: Int(frame[index]) &- Int(residual[index]))
            index &+= 1
        }
        let isForeign = nearEnd.process(residual: UnsafeBufferPointer(residual), echo: UnsafeBufferPointer(echo))
        if delays.process(reference: UnsafeBufferPointer(unshifted), microphone: UnsafeBufferPointer(frame)) {
            shift(canceller)
        }
        let heardPower = Self.power(frame)
        let leftPower = Self.power(residual)
        let isTrusted = trust.take(
            played: Self.power(played), heard: heardPower, left: leftPower, isEchoKnown: delays.delayFrames != nil)
        if trust.hasConverged { isRoomKnown = true }
        displaced.remember(microphone: UnsafeBufferPointer(frame), echo: UnsafeBufferPointer(echo))
        unsettledFrames = max(0, unsettledFrames &- 1)
        let late = displaced.doubt(isForeign: isForeign && isRoomKnown)
        if let late {
            aligner.correct(by: -Int64(late))
            // What was expected until now was expected at the wrong time; it would be found again.
            displaced.reset()
            nearEnd.followEcho(hasMislearned: true)
            unsettledFrames = Self.settlingFrames
        }
        let isAdded = balance.take(heard: heardPower, left: leftPower, isForeign: isForeign)
        if balance.isMisplaced, isRoomKnown {
            // The device has stumbled: whose sound is whose is unknown until the echo is found again.
            balance = EchoBalance()
            displaced.reset()
            look(isNewPlace: false)
            var finding = ignore(frame)
            finding.isEchoMoved = true
            return finding
        }
        let isOurs = unsettledFrames > 0 || displaced.isSuspected
        let isNear = isForeign && isAdded && isTrusted && !isOurs
        noteRoom(isForeign: isForeign, canceller)
        framesSinceNear = isNear ? 0 : framesSinceNear &+ 1
        let isVoiced = nearEnd.isVoiced
        if controls.cancelsEcho.load(ordering: .relaxed) { frameStart.update(from: residualStart, count: Self.count) }
        let nearShare = heardPower > 0 ? min(1, leftPower / heardPower) : 1
        return Finding(
            isPlaying: true, isNear: isNear, isVoiced: isVoiced, nearShare: nearShare, isEchoMoved: late != nil)
    }

    /// The sound for the voice detector: without echo, and without noise if wanted. Valid until the next frame.
    /// - Parameter isPlaying: while we play, the suppressor is left out: it is late, and takes the echo for speech.
    package func detectorFrame(isPlaying: Bool) -> UnsafeBufferPointer<Int16> {
        if !isPlaying, controls.suppressesNoise.load(ordering: .relaxed), let start = residual.baseAddress {
            suppressor?.process(start)
        }
        return UnsafeBufferPointer(residual)
    }

    /// The detector's finding about the frame, less our own voice.
    package func confirm(_ isSpeech: Bool, _ finding: Finding) -> Bool {
        isSpeech && (!finding.isPlaying || framesSinceNear <= Self.nearHangover)
    }

    /// Brings speech to its level.
    package func level(_ frame: UnsafeMutableBufferPointer<Int16>, isSpeech: Bool, levelDBFS: Float) {
        guard controls.controlsGain.load(ordering: .relaxed) else { return }
        gain.process(frame, isSpeech: isSpeech, levelDBFS: levelDBFS)
    }

    /// Mean power of a frame, full scale 1.
    private static func power(_ samples: UnsafeMutableBufferPointer<Int16>) -> Float {
        var sum: Float = 0
        for sample in samples { sum += Float(sample) * Float(sample) }
        return sum / (Float(count) * 32_768 * 32_768)
    }

    /// Whose sound this is cannot be told.
    private func ignore(_ frame: UnsafeMutableBufferPointer<Int16>) -> Finding {
        _ = pass(frame)
        framesSinceNear = Self.nearHangover &+ 1
        return Finding(isPlaying: true, isNear: false)
    }

    /// Keeps what the canceller knows while it is at its best; once the echo is lost it learns what is wrong.
    private func noteRoom(isForeign: Bool, _ canceller: EchoCanceller) {
        framesSinceNoted = isForeign || !trust.hasConverged ? 0 : framesSinceNoted &+ 1
        guard framesSinceNoted >= Self.notingFrames else { return }
        framesSinceNoted = 0
        canceller.copyRoom(into: response)
    }

    private func look(isNewPlace: Bool) {
        self.isNewPlace = isNewPlace
        recent.reset()
        locator.begin(UnsafeBufferPointer(response), isNearLikely: isNewPlace)
    }

    /// - Returns: true when the echo has been found at the beginning of a reply: what was heard meanwhile can be judged.
    private func locate(_ frame: UnsafeMutableBufferPointer<Int16>) -> Bool {
        switch locator.process(reference: UnsafeBufferPointer(played), microphone: UnsafeBufferPointer(frame)) {
        case .searching: return false
        case .found(let samples) where isNewPlace || abs(samples) > Self.samePlaceSamples:
            aligner.correct(by: Int64(samples))
            trust = CancellerTrust(isRoomKnown: true)
            nearEnd.followEcho(hasMislearned: !isNewPlace)
            return isNewPlace
        case .found, .lost:
            // Another room, or a delay that the clocks do not know: what is left would be taken for someone.
            nearEnd.reset()
            forgetRoom()
            return false
        }
    }

    /// Gives the canceller what was heard during the search, at the right place: it works with the last 128 ms.
    private func catchUp(_ reference: PlaybackReference, _ canceller: EchoCanceller) {
        for index in 0..<recent.count - 1 {
            _ = read(reference, sample: recent.sample(index))
            _ = judge(recent[index], canceller)
        }
        _ = read(reference, sample: recent.sample(recent.count - 1))
    }

    /// Our own voice may begin in this frame, and has not been awaited for too long.
    private func isStarting(_ reference: PlaybackReference) -> Bool {
        let generation = reference.generation
        if generation != startingGeneration {
            startingGeneration = generation
            framesSinceStarting = 0
        }
        guard reference.isStarting, framesSinceStarting < Self.startingFrames else { return false }
        framesSinceStarting &+= 1
        return true
    }

    private func pass(_ frame: UnsafeMutableBufferPointer<Int16>) -> Finding {
        if let target = residual.baseAddress, let source = frame.baseAddress {
            target.update(from: source, count: Self.count)
        }
        return Finding()
    }

    /// Moves the filter to where the echo is, unless it reaches there already.
    private func shift(_ canceller: EchoCanceller) {
        guard let delay = delays.delayFrames, !Self.comfortableDelays.contains(delay - shiftFrames) else { return }
        // One frame less: the sound may lie anywhere within the frame that was found.
        shiftFrames = max(0, delay - 1)
        canceller.reset()
        nearEnd.reset()
        forgetRoom()
    }

    private func forgetRoom() {
        trust = CancellerTrust()
        balance = EchoBalance()
        isRoomKnown = false
    }

    /// Follows the clocks and fetches what was played when the frame was captured.
    /// - Returns: false when our own voice cannot be in the frame.
    private func follow(_ reference: PlaybackReference, _ sample: Int64, _ microseconds: Int64) -> Bool {
        guard let offset = reference.offset else { return false }
        let position = PlaybackReference.tick(atMicroseconds: microseconds) - offset
        if aligner.take(position: position, sample: sample, generation: reference.generation), isRoomKnown {
            // The room is known, and the clocks say only roughly where it is now.
            canceller?.copyRoom(into: response)
            look(isNewPlace: true)
        }
        guard aligner.distance != nil else { return false }
        let isSound = read(reference, sample: sample)
        framesSincePlaying = isSound ? 0 : framesSincePlaying &+ 1
        return framesSincePlaying < Self.lingering
    }

    /// Fetches what was played when the frame that begins with this sample was captured.
    /// - Returns: true when any of it is sound.
    private func read(_ reference: PlaybackReference, sample: Int64) -> Bool {
        let now = sample + (aligner.distance ?? 0) + ReferenceAligner.lead
        let isSound = reference.read(from: now, into: unshifted)
        var isShiftedSound = isSound
        if shiftFrames > 0 {
            isShiftedSound = reference.read(from: now - Int64(shiftFrames * Self.count), into: played)
        } else if let target = played.baseAddress, let source = unshifted.baseAddress {
            target.update(from: source, count: Self.count)
        }
        return isSound || isShiftedSound
    }
}
