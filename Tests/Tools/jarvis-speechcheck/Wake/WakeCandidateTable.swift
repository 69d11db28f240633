// SPDX-License-Identifier: GPL-3.0-or-later
// Writes down everything that was considered as the wake word: what weights of the decision are chosen by.

import JarvisPlatform
import JarvisRecognition
import Synchronization

/// Lines of phrase, kind, condition, "kept" for speakers that are kept out, and clip, then place in seconds, distance, score of the
/// search, likelihood, score and text.
final class WakeCandidateTable: Sendable {
    private let text = Mutex("")
    private let path: String?

    /// - Parameter path: Where it is saved; nil: nowhere.
    init(path: String?) { self.path = path }

    /// - Parameter known: What is known of the clip: the first five columns.
    func add(_ candidates: [WakeCandidate], _ known: [String]) {
        for candidate in candidates {
            let figures = [candidate.distance, candidate.searchScore, candidate.likelihood, candidate.score]
            let fields =
                known + [(Double(candidate.samples.lowerBound) / 16_000).text(2)]
                + figures.map { $0?.text(3) ?? "" } + [candidate.text ?? ""]
            text.withLock { $0 += fields.joined(separator: "\t") + "\n" }
        }
    }

    func save() throws {
        guard let path else { return }
        try AtomicFile.write(path, Array(text.withLock { $0 }.utf8))
    }
}
