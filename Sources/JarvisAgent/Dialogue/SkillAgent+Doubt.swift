// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user before acting on a request that was perhaps not meant or not said.

import JarvisCore
import JarvisUnderstanding

extension AgentRequest {
    /// The confidence below which less than half of such transcripts are right; the confidence is calibrated.
    static let doubtfulConfidence = 0.5
    /// The confidence below which a word of the transcript may be wrong.
    static let unsureConfidence = 0.75

    /// True if the request was spoken and heard badly.
    package var isDoubtful: Bool { source == .voice && (confidence ?? 1) < Self.doubtfulConfidence }
    /// True if the request was spoken and a word may be wrong.
    package var isUnsure: Bool { source == .voice && (confidence ?? 1) < Self.unsureConfidence }
}

extension SkillAgent {
    /// Asks whether the reading was meant.
    func ask(about reading: Reading, _ turn: DialogueTurn) -> SkillAnswer {
        let question =
            title(of: reading, turn).map { "Did you want me to \($0)?" }
            ?? "Did you mean \"\(Self.excerpt(reading.utterance.text))\"?"
        return propose(question, Deed(reading, at: services.clock.now()), turn)
    }

    /// Asks about the one part of a request that was understood.
    func askAboutPart(_ reading: Reading, rest: String, _ turn: DialogueTurn) -> SkillAnswer {
        let offer = title(of: reading, turn).map { "Should I just \($0)?" } ?? "Should I go on without it?"
        return propose(
            "I didn't understand \"\(Self.excerpt(rest))\". \(offer)", Deed(reading, at: services.clock.now()), turn)
    }

    /// Asks about what a reading leaves over, and does the rest on a yes.
    func askAboutRest(_ ledger: RequestLedger, _ reading: Reading, _ turn: DialogueTurn) -> SkillAnswer {
        if let choices = choices(in: ledger, reading) {
            let names = choices.map { $0.names[0] }
            let reply = SkillReply(
                "\(names[0].capitalizedFirst), or \(names[1])?", choices: choices)
            return remember(reply, of: reading.skill, turn, last: nil)
        }
        return askAboutPart(reading, rest: ledger.question, turn)
    }

    /// The two values of the same kind that the user may mean; nil if what is left over is something else.
    func choices(in ledger: RequestLedger, _ reading: Reading) -> [SkillChoice]? {
        guard ledger.turning.count == 1, let other = ledger.values.first, ledger.values.count == 1,
            ledger.turning[0].upperBound == other.range.upperBound
        else { return nil }
        // "Thirty minutes, or an hour": the word between them belongs to neither.
        let joint = ledger.utterance.words[
            ledger.turning[0].lowerBound..<max(other.range.lowerBound, ledger.turning[0].lowerBound)]
        guard joint.allSatisfy({ $0 == "or" }) else { return nil }
        let words = ledger.utterance.original(other.range)
        let own = reading.slots.first { slot in
            switch (slot.value, other.value) {
            case (.duration, .duration): true
            case (.time, .moment(let moment)): moment.time != nil && moment.day == nil
            case (.time, .number(let number)):
                !joint.isEmpty && (1...12).contains(number.value) && number.form == .cardinal
            default: false
            }
        }
        guard let own, let range = reading.ranges[own.key] else { return nil }
        let value: SlotValue
        switch other.value {
        case .duration(let length):
            guard let seconds = length.wholeSeconds else { return nil }
            value = .duration(seconds)
        case .moment(let moment):
            guard let time = moment.time else { return nil }
            value = .time(time)
        case .number(let number):
            guard let hour = Int(exactly: number.value) else { return nil }
            value = .time(ClockTime(hour: hour, minute: 0, isAmbiguous: true))
        default: return nil
        }
        var second = reading
        second.slots[own.key] = value
        return [(reading.utterance.original(range), reading), (words, second)].map { name, meant in
            SkillChoice([name]) { try await meant.answer($0.asking(meant)) }
        }
    }

