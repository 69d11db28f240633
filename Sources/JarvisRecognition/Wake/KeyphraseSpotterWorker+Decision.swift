// SPDX-License-Identifier: GPL-3.0-or-later
// Decides on wake words from the search and the transcriber together. The beginning of speech is always transcribed; in
// the middle of speech the search proposes the places.

import JarvisCore

extension KeyphraseSpotterWorker {
    /// A match of the search, with its score and its position in the stream.
    struct Rated {
        var match: KeyphraseMatch
        var samples: Range<Int64>
        var score: Double
    }

    /// How many samples before and after a match to transcribe: first close to it, then with its surroundings.
    private static let margins: [(before: Int64, behind: Int64)] = [(1_600, 2_400), (4_800, 2_400)]
    /// A match is worth transcribing down to this many decades below the score that wakes without the transcriber.
    private static let proposalMargin = 20.0
    /// Wait for this much sound after a match, since its end may still belong to the word: 150 ms.
    private static let trail: Int64 = 2_400

    func decide(
        _ search: KeyphraseSearch, with confirmation: WakeConfirmation, look: OnsetLooks.Look?, isFinal: Bool
    ) throws {
        let rated = matches(of: search)
        if let look { try listen(look, rated, confirmation) }
        guard handler != nil else { return }
        try propose(rated, confirmation, now: firstSample + Int64(search.samplesInUtterance), isFinal: isFinal)
    }

    /// Transcribes the beginning of speech, again with other windows if it may be the wake word.
    private func listen(_ look: OnsetLooks.Look, _ rated: [Rated], _ confirmation: WakeConfirmation) throws {
        for window in look.windows {
            let hearing = try confirmation.hear(window, at: look.onset)
            let match = rated.filter { confirmation.coversOnset($0.samples.lowerBound) }.max { $0.score < $1.score }
            // A poor match doesn't show the word's position any better than the onset does.
            let isPlaced = match.map { $0.score >= WakeScore.loosestDecades } == true
            let place = isPlaced ? match?.samples : nil
            if let hearing { consider(hearing, match, at: place ?? confirmation.place(of: look)) }
            guard handler != nil, confirmation.isPromising || isPlaced else { return }
        }
    }

    /// Transcribes around the best match once it has stopped improving.
    private func propose(
        _ rated: [Rated], _ confirmation: WakeConfirmation, now: Int64, isFinal: Bool
    ) throws {
        let least = threshold - Self.proposalMargin
        guard
            let found = rated.filter({ $0.score >= least && $0.samples.lowerBound >= proposedUpTo })
                .max(by: { $0.score < $1.score })
        else {
            best = nil
            return
        }
        let unchanged = best?.match == found.match ? (best?.unchangedFrames ?? 0) + 1 : 0
        best = (found.match, unchanged)
        guard isFinal || unchanged >= Self.settledFrames && now >= found.samples.upperBound + Self.trail else { return }
        best = nil
        proposedUpTo = found.samples.upperBound
        let isAtOnset = confirmation.coversOnset(found.samples.lowerBound)
        if isAtOnset, let known = confirmation.onset?.hearing { consider(known, found, at: found.samples) }
        for margin in Self.margins {
            let place = max(0, found.samples.lowerBound - margin.before)..<(found.samples.upperBound + margin.behind)
            guard handler != nil, let hearing = try confirmation.hear(place) else { continue }
            consider(hearing, found, at: found.samples)
        }
    }

    private func consider(_ hearing: WakeConfirmation.Hearing, _ match: Rated?, at samples: Range<Int64>) {
        let candidate = WakeCandidate(
            samples: samples, text: hearing.text, distance: hearing.nearness.distance, likelihood: hearing.likelihood,
            searchScore: match?.score,
            score: WakeScore.score(hearing, search: match?.score), threshold: threshold)
        observer?(candidate)
        if candidate.wakes { wake(candidate) }
    }
}
