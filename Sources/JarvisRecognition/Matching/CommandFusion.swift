// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what was said from two recognizers that make different mistakes: the grammar, which finds a command in
// everything and knows how well it fits the sound, and free recognition, which transcribes the sound and knows no
// commands. Pure, except that searching for similar commands uses caches.

import JarvisCore
import JarvisSpokenText

/// What was said, according to both recognizers.
enum CommandDecision: Equatable {
    /// A command; `confidence` is the share of such decisions that are correct.
    case command([String], confidence: Double)
    /// The free transcript.
    case freeText
    /// The free transcript, except that its first words stand for the beginning of a command with free text.
    case freeTextAfter([String], wordsReplaced: Int)
    case nothing
}

struct CommandFusion {
    /// A command counts as said from this probability on, reduced by `lessInNoise` per unit of noise: in quiet, other
    /// speech sounds like commands, too, and in noise even real commands sound less like themselves.
    /// (docs/performance.md reports the cost.)
    private static let (likelyEnough, lessInNoise) = (0.45, 0.05)
    /// The required probability if likelihoods are known: acting on something that was not a command costs more than
    /// asking again.
    private static let likelyEnoughBySound = 0.63
    /// The probabilities of the likeliest command at which examining the sound again may change the decision.
    private static let doubt = 0.02...0.98
    /// The greatest distance at which the first words count as the beginning of a command with free text.
    private static let beginningDistance: Float = 0.15
    /// The fewest phones of a beginning: shorter ones sound like too many other things.
    private static let shortestBeginning = 7
    /// A word of a beginning that differs by more than this from the transcript is a different word.
    private static let sameWordDistance: Float = 0.55
    /// The greatest distance of a command of one word, which has few phones and which free recognition can't tell from
    /// noise.
    private static let singleWordDistance: Float = 0.55
    /// The distance of anything too far away to be compared (`PhraseSearch`).
    private static let farthest: Float = 0.6

    /// Below this margin the grammar's command is a guess at other speech.
    private static let hopelessMargin = -8.0
    /// The most commands to compare by likelihood; more would take too long.
    private static let mostRivals = 10

    let matcher: CommandMatcher
    let reader: CommandReader?

    /// The results of both recognizers.
    private struct Opinions {
        var match: GrammarMatch?
        var isBelieved: Bool
        /// How much noise has lowered the grammar's margin.
        var noise: Double
        /// The free transcript as spoken words, followed by the transcripts of altered copies of the sound.
        var readings: [[String]]
        /// The command nearest to the free transcript.
        var nearest: PhraseMatch?
        /// The distance of the grammar's command from the free transcript.
        var own: PhraseMatch?

        var words: [String] { readings.first ?? [] }
        var isCertain: Bool { (match?.margin ?? -.infinity) >= CommandJudge.certainMargin }
        /// True if both recognizers found the same command.
        var agree: Bool { match != nil && match?.words == nearest?.words }
    }

