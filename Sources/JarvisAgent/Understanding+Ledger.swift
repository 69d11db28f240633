// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a reading may be acted on, by the words that it leaves over. Only this code decides that: skills see
// only requests in which every word that changes the meaning was used.

import JarvisUnderstanding

extension Understanding {
    /// What became of each word of the request; nil if the reading doesn't say which words its values come from.
    /// - Parameter utterance: The whole request.
    func ledger(of reading: Reading, in utterance: Utterance) -> RequestLedger? {
        guard Set(reading.ranges.keys) == Set(reading.slots.keys) else { return nil }
        let isPattern = reading.score == 1
        // One of several requests has its own text.
        let isWhole = reading.utterance.text == utterance.text
        return RequestLedger(
            isWhole ? utterance : Utterance(reading.utterance.text),
            read: isPattern ? reading.utterance : reading.utterance.withAddedDurationsWhole(), slots: reading.ranges,
            numbers: Set(reading.slots.filter { if case .number = $0.value { true } else { false } }.keys),
            intent: reading.intent, isPattern: isPattern, pack)
    }

    /// The reading, or a fuller one of the same intent that leaves nothing over: in "tomorrow I need the alarm at
    /// five", it also has the day.
    func settled(_ reading: Reading, in utterance: Utterance) -> Reading {
        guard let intent = reading.intent, reading.score < Self.sameScore,
            doubts(about: reading, in: utterance) != nil
        else { return reading }
        let rewritten = pack.rewritten(utterance)
        guard
            let other = pack.matcher.nearest(for: rewritten, applications: ApplicationIndex([]), of: [intent]),
            other.slots.count > reading.slots.count
        else { return reading }
        var fuller = reading
        (fuller.utterance, fuller.slots, fuller.ranges) = (rewritten, other.slots, other.ranges)
        return doubts(about: fuller, in: utterance) == nil ? fuller : reading
    }

    /// The ledger of a reading that leaves over words to ask the user about before acting; nil if the reading may be
    /// acted on.
    func doubts(about reading: Reading, in utterance: Utterance) -> RequestLedger? {
        guard !reading.onlyTells, !reading.skill.takesDictation else { return nil }
        if reading.subject != nil { return exceptions(to: reading, in: utterance) }
        guard let ledger = ledger(of: reading, in: utterance) else { return exceptions(to: reading, in: utterance) }
        return ledger.turning.isEmpty ? nil : ledger
    }

    /// The ledger of a reading whose values partly come from an earlier request, if its own words limit or refuse
    /// something that no example of it does: "cancel it unless it's nearly done".
    private func exceptions(to reading: Reading, in utterance: Utterance) -> RequestLedger? {
        let isWhole = reading.utterance.text == utterance.text
        let read = reading.utterance.withAddedDurationsWhole()
        let ledger = RequestLedger(
            isWhole ? utterance : Utterance(reading.utterance.text), read: read,
            slots: reading.ranges.filter { $0.value.upperBound <= read.words.count }, intent: reading.intent,
            isPattern: false, pack)
        let limits = [DialogueRole.excluding, .limiting].flatMap {
            pack.lexicon.phrases($0).places(in: ledger.utterance.words)
        }
        let isLimited = limits.contains { range in
            range.allSatisfy { place in
                if case .slot = ledger.uses[place] { return false }
                return reading.intent.map { !pack.occursInFollowUp(ledger.utterance.words[place], of: $0) } ?? true
            }
        }
        return isLimited && !ledger.turning.isEmpty ? ledger : nil
    }

    /// True if words that a reading leaves over order another deed, or tell something of their own: "pick me up at eight"
    /// sets no alarm, and "give me five minutes, I'm in the bath" no timer. A reading whose words name a timer or an
    /// alarm is what they say: "set a timer for ten minutes, I'm boiling eggs".
    func isOfOtherDeed(_ reading: Reading, in utterance: Utterance) -> Bool {
        let lexicon = pack.lexicon
        guard reading.deed == .adds, reading.score < Self.certainScore,
            ["timer", "alarm"].contains(LastTurn.topic(of: reading.intent)),
            lexicon.phrases(.timing).place(in: utterance.words) == nil,
            let ledger = ledger(of: reading, in: utterance)
        else { return false }
        let words = ledger.utterance.words
        let left = words.indices.filter { ledger.uses[$0] == .rest && !lexicon.isLight(words[$0]) }
        guard let first = left.first, let last = left.last else { return false }
        let start = words.count - lexicon.withoutOpening(words).count
        if first == start, lexicon.phrases(.acted).length(at: words[(start + 1)...]) > 0 { return true }
        let held = words.indices.last { if case .slot = ledger.uses[$0] { true } else { false } }
        return held.map { $0 < last && ($0...last).contains(where: ledger.utterance.endsClause) } ?? false
    }
}
