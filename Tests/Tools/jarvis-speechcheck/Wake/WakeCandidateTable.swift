// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table of all wake-word candidates, from which the weights of the decision are chosen.

import JarvisPlatform
import JarvisRecognition
import Synchronization

/// Lines of phrase, kind, condition, "kept" for held-out speakers, and clip, then position in seconds, distance, search
/// score, likelihood, score and text.
final class WakeCandidateTable: Sendable {
    private let text = Mutex("")
    private let path: String?

    /// - Parameter path: The file to write; nil to write nothing.
    init(path: String?) { self.path = path }

    /// - Parameter known: The facts about the clip: the first five columns.
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