    /// - Parameters:
    ///   - match: The grammar's result.
    ///   - isBelieved: True if the grammar alone would accept the match.
    ///   - noise: How much noise has cost the grammar's margin (`CommandJudge.allowance`).
    ///   - heard: The free transcript; nil if it contained no speech.
    ///   - alternatives: The transcripts of altered copies of the sound.
    func decide(
        _ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?, alternatives: [[String]] = []
    ) -> CommandDecision {
        guard let heard else { return decideAlone(match, isBelieved: isBelieved) }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard] + alternatives)
        if let decision = read(opinions) { return decision }
        if let beginning = beginning(of: heard, nearerThan: opinions.nearest) { return beginning }
        return likeliest(opinions)
    }

    /// Commands that may have been said although neither recognizer heard them to the letter; empty if the transcript
    /// is a command as it stands.
    func candidates(
        _ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]?, alternatives: [[String]] = []
    ) -> [CommandEvidence] {
        guard let heard else { return [] }
        let opinions = opinions(match, isBelieved: isBelieved, noise: noise, readings: [heard] + alternatives)
        guard read(opinions) == nil, beginning(of: heard, nearerThan: opinions.nearest) == nil else { return [] }
        return candidates(opinions)
    }

    /// True if examining the sound again is worth the time.
    func isInDoubt(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, heard: [String]) -> Bool {
        let candidates = candidates(match, isBelieved: isBelieved, noise: noise, heard: heard)
        return candidates.map(\.probability).max().map(Self.doubt.contains) ?? false
    }

    /// Commands to compare by their likelihood; empty if that is not worth the time. A transcript that is a command as
    /// it stands is compared only if it contains similar-sounding numbers.
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

    /// Up to this cost of noise the transcript alone shows that something else than a command was said.
    private static let quiet = 1.0
    /// The greatest distance at which a transcript may be a misheard command, and the beginning of a transcript that of
    /// a misheard command.
    private static let (misheard, misheardBeginning): (Float, Float) = (0.3, 0.2)
    /// Free recognition is less reliable than the grammar for this many words.
    private static let fewWords = 2

    /// True if the grammar's opinion may change the decision on this transcript: in noise, for few words, and if they
    /// sound like a command without being one.
    func needsGrammar(for heard: [String], noise: Double) -> Bool {
        guard noise < Self.quiet else { return true }
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        let reading = reader?.read(words)
        if reading?.isWhole == true || reading?.isWholeText == true { return false }
        return words.count <= Self.fewWords || (matcher.nearest(to: words)?.distance ?? 1) <= Self.misheard
    }

    /// True if the transcript of the speech so far already shows that it will need the grammar's opinion.
    func willNeedGrammar(for heard: [String], noise: Double) -> Bool {
        guard noise < Self.quiet else { return true }
        // The last word may be cut.
        let words = SpokenWords.words(of: heard.dropLast().joined(separator: " "))
        guard words.count > Self.fewWords, let reading = reader?.read(words) else { return false }
        guard !reading.isBeginning, !reading.isWhole, !reading.isWholeText else { return false }
        return matcher.distanceOfBeginning(words) <= Self.misheardBeginning
    }

    /// True if these words are the beginning of a command.
    func isBeginning(_ heard: [String]) -> Bool {
        let words = SpokenWords.words(of: heard.joined(separator: " "))
        return reader?.read(words).isBeginning == true
    }

    /// True if this match is a whole command.
    func isWhole(_ match: GrammarMatch) -> Bool { reader?.read(match.words).isWhole == true }

    /// True if this match is a guess at other speech, so that only commands near the transcript count.
    func isHopeless(_ match: GrammarMatch, noise: @autoclosure () -> Double) -> Bool {
        match.margin <= Self.hopelessMargin && match.margin + noise() <= Self.hopelessMargin
    }

    /// The decision, given how much likelier each command is than the transcript.
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
        // Free text stays free text. If the transcript is a command, only its numbers may have been misheard.
        guard case .command(let words, let confidence) = decision else {
            return decision ?? singleWord(opinions) ?? .freeText
        }
        let numbers = numbers(like: words, heard: heard, likelihoods: likelihoods, scores: scores)
        guard let best = numbers.max(by: { $0.probability < $1.probability }) else { return decision ?? .freeText }
        return .command(best.command, confidence: best.command == words ? confidence : best.probability)
    }

    /// The grammar's single word, if it fits well enough: for single words the grammar is more reliable than free
    /// recognition. Nil otherwise.
    private func singleWord(_ opinions: Opinions) -> CommandDecision? {
        guard let own = opinions.own, opinions.isBelieved, own.words.count == 1, opinions.words.count <= 2,
            own.distance <= Self.singleWordDistance
        else { return nil }
        return .command(own.words, confidence: 0.75)
    }

    /// The evidence for each command whose likelihood is known.
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
            // Never add a word that was not spoken, however likely it is: "what is twelve divided by" | "four".
            guard let found = matches[command], !found.hasUnspokenWord,
                !likelihoods.proposals.contains(command) || isPlausible(command)
            else { return nil }
            let own = command == match?.words ? match : nil
            return LikelihoodEvidence(
                command: command, likelihood: min(max(likelihood, -60), 5), lead: min(max(likelihood - other, -30), 30),
                margin: own.map { min(max($0.margin + noise, -15), 15) },
                worstWord: Double(min(found.worstWord, 1.5)), isNearest: found.distance <= nearest,
                isContradicted: matcher.contradicts(command, heard: words))
        }
    }

    /// True if a command may have these numbers.
    private func isPlausible(_ command: [String]) -> Bool {
        SpokenDuration.isPlausible(in: command)
            && reader?.read(CompletenessJudge.withoutAddress(command)).isWhole != false
    }

    private func opinions(_ match: GrammarMatch?, isBelieved: Bool, noise: Double, readings: [[String]]) -> Opinions {
        let readings = readings.map { SpokenWords.words(of: $0.joined(separator: " ")) }
        return Opinions(
            match: match, isBelieved: isBelieved, noise: noise, readings: readings,
            nearest: matcher.nearest(to: readings[0]),
            own: match.flatMap { matcher.compare($0.words, with: readings[0]) })
    }

    /// Decides by the grammar alone, if free recognition finds no speech: the grammar is more reliable for single
    /// words, but a longer command has to match very well.
    private func decideAlone(_ match: GrammarMatch?, isBelieved: Bool) -> CommandDecision {
        guard let match, isBelieved, match.words.count == 1 || match.margin >= CommandJudge.certainMargin else {
            return .nothing
        }
        return .command(match.words, confidence: 0.6)
    }

    /// Interprets the transcript by itself; nil if it doesn't match a pattern to the letter.
    private func read(_ opinions: Opinions) -> CommandDecision? {
        let words = opinions.words
        guard let reading = reader?.read(words) else { return nil }
        if reading.isWhole { return readWhole(opinions) }
        // Free recognition sometimes writes a short command twice.
        let half = words.prefix(words.count / 2)
        if half.elementsEqual(words.dropFirst(half.count)), reader?.read(Array(half)).isWhole == true {
            return .command(Array(half), confidence: 0.93)
        }
        // A command with free text must not be confirmed by the grammar, which lacks it; nor one that is still
        // incomplete.
        let isConfirmed = opinions.agree && opinions.isCertain && !reading.isBeginning
        let isUnfinished = CompletenessJudge.endsOpen(words) && !isConfirmed
        return reading.isWholeText || isUnfinished ? .freeText : nil
    }

    /// Accepts a transcript that is a command. The grammar, which knows the sound, decides between similar-sounding
    /// numbers.
    private func readWhole(_ opinions: Opinions) -> CommandDecision {
        let words = opinions.words
        guard let match = opinions.match, match.words != words else { return .command(words, confidence: 0.98) }
        if opinions.isBelieved, ConfusableNumbers.differOnlyInThem(match.words, words) {
            return .command(match.words, confidence: 0.85)
        }
        return .command(words, confidence: 0.93)
    }

    /// The decision for a transcript that sounds more like the beginning of a command with free text than like any
    /// whole command; nil otherwise.
    private func beginning(of heard: [String], nearerThan whole: PhraseMatch?) -> CommandDecision? {
        guard let found = matcher.beginning(of: heard.map { SpokenWords.words(of: $0) }),
            found.match.distance <= Self.beginningDistance, found.match.distance < whole?.distance ?? 1,
            !found.match.hasUnspokenWord, found.match.worstWord <= Self.sameWordDistance,
            found.phoneCount >= Self.shortestBeginning,
            // For example, "Thursday afternoon" is not one of the beginnings, and must not become "Thursday at noon".
            !matcher.lacksWord(
                found.match.words, heard: heard.prefix(found.wordCount).flatMap { SpokenWords.words(of: $0) })
        else { return nil }
        return .freeTextAfter(found.match.words, wordsReplaced: found.wordCount)
    }

    /// Picks the likelier of the grammar's and the transcript's command, if neither was heard to the letter.
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

/// Accepts "two minutes and thirty seconds", but not "two minutes and thirty hours", which the grammar allows.
private enum SpokenDuration {
    private static let units = ["second": 0, "minute": 1, "hour": 2, "day": 3, "week": 4]

    static func isPlausible(in words: [String]) -> Bool {
        var last: (size: Int, place: Int)?
        for (place, word) in words.enumerated() {
            guard let size = units[word.hasSuffix("s") ? String(word.dropLast()) : word] else { continue }
            // A smaller unit before a larger one is fine in a conversion such as "minutes to hours".
            if let last, last.size <= size, !words[last.place..<place].contains(where: ["to", "in", "into"].contains) {
                return false
            }
            last = (size, place)
        }
        return true
    }
}
