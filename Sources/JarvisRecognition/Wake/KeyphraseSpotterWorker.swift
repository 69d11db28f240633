// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on the spotter's thread: feeds the search, scores its matches and decides.

import JarvisCore
import JarvisPlatform

final class KeyphraseSpotterWorker: @unchecked Sendable {
    // Unchecked: `search`, `configuration` and everything else are touched only on the spotter's worker thread.
    private let model: PocketSphinxModel
    private let transcriber: (any WakeTranscriber)?
    /// Lets the search decide alone for a while after a failure of the transcriber.
    private var transcriberRest: FailureRest
    private let calibration: @Sendable (String) -> WakeCalibration?
    /// Receives every candidate.
    var observer: (@Sendable (WakeCandidate) -> Void)?
    var confirmation: WakeConfirmation?
    private var configuration: WakeConfiguration?
    private var search: KeyphraseSearch?
    private var thresholdOffset = 0.0
    private var number = 0
    private var isGuarded = false
    var handler: (@Sendable (WakeUpdate) -> Void)?
    private var onsets = SpeechOnsets()
    /// The frames of the last second, from which a new utterance starts in the middle of speech.
    private var recent: [AudioFrame] = []
    /// The position in the stream of the utterance's first sample.
    var firstSample: Int64 = 0
    private var utteranceFrames = 0
    var best: (match: KeyphraseMatch, unchangedFrames: Int)?

    /// The position in the stream up to which matches have been transcribed.
    var proposedUpTo: Int64 = 0

    /// A match that has not improved for this many frames is final: 60 ms.
    static let settledFrames = 3
    /// Matches that ended longer ago than this have already been decided: 0.6 s.
    private static let oldestMatch = 60
    /// The most frames in an utterance: the search remembers every frame, so in continuous speech it restarts after 20
    /// s.
    private static let longestUtterance = 1_000
    private static let overlapFrames = 50

    init(
        model: PocketSphinxModel, transcriber: (any WakeTranscriber)?, transcriberRest: FailureRest,
        calibration: @escaping @Sendable (String) -> WakeCalibration?
    ) {
        self.model = model
        self.transcriber = transcriber
        self.transcriberRest = transcriberRest
        self.calibration = calibration
    }

    var isLoaded: Bool { search != nil }

    func configure(_ configuration: WakeConfiguration?) {
        if configuration?.phrase != self.configuration?.phrase { forgetSearch() }
        self.configuration = configuration
        // Otherwise the allocator would keep the decoder's many small blocks.
        if configuration == nil { ProcessMemory.trim() }
    }

    func forgetSearch() {
        search?.end()
        search = nil
        confirmation = nil
        best = nil
    }

    func begin(_ number: Int, isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void) {
        self.number = number
        self.isGuarded = isGuarded
        self.handler = handler
        onsets.clear()
        recent.removeAll()
        confirmation?.clear()
        proposedUpTo = 0
        search?.end()
        do { try load() } catch { fail(error) }
    }

    func end() {
        handler = nil
        search?.end()
    }

    func take(_ passage: WakeGate.Passage, _ number: Int) {
        guard number == self.number, handler != nil else { return }
        do {
            try load()
            if transcriberRest.isOver, passage.isFirst { try useTranscriber() }
            guard let search, let start = passage.frames.first?.sampleIndex else { return }
            if passage.isFirst || !search.isRunning { try startUtterance(at: start, search) }
            for frame in passage.context { confirmation?.remember(frame) }
            for frame in passage.frames { try take(frame, search) }
            if passage.isLast {
                search.end()
                decide(search, look: nil, isFinal: true)
            }
        } catch { fail(error) }
    }

    private func take(_ frame: AudioFrame, _ search: KeyphraseSearch) throws {
        guard search.isRunning, handler != nil else { return }
        recent.append(frame)
        if recent.count > Self.overlapFrames { recent.removeFirst() }
        onsets.append(frame.isSpeech, firstSample: frame.sampleIndex)
        if utteranceFrames >= Self.longestUtterance, best == nil {
            search.end()
            try startUtterance(at: recent.first?.sampleIndex ?? frame.sampleIndex, search)
            for frame in recent.dropLast() { search.process(frame.samples) }
        }
        search.process(frame.samples)
        utteranceFrames += 1
        decide(search, look: confirmation?.take(frame), isFinal: false)
    }

