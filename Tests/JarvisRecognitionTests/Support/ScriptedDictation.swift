// SPDX-License-Identifier: GPL-3.0-or-later
// Engines that answer as scripted by the test.

import JarvisCore
import Synchronization

@testable import JarvisRecognition

/// Recognizes the same command in all sound, with certainty by default.
final class ScriptedGrammar: GrammarRecognizer, @unchecked Sendable {
    // Unchecked: `counts` is behind a lock, everything else does not change.
    struct Counts: Equatable {
        var starts = 0
        var ends = 0
        var samples = 0
        /// Samples of the present utterance.
        var searched = 0
        /// True during an utterance.
        var isRunning = false
        /// Calls that a real decoder would crash on or lose data by.
        var misuses = 0

        mutating func expect(isRunning wanted: Bool) { misuses += isRunning == wanted ? 0 : 1 }
    }

    let name = "grammar"
    let knowsChannel: Bool
    private let soFar: GrammarMatch
    private let ended: GrammarMatch
    private let counts = Mutex(Counts())

    /// - Parameters:
    ///   - words: The words found before the end.
    ///   - ended: The words found at the end; nil for the same.
    init(_ words: String, ended: String? = nil, margin: Double = 9, knowsChannel: Bool = true) {
        self.knowsChannel = knowsChannel
        func match(_ words: String) -> GrammarMatch {
            GrammarMatch(words: words.split(separator: " ").map(String.init), margin: margin, wordShare: 0.9)
        }
        soFar = match(words)
        self.ended = match(ended ?? words)
    }

    /// The calls so far.
    var asked: Counts { counts.withLock { $0 } }

    func has(_ kind: GrammarKind) -> Bool { true }
    func start(_ kind: GrammarKind) throws {
        counts.withLock { counts in
            counts.expect(isRunning: false)
            counts.starts += 1
            counts.isRunning = true
            counts.searched = 0
        }
    }
    func process(_ samples: [Int16]) {
        counts.withLock { counts in
            counts.expect(isRunning: true)
            counts.samples += samples.count
            counts.searched += samples.count
        }
    }
    func partial() -> GrammarMatch? {
        var match = soFar
        match.frameCount = counts.withLock { counts in
            counts.expect(isRunning: true)
            return counts.searched / 160
        }
        return match
    }
    func end() -> GrammarMatch? {
        counts.withLock { counts in
            counts.expect(isRunning: true)
            counts.ends += 1
            counts.isRunning = false
        }
        return ended
    }
    func searchAgain(_ samples: [Int16], _ kind: GrammarKind) throws -> GrammarMatch? {
        counts.withLock { $0.expect(isRunning: false) }
        return ended
    }
    func scores(of phrases: [[String]], in samples: [Int16]) throws -> [[String]: Double] {
        counts.withLock { $0.expect(isRunning: false) }
        return [:]
    }
}

/// Reports the next hypothesis with each piece of sound.
final class ScriptedDictation: DictationRecognizer {
    let name = "free"
    let hearsCommands: Bool
    private let hypotheses: [[String]]
    private let alternatives: [[String]]

    init(_ hypotheses: [[String]], alternatives: [[String]], hearsCommands: Bool) {
        self.hypotheses = hypotheses
        self.alternatives = alternatives
        self.hearsCommands = hearsCommands
    }

    func warmUp() {}
    func setOwnWords(_ words: Set<String>) {}
    func trim() {}
    func isLoaded() async -> Bool { false }
    func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession { Session(hypotheses, alternatives, report) }

    private final class Session: DictationSession {
        private let hypotheses: [[String]]
        private let alternatives: [[String]]
        private let report: @Sendable (DictationUpdate) -> Void
        private let next = Mutex(0)

        init(
            _ hypotheses: [[String]], _ alternatives: [[String]],
            _ report: @escaping @Sendable (DictationUpdate) -> Void
        ) {
            self.hypotheses = hypotheses
            self.alternatives = alternatives
            self.report = report
        }

        func accept(upTo sampleCount: Int) {
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            if index < hypotheses.count { report(.partial(hypotheses[index])) }
        }
        func prepare(number: Int) {
            report(.result(DictationResult(words: hypotheses.last ?? [], confidence: 0.9), number: number))
        }
        func reconsider(number: Int, phrases: [[String]]) {
            var result = DictationResult(words: hypotheses.last ?? [], confidence: 0.9)
            result.alternatives = alternatives
            report(.result(result, number: number))
        }
        func end() {}
    }
}
