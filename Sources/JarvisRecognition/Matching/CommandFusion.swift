// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what was said from two opinions that err differently: the grammar, which hears commands in everything and knows
// how well they fit the sound, and free recognition, which writes what it hears and knows no commands. Pure but for the
// search for the command that the free words sound like.

import JarvisCore
import JarvisSpokenText

/// What both opinions come to.
enum CommandDecision: Equatable {
    /// A command; the confidence is the share of such decisions that are right.
    case command([String], confidence: Double)
    /// What free recognition wrote.
    case freeText
    /// The same, but its first words are the beginning of a command that takes free text.
    case freeTextAfter([String], wordsReplaced: Int)
    case nothing
}

struct CommandFusion {
    /// From this probability on a command counts as said. (docs/performance.md has what it costs either way.)
    private static let likelyEnough = 0.6
    /// Up to this distance the first words are the beginning of a command with free text.
    private static let beginningDistance: Float = 0.15
    /// A beginning of fewer phones sounds like too much else.
    private static let shortestBeginning = 7
    /// A word of a beginning that differs more than this is another word.
    private static let sameWordDistance: Float = 0.55
    /// A single word has few phones, and free recognition does not know it from noise.
    private static let singleWordDistance: Float = 0.55
    /// Nothing further away is compared (`PhraseSearch`).
    private static let farthest: Float = 0.6

    let matcher: CommandMatcher
    let reader: CommandReader?

    /// What the decision is made from.
    private struct Opinions {
        var match: GrammarMatch?
        var isBelieved: Bool
        /// What noise has cost the grammar's margin.
        var noise: Double
        /// The free words as they are spoken.
        var words: [String]
        /// The command that they sound like most.
        var nearest: PhraseMatch?
        /// The grammar's command compared with them.
        var own: PhraseMatch?

        var isCertain: Bool { (match?.margin ?? -.infinity) >= CommandJudge.certainMargin }
        /// Both find the same command.
        var agree: Bool { match != nil && match?.words == nearest?.words }
    }