    private func startUtterance(at sample: Int64, _ search: KeyphraseSearch) throws {
        search.end()
        try search.start()
        firstSample = sample
        utteranceFrames = 0
        best = nil
    }

    private func load() throws {
        guard search == nil else { return }
        guard let configuration else {
            throw RecognitionFailure.engineFailed(reason: "no wake phrase is set")
        }
        let known = known(configuration.phrase)
        let ways =
            try known.map { WakePronunciations(ways: $0.pronunciations) }
            ?? WakePronunciations(phrase: configuration.phrase, model: model)
        thresholdOffset = known?.thresholdOffset ?? 0
        search = try KeyphraseSearch(ways: ways.withGreetings, model: model)
        if !transcriberRest.hasFailed { try useTranscriber() }
    }

    private func known(_ phrase: String) -> WakeCalibration? {
        calibration(phrase).flatMap { $0.phrase == phrase ? $0 : nil }
    }

    private func useTranscriber() throws {
        transcriberRest.end()
        guard let transcriber, let phrase = configuration?.phrase else { return }
        let listed = try WakePronunciations.listed(phrase, model: model)
        let distance = WakePhraseDistance(
            phrase: phrase, ways: listed, hearings: known(phrase)?.hearings ?? [], model: model)
        confirmation = WakeConfirmation(transcriber: transcriber, distance: distance, phrase: phrase)
    }

    var threshold: Double {
        WakeScore.threshold(percent: configuration?.sensitivityPercent ?? 50, isGuarded: isGuarded)
    }

    private func decide(_ search: KeyphraseSearch, look: OnsetLooks.Look?, isFinal: Bool) {
        guard handler != nil else { return }
        guard let confirmation else { return decide(search, isFinal: isFinal) }
        do {
            try decide(search, with: confirmation, look: look, isFinal: isFinal)
        } catch {
            // The next utterance in the recognizer will hit the same failure and report it to the user, so stay silent
            // here.
            transcriberRest.begin()
            self.confirmation = nil
            best = nil
        }
    }

    /// Evaluates the search's results so far.
    private func decide(_ search: KeyphraseSearch, isFinal: Bool) {
        let rated = matches(of: search)
        guard let found = rated.max(by: { $0.score < $1.score }), found.score >= threshold else {
            best = nil
            return
        }
        let unchanged = best?.match == found.match ? (best?.unchangedFrames ?? 0) + 1 : 0
        best = (found.match, unchanged)
        guard isFinal || unchanged >= Self.settledFrames else { return }
        best = nil
        let candidate = WakeCandidate(
            samples: found.samples, searchScore: found.score, score: found.score, threshold: threshold)
        observer?(candidate)
        wake(candidate)
    }

    func matches(of search: KeyphraseSearch) -> [Rated] {
        let now = Int64(search.samplesInUtterance)
        let oldest = confirmation == nil ? Self.oldestMatch : Self.oldestMatch + 100
        return search.matches().compactMap { match in
            guard now - search.offset(ofFrame: match.lastFrame) < Int64(oldest * 160) else { return nil }
            let place = samples(of: match, search)
            let score = WakeScore.score(
                match, phoneCount: search.phoneCounts[match.pronunciation],
                leadFrames: onsets.leadFrames(before: place.lowerBound), speechShare: onsets.speechShare(in: place))
            return Rated(match: match, samples: place, score: score - thresholdOffset)
        }
    }

    /// Reports the phrase and ends the search.
    func wake(_ candidate: WakeCandidate) {
        search?.end()
        let handler = handler
        self.handler = nil
        handler?(
            .heard(WakeHit(samples: candidate.samples, score: candidate.score, threshold: candidate.threshold)))
    }

    /// A match's position in the stream.
    func samples(of match: KeyphraseMatch, _ search: KeyphraseSearch) -> Range<Int64> {
        let start = firstSample + search.offset(ofFrame: match.firstFrame)
        return start..<max(start, firstSample + search.offset(ofFrame: match.lastFrame + 1))
    }

    private func fail(_ error: any Error) {
        let failure = error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")
        let handler = handler
        self.handler = nil
        handler?(.failed(failure))
    }
}
