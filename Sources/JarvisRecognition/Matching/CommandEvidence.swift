// SPDX-License-Identifier: GPL-3.0-or-later
// How near to the free words a command has to be, by what else speaks for it, and how often such commands are right.
// Pure. The figures were found on some 320 commands by synthetic voices; docs/performance.md, "Hearing", has what they
// come to on voices that were kept out.

/// What speaks for a command that is not what was heard to the letter.
struct CommandEvidence {
    enum Support {
        /// The grammar and the free words come to the same command.
        case both
        /// The grammar found it; the free words are near to it.
        case grammar
        /// The free words sound like it; the grammar found another command or none.
        case words
    }

    /// The grammar fits the sound so well that other words on paper count for less: nothing else was ever found to.
    private static let undoubtedMargin = 8.0

    let support: Support
    /// The grammar's margin as it is.
    let margin: Double
    /// What noise has cost the margin.
    let noise: Double
    /// A word was heard that the command does not have, and that other commands have.
    let isContradicted: Bool

    /// Noise costs half of what it may, or more.
    private var isNoisy: Bool { noise >= 2 }
    private var fairMargin: Double { margin + noise }

    /// The command may be this far from the free words.
    var distance: Float {
        if support != .words, isContradicted, margin >= Self.undoubtedMargin { return 0.38 }
        switch (support, isContradicted) {
        case (.both, false):
            // The grammar finds a command in everything: that both find the same one means little where it fits badly.
            return fairMargin >= 5 ? 0.43 : fairMargin >= -3 ? 0.38 : fairMargin >= -6 ? 0.2 : 0.16
        case (.grammar, false): return fairMargin >= 6 ? 0.43 : fairMargin >= 2 ? 0.3 : fairMargin >= -6 ? 0.22 : 0.16
        case (.both, true): return fairMargin >= 6 ? 0.17 : 0.15
        case (.grammar, true): return fairMargin >= 2 ? 0.2 : 0.15
        case (.words, false): return isNoisy ? 0.22 : fairMargin < -8 ? 0.18 : 0.2
        // The grammar would have found it in a quiet room.
        case (.words, true): return isNoisy ? 0.15 : -1
        }
    }

    /// A word that differs more than this is another word; where the grammar heard it, too, noise may have cost more.
    func wordDistance(at distance: Float) -> Float {
        if isContradicted, support != .words { return margin >= Self.undoubtedMargin ? 0.5 : 0.55 }
        switch support {
        case .both: return fairMargin >= 3 ? 0.75 : 0.6
        case .grammar: return fairMargin >= 3 ? 0.75 : 0.55
        case .words: return isNoisy && distance <= 0.12 ? 0.75 : 0.55
        }
    }

    /// The share of such commands that are right.
    var confidence: Double {
        switch support {
        case .both: fairMargin >= 0 ? CommandConfidence.foundByBoth : CommandConfidence.foundByBothInDoubt
        case .grammar: fairMargin >= 3 ? CommandConfidence.grammar : CommandConfidence.grammarInDoubt
        case .words: CommandConfidence.words
        }
    }
}

/// The share of decisions that are right, by what they rest on, estimated from some 320 commands by synthetic voices, clean
/// and in noise, with one more right and one more wrong than there were.
enum CommandConfidence {
    /// The free words are a command to the letter, the grammar's own.
    static let readByBoth = 0.98
    /// The same, and the grammar found another one.
    static let read = 0.97
    static let foundByBoth = 0.97
    static let foundByBothInDoubt = 0.9
    static let grammar = 0.93
    static let grammarInDoubt = 0.6
    static let words = 0.83
    // These are too rare to be measured: guesses.
    static let confusableNumber = 0.85
    static let singleWord = 0.75
    static let grammarAlone = 0.6
}