    /// - Parameters:
    ///   - match: What the grammar found.
    ///   - isBelieved: The grammar would be believed without another opinion.
    ///   - noise: What noise has cost the grammar's margin (`CommandJudge.allowance`).
    ///   - heard: What free recognition wrote; nil: nothing that was speech.
    func decide(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?) -> CommandDecision {
        guard let heard else { return decideAlone(match, isBelieved: isBelieved) }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, heard: heard)
        if let decision = read(opinions) { return decision }
        if let beginning = beginning(of: heard, nearerThan: opinions.nearest) { return beginning }
        return likeliest(opinions)
    }

    /// The commands that may have been said although neither opinion has them to the letter; none where the free words
    /// can be read as they are.
    func candidates(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?) -> [CommandEvidence] {
        guard let heard else { return [] }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, heard: heard)
        guard read(opinions) == nil, beginning(of: heard, nearerThan: opinions.nearest) == nil else { return [] }
        return candidates(opinions)
    }

    private func opinions(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]) -> Opinions {
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        return Opinions(
            match: match, isBelieved: isBelieved, noise: noise, words: words, nearest: matcher.nearest(to: words),
            own: match.flatMap { matcher.compare($0.words, with: words) })
    }

    /// Free recognition hears single words worse than the grammar does, and anything longer better: what it does not
    /// take for speech has to fit a longer command very well.
    private func decideAlone(_ match: GrammarMatch?, isBelieved: Bool) -> CommandDecision {
        guard let match, isBelieved, match.words.count == 1 || match.margin >= CommandJudge.certainMargin else {
            return .nothing
        }
        return .command(match.words, confidence: 0.6)
    }

    /// What the free words are by themselves; nil: no phrase to the letter.
    private func read(_ opinions: Opinions) -> CommandDecision? {
        let words = opinions.words
        guard let reading = reader?.read(words) else { return nil }
        if reading.isWhole { return readWhole(opinions) }
        // The model writes some short commands twice.
        let half = words.prefix(words.count / 2)
        if half.elementsEqual(words.dropFirst(half.count)), reader?.read(Array(half)).isWhole == true {
            return .command(Array(half), confidence: 0.93)
        }
        // Free text within a command is not a phrase of the grammar, and what stops short is not a command yet.
        let isConfirmed = opinions.agree && opinions.isCertain && !reading.isBeginning
        let isUnfinished = CompletenessJudge.endsOpen(words) && !isConfirmed
        return reading.isWholeText || isUnfinished ? .freeText : nil
    }

    /// The free words are a command. Numbers that sound alike are told apart by the grammar, which knows the sound.
    private func readWhole(_ opinions: Opinions) -> CommandDecision {
        let words = opinions.words
        guard let match = opinions.match, match.words != words else { return .command(words, confidence: 0.98) }
        if opinions.isBelieved, ConfusableNumbers.differOnlyInThem(match.words, words) {
            return .command(match.words, confidence: 0.85)
        }
        return .command(words, confidence: 0.93)
    }

    /// The free words sound like the beginning of a command with free text, more than like a whole one.
    private func beginning(of heard: [String], nearerThan whole: PhraseMatch?) -> CommandDecision? {
        guard let found = matcher.beginning(of: heard.map { SpokenWords.words(of: $0) }),
            found.match.distance <= Self.beginningDistance, found.match.distance < whole?.distance ?? 1,
            !found.match.hasUnspokenWord, found.match.worstWord <= Self.sameWordDistance,
            found.phoneCount >= Self.shortestBeginning
        else { return nil }
        return .freeTextAfter(found.match.words, wordsReplaced: found.wordCount)
    }

    /// Neither opinion is a command to the letter: the likelier one of what the grammar and the words come to.
    private func likeliest(_ opinions: Opinions) -> CommandDecision {
        let best = candidates(opinions).max { $0.probability < $1.probability }
        if let best, best.probability >= Self.likelyEnough {
            return .command(best.command, confidence: best.probability)
        }
        if let own = opinions.own, opinions.isBelieved, own.words.count == 1, opinions.words.count <= 2,
            own.distance <= Self.singleWordDistance
        {
            return .command(own.words, confidence: 0.75)
        }
        return .freeText
    }

    private func candidates(_ opinions: Opinions) -> [CommandEvidence] {
        let (own, nearest) = (opinions.own, opinions.nearest)
        let found: [(CommandEvidence.Source, PhraseMatch?, other: PhraseMatch?)] = [
            (.grammar, own, nearest), (.words, nearest, own),
        ]
        return found.compactMap { source, candidate, other in
            guard let candidate, !candidate.hasUnspokenWord, SpokenDuration.isPlausible(in: candidate.words) else {
                return nil
            }
            let margin = (opinions.match?.margin ?? -.infinity) + opinions.noise
            let evidence = CommandEvidence(
                source: source, command: candidate.words, margin: min(max(margin, -15), 15), noise: opinions.noise,
                distance: Double(candidate.distance), worstWord: Double(min(candidate.worstWord, 1.5)),
                isContradicted: matcher.contradicts(candidate.words, heard: opinions.words), isAgreed: opinions.agree,
                lag: Double(candidate.distance - (other?.distance ?? Self.farthest)),
                wordShare: opinions.match?.wordShare ?? 0)
            return evidence.isRefuted ? nil : evidence
        }
    }
}

/// "Two minutes and thirty seconds", and not "two minutes and thirty hours", which the grammar allows.
private enum SpokenDuration {
    private static let units = ["second": 0, "minute": 1, "hour": 2, "day": 3, "week": 4]

    static func isPlausible(in words: [String]) -> Bool {
        var last: (size: Int, place: Int)?
        for (place, word) in words.enumerated() {
            guard let size = units[word.hasSuffix("s") ? String(word.dropLast()) : word] else { continue }
            // "Minutes to hours" is a conversion.
            if let last, last.size <= size, !words[last.place..<place].contains(where: ["to", "in", "into"].contains) {
                return false
            }
            last = (size, place)
        }
        return true
    }
}

/// "Fifteen" and "fifty", which the recognizer writes one for the other.
private enum ConfusableNumbers {
    private static let pairs = [
        "thirteen": "thirty", "fourteen": "forty", "fifteen": "fifty", "sixteen": "sixty", "seventeen": "seventy",
        "eighteen": "eighty", "nineteen": "ninety",
    ]

    static func differOnlyInThem(_ left: [String], _ right: [String]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { $0 == $1 || pairs[$0] == $1 || pairs[$1] == $0 }
    }
}
