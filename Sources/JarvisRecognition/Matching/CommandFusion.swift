// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what was said from two opinions that err differently: the grammar, which hears commands in everything and knows
// how well they fit the sound, and free recognition, which writes what it hears and knows no commands. Pure but for the
// search for the command that the free words sound like.

import JarvisCore

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
    /// Up to this one they are taken for it: 0.3 % of other speech is this near to a command.
    private static let nearDistance: Float = 0.2
    /// The grammar's command, where it is sure of the sound, may be this far from the free words.
    private static let confirmedDistance: Float = 0.32
    /// Where both find the same command among thousands, it was hardly something else.
    private static let agreedDistance: Float = 0.45
    /// Up to this one the first words are the beginning of a command with free text.
    private static let beginningDistance: Float = 0.15
    /// A beginning of fewer phones sounds like too much else.
    private static let shortestBeginning = 7
    /// A word that differs more than this is another word; where the grammar heard it, too, noise may have cost more.
    private static let sameWordDistance: Float = 0.55
    private static let sameWordInNoiseDistance: Float = 0.75
    /// A single word has few phones, and free recognition does not know it from noise.
    private static let singleWordDistance: Float = 0.55

    let matcher: CommandMatcher
    let reader: CommandReader?

    /// What the decision is made from.
    private struct Evidence {
        var match: GrammarMatch?
        var isBelieved: Bool
        var isCertain: Bool
        /// The free words as they are spoken.
        var words: [String]
        /// The command that they sound like most.
        var nearest: PhraseMatch?
        /// The grammar's command compared with them.
        var own: PhraseMatch?

        /// Both find the same command.
        var agrees: Bool { match != nil && match?.words == nearest?.words }
    }

    /// - Parameters:
    ///   - match: What the grammar found.
    ///   - isBelieved: The grammar would be believed without another opinion.
    ///   - isCertain: It is as sure as it can be.
    ///   - heard: What free recognition wrote; nil: nothing that was speech.
    func decide(_ match: GrammarMatch?, isBelieved: Bool, isCertain: Bool, heard: [String]?) -> CommandDecision {
        guard let heard else { return isBelieved ? command(match, 0.6) : .nothing }
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        var evidence = Evidence(
            match: match, isBelieved: isBelieved, isCertain: isCertain, words: words,
            nearest: matcher.nearest(to: words), own: match.flatMap { matcher.compare($0.words, with: words) })
        if let decision = read(evidence) { return decision }
        if let beginning = beginning(of: heard, nearerThan: evidence.nearest) { return beginning }
        let isConfirmed = evidence.agrees && isBelieved
        evidence.nearest = evidence.nearest.flatMap { isSpoken($0, evidence, isConfirmed: isConfirmed) ? $0 : nil }
        evidence.own = evidence.own.flatMap { isSpoken($0, evidence, isConfirmed: isConfirmed) ? $0 : nil }
        return likeliest(evidence)
    }

    /// What the free words are by themselves; nil: no phrase to the letter.
    private func read(_ evidence: Evidence) -> CommandDecision? {
        let words = evidence.words
        guard let reading = reader?.read(words) else { return nil }
        if reading.isWhole { return readWhole(evidence) }
        // The model writes some short commands twice.
        let half = words.prefix(words.count / 2)
        if half.elementsEqual(words.dropFirst(half.count)), reader?.read(Array(half)).isWhole == true {
            return .command(Array(half), confidence: 0.93)
        }
        // Free text within a command is not a phrase of the grammar, and what stops short is not a command yet.
        let isConfirmed = evidence.agrees && evidence.isCertain && !reading.isBeginning
        let isUnfinished = CompletenessJudge.endsOpen(words) && !isConfirmed
        return reading.isWholeText || isUnfinished ? .freeText : nil
    }

    /// The free words are a command. Numbers that sound alike are told apart by the grammar, which knows the sound.
    private func readWhole(_ evidence: Evidence) -> CommandDecision {
        let words = evidence.words
        guard let match = evidence.match, match.words != words else { return .command(words, confidence: 0.98) }
        if evidence.isBelieved, ConfusableNumbers.differOnlyInThem(match.words, words) { return command(match, 0.85) }
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

    /// Every word of weight was said, and none besides.
    private func isSpoken(_ candidate: PhraseMatch, _ evidence: Evidence, isConfirmed: Bool) -> Bool {
        guard !candidate.hasUnspokenWord, SpokenDuration.isPlausible(in: candidate.words),
            candidate.worstWord <= (isConfirmed ? Self.sameWordInNoiseDistance : Self.sameWordDistance)
        else { return false }
        return isConfirmed && evidence.isCertain || !matcher.contradicts(candidate.words, heard: evidence.words)
    }

    private func likeliest(_ evidence: Evidence) -> CommandDecision {
        let (match, nearest, own) = (evidence.match, evidence.nearest, evidence.own)
        if let nearest, evidence.agrees, nearest.distance <= Self.agreedDistance {
            return .command(nearest.words, confidence: evidence.isBelieved ? 0.97 : 0.85)
        }
        if let own, evidence.isBelieved, own.distance <= Self.sameDistance { return command(match, 0.9) }
        if let own, evidence.isCertain, own.distance <= Self.confirmedDistance,
            own.distance <= (nearest?.distance ?? 1) + Self.sameDistance
        {
            return command(match, 0.9)
        }
        if let nearest, nearest.distance <= Self.nearDistance {
            return .command(nearest.words, confidence: 0.95 - Double(nearest.distance))
        }
        if let own, evidence.isCertain, own.distance <= Self.confirmedDistance { return command(match, 0.8) }
        if let own, evidence.isBelieved, match?.words.count == 1, evidence.words.count <= 2,
            own.distance <= Self.singleWordDistance
        {
            return command(match, 0.75)
        }
        return .freeText
    }

    private func command(_ match: GrammarMatch?, _ confidence: Double) -> CommandDecision {
        match.map { .command($0.words, confidence: confidence) } ?? .nothing
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
