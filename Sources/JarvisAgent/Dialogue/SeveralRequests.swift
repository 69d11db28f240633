// SPDX-License-Identifier: GPL-3.0-or-later
// Finds several requests in one utterance: "set a timer for ten minutes and turn the volume up". Each part must be
// certain by itself. Pure.

import JarvisCore
import JarvisUnderstanding

extension SpokenValue {
    fileprivate var isMoment: Bool { if case .moment = self { true } else { false } }
}

/// The result of splitting an utterance into requests.
enum SeveralRequests {
    /// The maximum number of requests in one utterance.
    private static let partLimit = 4
    private static let wordLimit = 40

    case several([Reading])
    /// One part is certain, and the rest is unclear.
    case partly(Reading, rest: String)

    /// Splits an utterance into requests; nil if it holds one or none.
    /// - Parameter whole: The interpretation as one request.
    static func read(
        _ utterance: Utterance, whole: Interpretation, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> SeveralRequests? {
        let lexicon = understanding.pack.lexicon
        guard utterance.words.count <= wordLimit, !lexicon.isWithdrawn(utterance.words) else { return nil }
        // "Not today but tomorrow" forbids nothing.
        if let corrected = SelfCorrection.reading(of: utterance, understanding.using(.nothing), applications) {
            return .several([corrected])
        }
        guard !lexicon.isNegated(utterance.words) else { return nil }
        let counted = CountedRequest.requests(in: utterance).map { text in
            Self.certain(Utterance(text), understanding.using(.comparison), applications)
        }
        if !counted.isEmpty, case let readings = counted.compactMap({ $0 }), readings.count == counted.count {
            return .several(readings)
        }
        if case .certain(let reading) = whole, reading.score >= Understanding.certainScore,
            reading.texts.isEmpty || reading.skill.takesDictation
        {
            return nil
        }
        let understanding = understanding.using(.comparison)
        let parts = parts(of: utterance, lexicon)
        guard (2...partLimit).contains(parts.count) else { return nil }
        // Parts and runs of parts are asked about more than once.
        var known: [Range<Int>: Reading?] = [:]
        func certain(_ range: Range<Int>) -> Reading? {
            if let reading = known[range] { return reading }
            let reading = Self.certain(utterance.part(range), understanding, applications)
            known[range] = .some(reading)
            return reading
        }
        // "At six" belongs to the part before it, so join neighbours if that makes a request.
        var readings: [Reading?] = []
        var joined: [Utterance] = []
        var place = 0
        while place < parts.count {
            var end = place + 1
            // "And another for twenty", "and one for eight", which would be a sum by itself.
            var found: Reading?
            let isAnother = ["one", "another"].contains(utterance.words[parts[place].lowerBound])
            if isAnother, let before = readings.last ?? nil {
                found = addition(utterance.part(parts[place]), to: before, understanding, applications)
            }
            found = found ?? certain(parts[place])
            if found == nil, !isAnother, let before = readings.last ?? nil {
                found = addition(utterance.part(parts[place]), to: before, understanding, applications)
            }
            // "Take milk off my shopping list and add soda": the second means the same list.
            if !isAnother, let before = readings.last ?? nil,
                let own = continuation(utterance.part(parts[place]), of: before, understanding, applications),
                found.map({ $0.intent == own.intent && $0.slots.count < own.slots.count }) ?? true
            {
                found = own
            }
            for longer in stride(from: parts.count, to: place + 1, by: -1) where found == nil {
                let range = parts[place].lowerBound..<parts[longer - 1].upperBound
                guard range.count < utterance.words.count, let reading = certain(range) else { continue }
                (found, end) = (reading, longer)
            }
            // "An hour | and a half": a part without a meaning of its own may belong to the previous one.
            while found != nil, end < parts.count,
                certain(parts[end]) == nil, let longer = certain(parts[place].lowerBound..<parts[end].upperBound),
                parts[end].upperBound < utterance.words.count
            {
                (found, end) = (longer, end + 1)
            }
            readings.append(found)
            joined.append(utterance.part(parts[place].lowerBound..<parts[end - 1].upperBound))
            place = end
        }
        // "Remove wine and add beer to my shopping list": the first means the list that the second names.
        for place in readings.indices.dropLast() where readings[place] == nil {
            if let next = readings[place + 1] {
                readings[place] = continuation(joined[place], of: next, understanding, applications)
            }
        }
        let understood = readings.compactMap { $0 }
        guard joined.count > 1 else { return nil }
        if understood.count == joined.count { return .several(understood) }
        if case .certain(let reading) = whole, reading.score == 1 { return nil }
        // Ask about the rest only if the first part is the exact wording of a request.
        guard understood.count == 1, joined.count == 2, let first = readings.first ?? nil,
            first.score >= Understanding.sameScore, !utterance.endsClause(joined[0].words.count - 1),
            !lexicon.isTalk(utterance.words)
        else { return nil }
        return .partly(first, rest: joined[1].plain)
    }

    private static func addition(
        _ utterance: Utterance, to before: Reading, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let followUps = FollowUpReader(
            understanding: understanding.using(.nothing),
            last: LastTurn(before, at: Timestamp(millisecondsSinceEpoch: 0)),
            applications: applications)
        let utterance = Utterance(utterance.plain)
        guard followUps.isAddition(utterance), case .revised(let reading, _)? = followUps.addition(utterance) else {
            return nil
        }
        return reading
    }

    private static func continuation(
        _ utterance: Utterance, of before: Reading, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        FollowUpReader(
            understanding: understanding.using(.nothing),
            last: LastTurn(before, at: Timestamp(millisecondsSinceEpoch: 0)),
            applications: applications
        ).continuation(Utterance(utterance.plain))
    }

    private static func certain(
        _ utterance: Utterance, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let utterance = Utterance(utterance.plain)
        // "At four tomorrow, remind me to …" names a time, which is no request by itself.
        let isTime = ValueChart.readings(of: utterance.words).contains { $0.value.isMoment }
        guard utterance.words.count > 1, !isTime,
            case .certain(let reading) = understanding.read(utterance, applications: applications)
        else { return nil }
        // A slot for any name matches everything, so reject names that are not applications.
        return reading.freeNames(among: applications) == 0 ? reading : nil
    }

    /// The word ranges between "and", "then" and the ends of clauses.
    private static func parts(of utterance: Utterance, _ lexicon: Lexicon) -> [Range<Int>] {
        let joints: Set<String> = ["and", "then", "also", "plus"]
        var parts: [Range<Int>] = []
        // "Hurry up and" is no request.
        var start = lexicon.openingLength(of: utterance.words, before: joints)
        for place in utterance.words.indices.dropFirst(start) {
            if joints.contains(utterance.words[place]) {
                if place > start { parts.append(start..<place) }
                start = place + 1
            } else if utterance.endsClause(place), place + 1 > start {
                parts.append(start..<place + 1)
                start = place + 1
            }
        }
        if start < utterance.words.count { parts.append(start..<utterance.words.count) }
        return parts
    }
}
