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
    /// Up to this distance the free words are the command, said with another accent.
    private static let sameDistance: Float = 0.05
    /// Up to this one the first words are the beginning of a command with free text.
    private static let beginningDistance: Float = 0.15
    /// A beginning of fewer phones sounds like too much else.
    private static let shortestBeginning = 7
    /// A word of a beginning that differs more than this is another word.
    private static let sameWordDistance: Float = 0.55
    /// A single word has few phones, and free recognition does not know it from noise.
    private static let singleWordDistance: Float = 0.55

    let matcher: CommandMatcher
    let reader: CommandReader?

    /// What the decision is made from.
    private struct Evidence {
        var match: GrammarMatch?
        var isBelieved: Bool
        var noise: Double
        /// The free words as they are spoken.
        var words: [String]
        /// The command that they sound like most.
        var nearest: PhraseMatch?
        /// The grammar's command compared with them.
        var own: PhraseMatch?

        /// Both find the same command.
        var agrees: Bool { match != nil && match?.words == nearest?.words }
        var isCertain: Bool { margin >= CommandJudge.certainMargin }
        var margin: Double { match?.margin ?? -.infinity }
    }

    /// - Parameters:
    ///   - match: What the grammar found.
    ///   - isBelieved: The grammar would be believed without another opinion.
    ///   - noise: What noise has cost the grammar's margin (`CommandJudge.allowance`).
    ///   - heard: What free recognition wrote; nil: nothing that was speech.
    func decide(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?) -> CommandDecision {
        guard let heard else { return decideAlone(match, isBelieved: isBelieved) }
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        let evidence = Evidence(
            match: match, isBelieved: isBelieved, noise: noise, words: words,
            nearest: matcher.nearest(to: words), own: match.flatMap { matcher.compare($0.words, with: words) })
        if let decision = read(evidence) { return decision }
        if let beginning = beginning(of: heard, nearerThan: evidence.nearest) { return beginning }
        return likeliest(evidence)
    }

    /// Free recognition hears single words worse than the grammar does, and anything longer better: noise that it does
    /// not take for speech has to fit a longer command very well.
    private func decideAlone(_ match: GrammarMatch?, isBelieved: Bool) -> CommandDecision {
        guard let match, isBelieved, match.words.count == 1 || match.margin >= CommandJudge.certainMargin else {
            return .nothing
        }
        return .command(match.words, confidence: CommandConfidence.grammarAlone)
    }

    /// What the free words are by themselves; nil: no phrase to the letter.
    private func read(_ evidence: Evidence) -> CommandDecision? {
        let words = evidence.words
        guard let reading = reader?.read(words) else { return nil }
        if reading.isWhole { return readWhole(evidence) }
        // The model writes some short commands twice.
        let half = words.prefix(words.count / 2)
        if half.elementsEqual(words.dropFirst(half.count)), reader?.read(Array(half)).isWhole == true {
            return .command(Array(half), confidence: CommandConfidence.read)
        }
        // Free text within a command is not a phrase of the grammar, and what stops short is not a command yet.
        let isConfirmed = evidence.agrees && evidence.isCertain && !reading.isBeginning
        let isUnfinished = CompletenessJudge.endsOpen(words) && !isConfirmed
        return reading.isWholeText || isUnfinished ? .freeText : nil
    }

    /// The free words are a command. Numbers that sound alike are told apart by the grammar, which knows the sound.
    private func readWhole(_ evidence: Evidence) -> CommandDecision {
        let words = evidence.words
        guard let match = evidence.match else { return .command(words, confidence: CommandConfidence.read) }
        if match.words == words { return .command(words, confidence: CommandConfidence.readByBoth) }
        // The model's favourite words for a sound that it does not understand.
        if evidence.isCertain, words == ["thank", "you"] { return decideAlone(match, isBelieved: true) }
        if evidence.isBelieved, ConfusableNumbers.differOnlyInThem(match.words, words) {
            return .command(match.words, confidence: CommandConfidence.confusableNumber)
        }
        return .command(words, confidence: CommandConfidence.read)
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

    /// Neither opinion is a command to the letter: the likelier one of the grammar's and the nearest, if it is near enough.
    private func likeliest(_ evidence: Evidence) -> CommandDecision {
        let nearest = evidence.nearest.flatMap { isPossible($0) ? $0 : nil }
        let own = evidence.own.flatMap { isPossible($0) ? $0 : nil }
        let isGrammars = own.map { isLikelier($0, than: nearest, margin: evidence.margin + evidence.noise) } ?? false
        guard let candidate = isGrammars ? own : nearest else { return .freeText }
        let support: CommandEvidence.Support = isGrammars ? evidence.agrees ? .both : .grammar : .words
        let limits = CommandEvidence(
            support: support, margin: evidence.margin, noise: evidence.noise,
            isContradicted: matcher.contradicts(candidate.words, heard: evidence.words))
        if candidate.distance <= limits.distance, candidate.worstWord <= limits.wordDistance(at: candidate.distance) {
            return .command(candidate.words, confidence: limits.confidence)
        }
        if support != .words, evidence.isBelieved, candidate.words.count == 1, evidence.words.count <= 2,
            candidate.distance <= Self.singleWordDistance
        {
            return .command(candidate.words, confidence: CommandConfidence.singleWord)
        }
        return .freeText
    }

    private func isPossible(_ candidate: PhraseMatch) -> Bool {
        !candidate.hasUnspokenWord && SpokenDuration.isPlausible(in: candidate.words)
    }

    /// True when the grammar's command is to be preferred to the nearest one. The better it fits the sound, the further
    /// away it may be.
    private func isLikelier(_ own: PhraseMatch, than nearest: PhraseMatch?, margin: Double) -> Bool {
        guard let nearest, own.distance > Self.sameDistance else { return true }
        return nearest.distance > Self.sameDistance
            && own.distance <= nearest.distance + 0.03 + 0.01 * Float(max(0, margin))
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
