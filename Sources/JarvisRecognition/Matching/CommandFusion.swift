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
    /// From this probability on a command counts as said, less this for each unit of noise: what was not said sounds like
    /// commands in quiet, too, and those that were said less so in noise. (docs/performance.md has what it costs.)
    private static let (likelyEnough, lessInNoise) = (0.45, 0.05)
    /// The same where the likelihood of commands is known: acting on what was no command costs more than asking again.
    private static let likelyEnoughBySound = 0.63
    /// Probabilities of the likeliest command that another look at the sound may change.
    private static let doubt = 0.02...0.98
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

    /// Below this the grammar's command is a guess at other speech.
    private static let hopelessMargin = -8.0
    /// Commands whose likelihood is asked for: more take too long.
    private static let mostRivals = 10

    let matcher: CommandMatcher
    let reader: CommandReader?

    /// What the decision is made from.
    private struct Opinions {
        var match: GrammarMatch?
        var isBelieved: Bool
        /// What noise has cost the grammar's margin.
        var noise: Double
        /// The free words as they are spoken, and then those of altered copies of the sound.
        var readings: [[String]]
        /// The command that they sound like most.
        var nearest: PhraseMatch?
        /// The grammar's command compared with them.
        var own: PhraseMatch?

        var words: [String] { readings.first ?? [] }
        var isCertain: Bool { (match?.margin ?? -.infinity) >= CommandJudge.certainMargin }
        /// Both find the same command.
        var agree: Bool { match != nil && match?.words == nearest?.words }
    }

    /// - Parameters:
    ///   - match: What the grammar found.
    ///   - isBelieved: The grammar would be believed without another opinion.
    ///   - noise: What noise has cost the grammar's margin (`CommandJudge.allowance`).
    ///   - heard: What free recognition wrote; nil: nothing that was speech.
    ///   - alternatives: What it wrote for altered copies of the sound.
    func decide(
        _ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?, alternatives: [[String]] = []
    ) -> CommandDecision {
        guard let heard else { return decideAlone(match, isBelieved: isBelieved) }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard] + alternatives)
        if let decision = read(opinions) { return decision }
        if let beginning = beginning(of: heard, nearerThan: opinions.nearest) { return beginning }
        return likeliest(opinions)
    }

    /// The commands that may have been said although neither opinion has them to the letter; none where the free words
    /// can be read as they are.
    func candidates(
        _ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?, alternatives: [[String]] = []
    ) -> [CommandEvidence] {
        guard let heard else { return [] }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard] + alternatives)
        guard read(opinions) == nil, beginning(of: heard, nearerThan: opinions.nearest) == nil else { return [] }
        return candidates(opinions)
    }

    /// True when hearing the sound once more is worth its time.
    func isInDoubt(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]) -> Bool {
        let candidates = candidates(match, isBelieved: isBelieved, noise: noise, heard: heard)
        return candidates.map(\.probability).max().map(Self.doubt.contains) ?? false
    }

    /// The commands that may have been said, to be compared by their sound; none where that is not worth its time. What can
    /// be read as it is, is compared where numbers in it sound like others.
    func rivals(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]) -> [[String]] {
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard])
        if let decision = read(opinions) {
            guard case .command(let words, _) = decision else { return [] }
            let others = withOtherNumbers(words)
            return others.isEmpty ? [] : [words] + others
        }
        guard beginning(of: heard, nearerThan: opinions.nearest) == nil else { return [] }
        let near = matcher.nearestShapes(to: opinions.words)
        guard !near.isEmpty || match.map({ !isHopeless($0, noise: noise) }) == true else { return [] }
        let likeliest = (match.map { [$0.words] } ?? []) + near.prefix(1).map(\.words)
        let rivals = likeliest + likeliest.flatMap(withOtherNumbers) + near.dropFirst().map(\.words)
        var known = Set<[String]>()
        return Array(
            rivals.filter { known.insert($0).inserted && SpokenDuration.isPlausible(in: $0) }
                .prefix(Self.mostRivals))
    }

    /// True when this match is a whole command.
    func isWhole(_ match: GrammarMatch) -> Bool { reader?.read(match.words).isWhole == true }

    /// True when this match is a guess at other speech: only what the free words are near to counts then.
    func isHopeless(_ match: GrammarMatch, noise: @autoclosure () -> Double) -> Bool {
        match.margin <= Self.hopelessMargin && match.margin + noise() <= Self.hopelessMargin
    }

    /// The same decision, with how much likelier each command's sound is than that of the written words.
    func decide(
        _ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String], likelihoods: PhraseLikelihoods,
        scores: [[String]: Double] = [:]
    ) -> CommandDecision {
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard])
        var decision = read(opinions) ?? beginning(of: heard, nearerThan: opinions.nearest)
        if decision == nil {
            let best = evidence(match, noise: noise, heard: heard, likelihoods: likelihoods)
                .max { $0.probability < $1.probability }
            if let best, best.probability >= Self.likelyEnoughBySound - Self.lessInNoise * noise {
                decision = .command(best.command, confidence: best.probability)
            }
        }
        // Free text stays free, and of what can be read as it is, only numbers may have been heard wrongly.
        guard case .command(let words, let confidence) = decision else {
            return decision ?? singleWord(opinions) ?? .freeText
        }
        let numbers = numbers(like: words, heard: heard, likelihoods: likelihoods, scores: scores)
        guard let best = numbers.max(by: { $0.probability < $1.probability }) else { return decision ?? .freeText }
        return .command(best.command, confidence: best.command == words ? confidence : best.probability)
    }

    /// Free recognition hears single words worse than the grammar does.
    private func singleWord(_ opinions: Opinions) -> CommandDecision? {
        guard let own = opinions.own, opinions.isBelieved, own.words.count == 1, opinions.words.count <= 2,
            own.distance <= Self.singleWordDistance
        else { return nil }
        return .command(own.words, confidence: 0.75)
    }

    /// What speaks for each command whose likelihood is known.
    func evidence(
        _ match: GrammarMatch?, noise: Double, heard: [String], likelihoods: PhraseLikelihoods
    ) -> [LikelihoodEvidence] {
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        let matches = likelihoods.phrases.keys.reduce(into: [[String]: PhraseMatch]()) {
            $0[$1] = matcher.compare($1, with: words)
        }
        let nearest = matches.values.map(\.distance).min() ?? Self.farthest
        return likelihoods.phrases.compactMap { command, likelihood in
            let other = likelihoods.phrases.filter { $0.key != command }.values.max() ?? -60
            // A word that was not spoken is not put in, however likely: "what is twelve divided by" | "four".
            guard let found = matches[command], !found.hasUnspokenWord else { return nil }
            let own = command == match?.words ? match : nil
            return LikelihoodEvidence(
                command: command, likelihood: min(max(likelihood, -60), 5), lead: min(max(likelihood - other, -30), 30),
                margin: own.map { min(max($0.margin + noise, -15), 15) },
                worstWord: Double(min(found.worstWord, 1.5)), isNearest: found.distance <= nearest,
                isContradicted: matcher.contradicts(command, heard: words))
        }
    }

    private func opinions(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, readings: [[String]]) -> Opinions {
        let readings = readings.map { SpokenWords.words(of: $0.joined(separator: " ")) }
        return Opinions(
            match: match, isBelieved: isBelieved, noise: noise, readings: readings,
            nearest: matcher.nearest(to: readings[0]),
            own: match.flatMap { matcher.compare($0.words, with: readings[0]) })
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
            found.phoneCount >= Self.shortestBeginning,
            // "Thursday afternoon" is none of the beginnings, and does not become "Thursday at noon" for that.
            !matcher.lacksWord(
                found.match.words, heard: heard.prefix(found.wordCount).flatMap { SpokenWords.words(of: $0) })
        else { return nil }
        return .freeTextAfter(found.match.words, wordsReplaced: found.wordCount)
    }

    /// Neither opinion is a command to the letter: the likelier one of what the grammar and the words come to.
    private func likeliest(_ opinions: Opinions) -> CommandDecision {
        let best = candidates(opinions).max { $0.probability < $1.probability }
        if let best, best.probability >= Self.likelyEnough - Self.lessInNoise * opinions.noise {
            return .command(best.command, confidence: best.probability)
        }
        return singleWord(opinions) ?? .freeText
    }

    private func candidates(_ opinions: Opinions) -> [CommandEvidence] {
        let readings = opinions.readings
        let nearest = [opinions.nearest?.words] + readings.dropFirst().map { matcher.nearest(to: $0)?.words }
        let commands = Set((nearest + [opinions.match?.words]).compactMap { $0 })
        let matches = Dictionary(
            uniqueKeysWithValues: commands.map { command in
                (command, readings.map { matcher.compare(command, with: $0) })
            })
        let means = matches.mapValues { found in
            found.reduce(0) { $0 + Double(min($1?.distance ?? Self.farthest, Self.farthest)) } / Double(found.count)
        }
        return matches.compactMap { command, found in
            guard let best = found.compactMap({ $0 }).min(by: { $0.distance < $1.distance }), !best.hasUnspokenWord,
                SpokenDuration.isPlausible(in: command), let mean = means[command]
            else { return nil }
            let contradicted = zip(readings, found).count { reading, match in
                match == nil || matcher.contradicts(command, heard: reading)
            }
            let margin = (opinions.match?.margin ?? -.infinity) + opinions.noise
            let evidence = CommandEvidence(
                source: command == opinions.match?.words ? .grammar : .words, command: command,
                margin: min(max(margin, -15), 15), noise: opinions.noise, distance: Double(best.distance),
                meanDistance: mean, worstWord: Double(min(best.worstWord, 1.5)),
                contradiction: Double(contradicted) / Double(readings.count),
                votes: Double(nearest.count { $0 == command }) / Double(readings.count),
                lag: mean - (means.filter { $0.key != command }.values.min() ?? Double(Self.farthest)),
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
