// SPDX-License-Identifier: GPL-3.0-or-later
// What the spotter does on its thread: feeds the search, rates its matches and decides.

import CPocketSphinx
import JarvisCore

final class KeyphraseSpotterWorker: @unchecked Sendable {
    // Unchecked: everything is touched only on the spotter's worker thread.
    private let model: PocketSphinxModel
    private let calibration: @Sendable (String) -> WakeCalibration?
    private var configuration: WakeConfiguration?
    private var search: KeyphraseSearch?
    private var thresholdOffset = 0.0
    private var number = 0
    private var isGuarded = false
    private var handler: (@Sendable (WakeUpdate) -> Void)?
    private var onsets = SpeechOnsets()
    /// The last second, to begin a new utterance with in the middle of speech.
    private var recent: [AudioFrame] = []
    /// Stream position of the utterance's first sample.
    private var firstSample: Int64 = 0
    private var utteranceFrames = 0
    private var best: (match: KeyphraseMatch, unchangedFrames: Int)?

    /// A match that has not become better for 60 ms is taken for what it is.
    private static let settledFrames = 3
    /// Matches older than 0.6 s have been decided.
    private static let oldestMatch = 60
    /// The search remembers every frame of an utterance: in endless speech it starts over after 20 s.
    private static let longestUtterance = 1_000
    private static let overlapFrames = 50

    init(model: PocketSphinxModel, calibration: @escaping @Sendable (String) -> WakeCalibration?) {
        self.model = model
        self.calibration = calibration
    }

    var isLoaded: Bool { search != nil }

    func configure(_ configuration: WakeConfiguration?) {
        if configuration?.phrase != self.configuration?.phrase { forgetSearch() }
        self.configuration = configuration
        // The decoder's many small blocks stay with the process otherwise.
        if configuration == nil { malloc_trim(0) }
    }

    func forgetSearch() {
        search?.end()
        search = nil
        best = nil
    }

    func begin(_ number: Int, isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void) {
        self.number = number
        self.isGuarded = isGuarded
        self.handler = handler
        onsets.clear()
        recent.removeAll()
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
            guard let search, let start = passage.frames.first?.sampleIndex else { return }
            if passage.isFirst || !search.isRunning { try startUtterance(at: start, search) }
            for frame in passage.frames { try take(frame, search) }
            if passage.isLast {
                search.end()
                decide(search, isFinal: true)
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
        decide(search, isFinal: false)
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
        let known = calibration(configuration.phrase).flatMap { $0.phrase == configuration.phrase ? $0 : nil }
        let ways =
            try known.map { WakePronunciations(ways: $0.pronunciations) }
            ?? WakePronunciations(phrase: configuration.phrase, model: model)
        thresholdOffset = known?.thresholdOffset ?? 0
        search = try KeyphraseSearch(ways: ways.withGreetings, model: model)
    }

    /// Looks at what the search has found up to now.
    private func decide(_ search: KeyphraseSearch, isFinal: Bool) {
        guard let configuration, let handler else { return }
        let now = Int64(search.samplesInUtterance)
        let rated = search.matches().compactMap { match -> (KeyphraseMatch, Double)? in
            guard now - search.offset(ofFrame: match.lastFrame) < Int64(Self.oldestMatch * 160) else { return nil }
            let place = samples(of: match, search)
            let score = WakeScore.score(
                match, phoneCount: search.phoneCounts[match.pronunciation],
                leadFrames: onsets.leadFrames(before: place.lowerBound), speechShare: onsets.speechShare(in: place))
            return (match, score)
        }
        let threshold =
            WakeScore.threshold(percent: configuration.sensitivityPercent, isGuarded: isGuarded) + thresholdOffset
        guard let (match, score) = rated.max(by: { $0.1 < $1.1 }), score >= threshold else {
            best = nil
            return
        }
        let unchanged = best?.match == match ? (best?.unchangedFrames ?? 0) + 1 : 0
        best = (match, unchanged)
        guard isFinal || unchanged >= Self.settledFrames else { return }
        best = nil
        search.end()
        self.handler = nil
        handler(.heard(WakeHit(samples: samples(of: match, search), score: score, threshold: threshold)))
    }

    /// The place of a match in the stream.
    private func samples(of match: KeyphraseMatch, _ search: KeyphraseSearch) -> Range<Int64> {
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
