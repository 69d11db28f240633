// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how the agent interprets a request, for measurements. Nothing is carried out.

public import JarvisCore
public import JarvisPlatform
import JarvisUnderstanding

/// The interpretation of a request, as measurements see it.
public struct RequestReading: Hashable, Sendable {
    /// The name of the intent; nil if nothing is similar, or if the matching pattern belongs to an intent without a
    /// name.
    public var intent: String?
    /// The skill that would answer; nil if there is none.
    public var skill: String?
    /// False if the agent would ask whether this was meant.
    public var isCertain: Bool
    /// How closely the request matches, 0…1; 1 for a pattern.
    public var score: Float
    /// The slot values as text, by slot name.
    public var values: [String: String]
}

extension SkillAgent {
    /// Interprets a request as the agent would, without doing anything. Blocks while files are read.
    public func reading(of text: String) -> RequestReading {
        let utterance = Utterance(text)
        let reader = understanding.current()
        let applications = applications.refreshed()
        let whole = reader.read(utterance, applications: applications)
        switch SeveralRequests.read(utterance, whole: whole, reader, applications) {
        case .several(let readings):
            if let first = readings.first { return Self.reading(first, isCertain: true) }
        case .partly(let reading, _): return Self.reading(reading, isCertain: false)
        case nil: break
        }
        switch whole {
        case .certain(let reading): return Self.reading(reading, isCertain: true)
        case .doubtful(let reading): return Self.reading(reading, isCertain: false)
        case .unknown(let nearest):
            return RequestReading(
                intent: nearest?.intent, skill: nil,
                isCertain: (nearest?.score ?? 0) >= Understanding.certainScore, score: nearest?.score ?? 0,
                values: nearest?.slots.mapValues { "\($0)" } ?? [:])
        }
    }

    /// The features of a request that the intent estimate uses, sorted.
    public func features(of text: String) -> [String] {
        let reader = understanding.current()
        return RequestFeatures.of(Utterance(text), pack: reader.pack, applications: applications.refreshed()).sorted()
    }

    /// The features by which the language of a request is recognized, sorted.
    public func languageFeatures(of text: String) -> [String] { LanguageRecognizer.features(of: text).sorted() }

    /// The ISO 639-1 code of the request's language if it is recognized to be another one than English; empty if it is
    /// unclear which.
    public func otherLanguageCode(of text: String) -> String? {
        otherLanguage(Utterance(text)).map { $0.code ?? "" }
    }

    /// Interprets a request as a follow-up to `first`; nil if it isn't one, or if `first` is unclear.
    public func reading(of text: String, after first: String) -> RequestReading? {
        let reader = understanding.current()
        let applications = applications.refreshed()
        let utterance = Utterance(text)
        guard case .certain(let reading) = reader.read(Utterance(first), applications: applications) else { return nil }
        var last = LastTurn(reading, at: services.clock.now())
        if case .expression(let calculation) = reading.slots["sum"], case .success(let value) = calculation.result {
            last.result = SpokenFormat.canonical(value)
        }
        let followUps = FollowUpReader(understanding: reader.using(.nothing), last: last, applications: applications)
        let followUp: FollowUpReading?
        let own = reader.read(utterance, applications: applications)
        if let correction = followUps.correction(utterance) {
            followUp = correction
        } else if own.score < 1, followUps.isAddition(utterance), let addition = followUps.addition(utterance) {
            followUp = addition
        } else {
            // Without a certain match of its own, the request may refer to the previous one.
            let isSaid = if case .certain = own { own.score >= Understanding.certainScore } else { false }
            followUp = isSaid ? nil : followUps.addition(utterance)
            if followUp == nil, case .certain(let reading) = own {
                return Self.reading(followUps.resolved(reading), isCertain: true)
            }
        }
        switch followUp {
        case .revised(let reading, _): return Self.reading(reading, isCertain: true)
        case .again: return Self.reading(reading, isCertain: true)
        case .other, .answeredAgain, .amended, nil: return nil
        }
    }

    /// True if the agent would answer or ask about a request that it may only have overheard.
    public func answersAloud(_ text: String, _ filter: TalkFilter) -> Bool {
        let reading = reading(of: text)
        if reading.skill != nil, reading.isCertain { return true }
        return filter.admits(
            score: reading.skill == nil ? 0 : reading.score, text, understanding.current().pack.lexicon)
    }

    /// The faults in the language files, one entry each; empty if they are intact.
    /// - Parameter resources: Where to find the language files.
    public static func understandingFaults(resources: ResourceLocator) -> [String] {
        LanguagePack.faults("en", in: resources)
    }

    /// The names of all intents in the language files.
    /// - Parameter resources: Where to find the language files.
    public static func intentNames(resources: ResourceLocator = .standard()) -> Set<String> {
        LanguagePack.read("en", from: resources).intents
    }

    /// True for a yes, false for a no, nil for anything else.
    public func agreement(in text: String) -> Bool? {
        let lexicon = understanding.current().pack.lexicon
        let words = Utterance(text).words
        if lexicon.isAgreement(words) { return true }
        return lexicon.isRefusal(words) || lexicon.isLikelyRefusal(words) ? false : nil
    }

    /// The index of the name that the text chooses; nil if it chooses none.
    public func choice(in text: String, of names: [String]) -> Int? {
        ChoicePhrase.indices(of: Utterance(text).words, names: names.map { [$0] }).first
    }

    private static func reading(_ reading: Reading, isCertain: Bool) -> RequestReading {
        RequestReading(
            intent: reading.intent, skill: reading.skill.id, isCertain: isCertain, score: reading.score,
            values: reading.slots.mapValues(\.plain))
    }
}

extension SlotValue {
    /// The value as plain text, for comparison with the expected one in measurements.
    fileprivate var plain: String {
        switch self {
        case .number(let value): SpokenFormat.canonical(value)
        case .duration(let seconds), .moment(.after(let seconds)): String(seconds)
        case .time(let time), .moment(.at(let time, nil)): time.canonical
        case .moment(.at(let time, let day?)): "\(time.canonical) \(day)"
        case .text(let text), .application(let text): text
        case .unit(let unit): unit.singular
        case .expression(let calculation): (try? calculation.result.get()).map { SpokenFormat.canonical($0) } ?? ""
        case .setting(let mention): mention.key
        case .website, .voice, .day, .schedule: "\(self)"
        }
    }
}
