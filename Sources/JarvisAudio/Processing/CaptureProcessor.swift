// SPDX-License-Identifier: GPL-3.0-or-later
// Processes the microphone's sound before it reaches any listener: echo canceller, double-talk detection, noise
// suppressor ahead of the voice detector, and gain control for recognition and recordings. Capture thread only;
// allocates only on creation.

import JarvisCore
import JarvisSignal
package import Synchronization

/// The switches of echo, noise and gain processing, which other threads may change during capture.
package final class ProcessingControls: Sendable {
    package let cancelsEcho = Atomic<Bool>(true)
    package let suppressesNoise = Atomic<Bool>(true)
    package let controlsGain = Atomic<Bool>(true)

    package init() {}
}

/// Processes 20 ms frames in place.
package final class CaptureProcessor {
    /// The results of processing a frame.
    package struct Finding: BitwiseCopyable {
        /// True if our own voice may be audible.
        package var isPlaying = false
        /// True for someone else's sound, and always while nothing is being played.
        package var isNear = true
        package var isVoiced = false
        /// The share of the received power that remains after removing our own voice, 0…1.
        package var nearShare: Float = 1
        /// True if our own voice has turned out to arrive at another time than expected, so that it was also the near
        /// sound just before.
        package var isEchoMoved = false
    }

    private static let count = AudioFrame.samplesPerFrame
    /// Our own voice lingers in the room and in the filter for this many frames after it has ended: 0.5 s.
    private static let lingering = 25
    /// The delays, in frames, at which the filter covers the direct sound and most of the room.
    private static let comfortableDelays = 0...3
    /// During playback, speech continues through this many frames without near sound, to bridge gaps within words.
    private static let nearHangover = 10
    /// An echo within this many samples of the expected place has not moved: half a millisecond.
    private static let samePlaceSamples = 8
    /// The room is saved whenever only JARVIS has been heard for this many frames: a second.
    private static let notingFrames = 50
    /// The frames that the canceller needs to recover from sound at the wrong time: 0.14 s.
    private static let settlingFrames = 7
    /// The most frames to ignore because our own voice may start in them: 2.5 s. Bluetooth speakers take up to two
    /// seconds to start, and a server that never reports the start must not make us deaf.
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
    /// True if the clocks say that the echo has moved; false if the search is for an echo that is missing.
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
    /// A delay in frames that the clocks don't report, removed from the reference.
    private var shiftFrames = 0

    /// - Parameter reference: The playback; nil if there is no player whose echo could be removed.
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

    /// Starts a new stream, forgetting the room and the level.
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

    /// Removes our own voice from a frame whose first sample has the position `sample` and was captured at
    /// `microseconds` of `pa_rtclock_now` (nil if unknown). Afterwards, pass `detectorFrame` to the voice detector.
    package func cancel(
        _ frame: UnsafeMutableBufferPointer<Int16>, sample: Int64, atMicroseconds microseconds: Int64?
    ) -> Finding {
        guard let reference, let canceller else { return pass(frame) }
        guard let microseconds, follow(reference, sample, microseconds) else {
            // While playback is starting, any sound may be our own first syllable.
            return isStarting(reference) ? ignore(frame) : pass(frame)
        }
        if locator.isSearching {
            recent.append(UnsafeBufferPointer(frame), sample: sample)
            guard locate(frame) else { return ignore(frame) }
            catchUp(reference, canceller)
        }
        return judge(frame, canceller)
    }

    /// Removes the echo from a frame, with our playback in `played`, and decides whose sound remains.
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
            // The sound before was judged at the wrong time, and would be recognized as displaced again.
            displaced.reset()
            nearEnd.followEcho(hasMislearned: true)
            unsettledFrames = Self.settlingFrames
        }
        let isAdded = balance.take(heard: heardPower, left: leftPower, isForeign: isForeign)
        if balance.isMisplaced, isRoomKnown {
            // After a dropout, sounds can't be attributed until the echo has been found again.
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

    /// The sound for the voice detector: without echo, and without noise if suppression is on. Valid until the next
    /// frame.
    /// - Parameter isPlaying: True during playback, which skips the suppressor: it adds delay, and takes the echo for
    ///   speech.
    package func detectorFrame(isPlaying: Bool) -> UnsafeBufferPointer<Int16> {
        if !isPlaying, controls.suppressesNoise.load(ordering: .relaxed), let start = residual.baseAddress {
            suppressor?.process(start)
        }
        return UnsafeBufferPointer(residual)
    }

    /// The detector's decision on the frame, corrected for our own voice.
    package func confirm(_ isSpeech: Bool, _ finding: Finding) -> Bool {
        isSpeech && (!finding.isPlaying || framesSinceNear <= Self.nearHangover)
    }

    /// Applies gain control to a frame in place.
    package func level(_ frame: UnsafeMutableBufferPointer<Int16>, isSpeech: Bool, levelDBFS: Float) {
        guard controls.controlsGain.load(ordering: .relaxed) else { return }
        gain.process(frame, isSpeech: isSpeech, levelDBFS: levelDBFS)
    }

    /// The mean power of a frame, relative to full scale.
    private static func power(_ samples: UnsafeMutableBufferPointer<Int16>) -> Float {
        var sum: Float = 0
        for sample in samples { sum += Float(sample) * Float(sample) }
        return sum / (Float(count) * 32_768 * 32_768)
    }

    /// Passes on a frame whose sound can't be attributed to anyone, so that it doesn't count as speech.
    private func ignore(_ frame: UnsafeMutableBufferPointer<Int16>) -> Finding {
        _ = pass(frame)
        framesSinceNear = Self.nearHangover &+ 1
        return Finding(isPlaying: true, isNear: false)
    }

    /// Saves the canceller's filter while it fits the room; once the echo is lost, the filter learns something wrong.
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

    /// Searches for the echo.
    /// - Returns: True if the echo of a reply has just been found, so that the sound of the search can be judged.
    private func locate(_ frame: UnsafeMutableBufferPointer<Int16>) -> Bool {
        switch locator.process(reference: UnsafeBufferPointer(played), microphone: UnsafeBufferPointer(frame)) {
        case .searching: return false
        case .found(let samples) where isNewPlace || abs(samples) > Self.samePlaceSamples:
            aligner.correct(by: Int64(samples))
            trust = CancellerTrust(isRoomKnown: true)
            nearEnd.followEcho(hasMislearned: !isNewPlace)
            return isNewPlace
        case .found, .lost:
            // The room has changed, or a delay is unknown to the clocks: without a reset, the residual would be taken
            // for someone.
            nearEnd.reset()
            forgetRoom()
            return false
        }
    }

    /// Feeds the canceller the sound of the search, correctly aligned, because it works with the last 128 ms.
    private func catchUp(_ reference: PlaybackReference, _ canceller: EchoCanceller) {
        for index in 0..<recent.count - 1 {
            _ = read(reference, sample: recent.sample(index))
            _ = judge(recent[index], canceller)
        }
        _ = read(reference, sample: recent.sample(recent.count - 1))
    }

    /// True if our own voice may start in this frame, and has not been expected for too long.
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

    /// Moves the filter to the echo, unless it already covers it.
    private func shift(_ canceller: EchoCanceller) {
        guard let delay = delays.delayFrames, !Self.comfortableDelays.contains(delay - shiftFrames) else { return }
        // One frame less, because the sound may be anywhere within the frame found.
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
    /// - Returns: False if our own voice cannot be in the frame.
    private func follow(_ reference: PlaybackReference, _ sample: Int64, _ microseconds: Int64) -> Bool {
        guard let offset = reference.offset else { return false }
        let position = PlaybackReference.tick(atMicroseconds: microseconds) - offset
        if aligner.take(position: position, sample: sample, generation: reference.generation), isRoomKnown {
            // The room is known, but the clocks say only roughly where its echo is now.
            canceller?.copyRoom(into: response)
            look(isNewPlace: true)
        }
        guard aligner.distance != nil else { return false }
        let isSound = read(reference, sample: sample)
        framesSincePlaying = isSound ? 0 : framesSincePlaying &+ 1
        return framesSincePlaying < Self.lingering
    }

    /// Fetches what was played when the frame starting with this sample was captured.
    /// - Returns: True if any of it is sound.
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
