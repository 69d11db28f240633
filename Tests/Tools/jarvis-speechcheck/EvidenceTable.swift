// SPDX-License-Identifier: GPL-3.0-or-later
// Writes down what decisions between commands are made from, and which command was right: what training/command-evidence
// learns from.

import JarvisPlatform
import JarvisRecognition
import Synchronization

/// Lines of condition, voice, kept out or not, source, right or not, what was said, the command and its features.
final class EvidenceTable: Sendable {
    private let newest = Mutex<[CommandEvidence]>([])
    private let text = Mutex("")
    private let path: String

    init(path: String) { self.path = path }

    func watch(_ recognizer: PocketSphinxRecognizer) {
        recognizer.observeEvidence { [self] candidates in newest.withLock { $0 = candidates } }
    }

    /// Adds the last decision, which was about this clip.
    /// - Parameter judge: Tells whether a command does what was said; nil: no command does.
    func add(_ clip: RecognitionClip, _ condition: String, judge: AnswerJudge? = nil) async throws {
        let candidates = newest.withLock { candidates in
            defer { candidates = [] }
            return candidates
        }
        let said = clip.text
        for candidate in candidates {
            let command = candidate.command.joined(separator: " ")
            let isRight = try await judge?.isSame(command, as: clip.text) ?? false
            let recording = [condition, clip.kind, "\(clip.isKeptOut)"]
            let found = [candidate.source.rawValue, "\(isRight)", said, command]
            let fields = recording + found + candidate.features.map { "\($0)" }
            text.withLock { $0 += fields.joined(separator: "\t") + "\n" }
        }
    }

    func save() throws { try AtomicFile.write(path, Array(text.withLock { $0 }.utf8)) }
}
