// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table of the evidence for decisions between commands, and the right command, for training/command-evidence.

import JarvisPlatform
import JarvisRecognition
import Synchronization

/// Lines of condition, voice, kept out or not, source, right or not, the spoken text, the command and its features.
final class EvidenceTable: Sendable {
    private let newest = Mutex<DecisionEvidence?>(nil)
    private let text = Mutex("")
    private let path: String?

    /// - Parameter path: The file to write; nil to write nothing.
    init(path: String?) { self.path = path }

    func watch(_ recognizer: PocketSphinxRecognizer) {
        recognizer.observeEvidence { [self] evidence in newest.withLock { $0 = evidence } }
    }

    /// The results of both recognizers for the last utterance, and the evidence for each command considered.
    var explanation: String {
        guard let newest = newest.withLock({ $0 }) else { return "" }
        let commands = newest.candidates.sorted { $0.probability > $1.probability }.map { candidate in
            Self.line(
                candidate.probability, candidate.command,
                ["likelihood \(candidate.likelihood.rounded1)", "worst word \(candidate.worstWord.rounded2)"]
                    + (candidate.isContradicted ? ["contradicted"] : []))
        }
        let numbers = newest.numbers.map { number in
            Self.line(
                number.probability, number.command,
                ["likelihood \(number.likelihood.rounded1)", "score \(number.score.rounded2)"])
        }
        let (written, found) = (newest.heard.joined(separator: " "), newest.found.joined(separator: " "))
        let heard = "    written \"\(written)\", grammar \"\(found)\" by \(newest.margin.rounded1)"
        return ([heard] + commands + numbers).joined(separator: "\n")
    }

    private static func line(_ probability: Double, _ command: [String], _ figures: [String]) -> String {
        "    \((probability * 100).rounded1) %: \(command.joined(separator: " ")), " + figures.joined(separator: ", ")
    }

    /// Adds the last decision, which was about this clip.
    /// - Parameter isRight: Returns whether a command does what was said.
    func add(
        _ clip: RecognitionClip, _ condition: String, isRight: (String) async throws -> Bool = { _ in false }
    ) async throws {
        let newest = newest.withLock { newest in
            defer { newest = nil }
            return newest
        }
        guard let newest else { return }
        let all =
            newest.candidates.map { ("likelihood", $0.command, $0.features) }
            + newest.numbers.map { ("number", $0.command, $0.features) }
        for (source, command, features) in all {
            let command = command.joined(separator: " ")
            let isRight = try await isRight(command)
            let recording = [condition, clip.kind, "\(clip.isKeptOut)"]
            let fields = recording + [source, "\(isRight)", clip.text, command] + features.map { "\($0)" }
            text.withLock { $0 += fields.joined(separator: "\t") + "\n" }
        }
    }

    func save() throws {
        guard let path else { return }
        try AtomicFile.write(path, Array(text.withLock { $0 }.utf8))
    }
}