    /// Asks whether the words were heard correctly.
    func askWhetherHeard(_ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        propose("Did you say \"\(Self.excerpt(turn.request.text))\"?", deed, turn)
    }

    /// Who asks for an action, judged by punctuation: quoted words may be somebody else's, and a question mark may mark
    /// a question instead of a request.
    func asker(of deed: Deed, _ turn: DialogueTurn) -> Asker {
        guard turn.asker == .user, deed.changes else { return turn.asker }
        let text = turn.request.text
        for part in Quotation.parts(of: text) {
            let quoted = Utterance(String(part))
            if quoted.words == turn.invocation.words { return .userQuoting }
            guard quoted.words.count > 1, let reading = read(quoted).reading else { continue }
            if reading.skill.id == deed.skill.id, deed.kinds.contains(reading.deed) { return .userQuoting }
        }
        let isQuestion = text.last { !$0.isWhitespace } == "?" && !turn.lexicon.entreats(Utterance.allWords(of: text))
        return isQuestion ? .userUnclearly : .user
    }

    /// Asks whether to perform an action that a language model wants, or that the user has not asked for in plain
    /// words.
    func askWhetherAllowed(_ deed: Deed, _ asker: Asker, _ turn: DialogueTurn) -> SkillAnswer {
        if asker == .userQuoting || asker == .userUnclearly,
            let title = deed.last?.intent.flatMap({ turn.reader.pack.title(of: $0) })
        {
            return propose("Should I \(title)?", deed, turn)
        }
        let words = Self.excerpt(deed.last?.text ?? turn.request.text)
        let question =
            turn.asker == .user ? "Did you mean \"\(words)\"?" : "That would mean \"\(words)\". Go ahead?"
        return propose(question, deed, turn)
    }

    func propose(_ question: String, _ deed: Deed, _ turn: DialogueTurn) -> SkillAnswer {
        let reply = SkillReply(question, proposal: DeferredAction { try await deed.perform($0) })
        return remember(reply, of: deed.skill, turn, last: deed.last)
    }

    /// What the reading would do, behind "to"; nil if the language files don't say.
    private func title(of reading: Reading, _ turn: DialogueTurn) -> String? {
        reading.intent.flatMap { turn.reader.pack.title(of: $0) }
    }

    /// Answers "don't set a timer" if it contains a request; nil otherwise.
    func declined(_ turn: DialogueTurn, _ applications: ApplicationIndex) -> SkillAnswer? {
        let words = turn.invocation.words
        let isWithdrawn = turn.lexicon.isWithdrawn(words)
        if words.count <= 24, turn.mayAnswer(), turn.reader.isKept(turn.invocation.utterance, applications) {
            return remember(SkillReply("OK, I won't remove anything."), of: StopSkill(), turn, last: nil)
        }
        guard isWithdrawn || turn.lexicon.isNegated(words), words.count <= 12 else { return nil }
        if !isWithdrawn {
            guard let opened = turn.invocation.utterance.prohibitionLength else { return nil }
            let rest = turn.invocation.utterance.part(opened..<words.count)
            if case .unknown = turn.reader.read(Utterance(rest.plain), applications: applications) { return nil }
        }
        return remember(SkillReply("All right, I won't."), of: StopSkill(), turn, last: nil)
    }

    private static func excerpt(_ text: String) -> String {
        let plain = text.singleSpaced
        return plain.count > 80 ? plain.prefix(80) + "…" : plain
    }
}

extension Utterance {
    /// The number of words at the beginning that forbid something; nil if there are none.
    fileprivate var prohibitionLength: Int? {
        [["don't"], ["dont"], ["do", "not"], ["never"]].first { words.starts(with: $0) }?.count
    }

    /// True if it begins by forbidding something: "don't set a timer".
    var isProhibition: Bool { prohibitionLength != nil }
}
