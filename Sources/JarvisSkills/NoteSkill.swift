// SPDX-License-Identifier: GPL-3.0-or-later
// Saves notes in the history, reads them back, finds and deletes them.

import JarvisAgent
import JarvisCore
import JarvisStore
import JarvisUnderstanding

struct NoteSkill: Skill {
    let takesDictation = true
    let holdsPersonal = true
    private static let readLimit = 3
    /// The most notes to delete at once.
    private static let deleteLimit = 500

    let help = CommandHelp(
        skill: "note", title: "Notes", summary: "Writes down what you say and reads it back.",
        examples: ["take a note", "take a note buy milk", "take a voice note", "read my notes"],
        icon: "document-edit-symbolic")

    var quotesHistory: Bool { true }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds, ["(take|make|write) a note", "(take|make) a new note", "write (this|something) down"],
                typed: ["[new] note", "note to self"], named: "note.ask", answer: Self.ask),
            SkillIntent(
                .adds,
                [
                    "(take|make|write) a note [(that|saying|to)] {words:text}", "note [down] [that] {words:text}",
                    "write down [that] {words:text}", "note to self {words:text}",
                    "remember that {words:text}",
                ], named: "note.write", answer: Self.write),
            SkillIntent(
                .tells,
                [
                    "(read|show|list) [me] [all] (my|the) notes", "what are my notes", "what notes do i have",
                    "read [me] my (last|latest) note", "what was my last note",
                ], typed: ["(my|read|list|show) notes", "notes"], named: "note.read", answer: Self.read),
            SkillIntent(
                .records, ["(take|make|record|start) a [new|quick] voice note"],
                typed: ["[new] voice note", "quick record"],
                answer: Self.askForVoice),
            SkillIntent(
                .tells,
                [
                    "(sum up|summarize) my last [voice] note", "what was my last [voice] note about",
                    "how did i (sound|feel) in my last [voice] note",
                ], answer: Self.sumUp),
            SkillIntent(
                .removes, ["(delete|remove) (my|the) last note"], named: "note.delete-last", answer: Self.deleteLast
            ).needing(.plain),
            SkillIntent(
                .removes, ["delete (the|my) note about {words:text}"], named: "note.delete", answer: Self.deleteAbout
            ).needing(.plain),
            SkillIntent(
                .removes, ["(delete|remove|clear) all [[of] (my|the)] notes"], typed: ["delete my notes"],
                named: "note.delete-all", answer: Self.deleteAll
            ).needing(.plain),
            SkillIntent(
                .tells, ["(find|search) [in] my notes (for|about) {words:text}"], named: "note.find", answer: Self.find),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let words = invocation.request.text
        if Self.isVoiceNote(invocation) { return try await Self.keepVoice(words, invocation) }
        return try await Self.keep(words, invocation)
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("What should I write down?", followUp: .dictation)
    }

    private static func write(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let words = invocation.text("words") else { return ask(invocation) }
        return try await keep(words, invocation)
    }

    private static func keep(_ words: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        let text = DigitPhrase.written(trimmed(words))
        guard !text.isEmpty else { return ask(invocation) }
        let request = invocation.request
        let draft = MessageDraft(turn: request.turn, kind: .note, text: text, source: request.source, skill: "note")
        let note = try await invocation.services.history.append(draft)
        let echo = text.count > 120 ? "" : " \(text.capitalizedFirst)."
        let doubt = request.isUnsure ? " Say \"undo that\" if I misheard." : ""
        return SkillReply("Noted.\(echo)\(doubt)", values: ["note": text], undo: undoWriting(note))
    }

    private static func read(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await invocation.showIfWanted(.notes)
        let wantsLast = invocation.words.contains("last") || invocation.words.contains("latest")
        let notes = try await newest(wantsLast ? 1 : readLimit + 1, invocation)
        guard !notes.isEmpty else {
            return SkillReply("You have no notes yet. Say \"take a note\" to make one.", values: ["count": "0"])
        }
        let values = ["count": String(min(notes.count, readLimit))]
        if notes.count == 1, let note = notes.first {
            return SkillReply(
                "Your \(wantsLast ? "last note" : "only note") says: \(sentence(note.text))", values: values)
        }
        let intro = notes.count > readLimit ? "Here are your latest notes." : "You have \(notes.count) notes."
        let spoken = notes.prefix(readLimit).map { sentence($0.text) }
        return SkillReply(([intro] + spoken).joined(separator: " "), values: values)
    }

    private static func deleteLast(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let note = try await newest(1, invocation).first else { return SkillReply("You have no notes.") }
        return try await delete([note], invocation)
    }

    /// Words of "the note I just made", which names no subject.
    private static let lastNoteWords: Set = [
        "i", "i've", "we", "just", "made", "took", "wrote", "written", "saved", "added", "that", "now", "last",
        "latest", "newest",
    ]

    private static func deleteAbout(_ invocation: SkillInvocation) async throws -> SkillReply {
        let query = invocation.text("words") ?? ""
        let meansLast = query.split(separator: " ").allSatisfy { lastNoteWords.contains($0.lowercased()) }
        if meansLast, !query.isEmpty { return try await deleteLast(invocation) }
        let notes = try await invocation.services.history.search(query, kinds: [.note], limit: deleteLimit)
        guard !notes.isEmpty else {
            return SkillReply("I can't find a note about \(query).", values: ["query": query, "count": "0"])
        }
        return try await notes.count == 1 ? delete(notes, invocation) : askToDelete(notes)
    }

    private static func deleteAll(_ invocation: SkillInvocation) async throws -> SkillReply {
        let notes = try await newest(deleteLimit, invocation)
        guard !notes.isEmpty else { return SkillReply("You have no notes.", values: ["count": "0"]) }
        return askToDelete(notes)
    }

    private static func askToDelete(_ notes: [Message]) -> SkillReply {
        SkillReply(
            notes.count == 1 ? "Delete your note?" : "Delete \(SpokenFormat.all(notes.count, "note"))?",
            values: ["count": "0"],
            proposal: DeferredAction { try await delete(notes, $0) })
    }

    private static func delete(_ notes: [Message], _ invocation: SkillInvocation) async throws -> SkillReply {
        let gone = try await erase(notes, invocation)
        let count = SpokenFormat.count(Int64(notes.count), "note")
        // Don't repeat the text of a note that should be gone.
        let text = notes.count == 1 ? "I've deleted \(when(notes[0], invocation))." : "I've deleted \(count)."
        let restore = DeferredAction(restoring: gone) { invocation in
            try await invocation.services.history.restore(gone)
            return SkillReply(
                notes.count == 1 ? "I've put this note back: \(sentence(notes[0].text))" : "I've put \(count) back.")
        }
        return SkillReply(text, values: ["count": String(notes.count)], undo: restore)
    }

    /// Says that this many new notes are gone.
    static func unwritten(_ count: Int) -> String {
        count == 1
            ? "I've deleted the note you just made."
            : "I've deleted the \(SpokenFormat.count(Int64(count), "note")) you just made."
    }

    /// Deletes notes and every message that repeats them, and leaves nothing of them on the disk.
    /// - Returns: The deleted messages, to restore if the user undoes this. Messages of this turn are not among them.
    static func erase(_ notes: [Message], _ invocation: SkillInvocation) async throws -> [Message] {
        let (history, turn) = (invocation.services.history, invocation.request.turn)
        let traces = try await NoteTraces.messages(of: notes, in: history).filter { $0.turn != turn }
        let gone = (notes + traces).sorted { $0.id < $1.id }
        try await history.erase(gone.map(\.id), askedIn: turn)
        return gone
    }

    /// "your note from 10:42 AM", "your note from Friday, January 9th"
    private static func when(_ note: Message, _ invocation: SkillInvocation) -> String {
        let clock = invocation.services.clock
        let (local, today) = (clock.local(note.createdAt), clock.local(clock.now()))
        let date = CivilDate(local)
        guard date != CivilDate(today) else {
            return "your note from "
                + SpokenFormat.time(hour: local.hour, minute: local.minute, in: invocation.services.region)
        }
        return "your note from \(SpokenFormat.date(date, withYear: local.year != today.year))"
    }

    static func undoWriting(_ note: Message) -> DeferredAction {
        DeferredAction { invocation in
            _ = try await erase([note], invocation)
            return SkillReply(unwritten(1))
        }
    }

    private static func find(_ invocation: SkillInvocation) async throws -> SkillReply {
        let query = invocation.text("words") ?? ""
        let notes = try await invocation.services.history.search(query, kinds: [.note], limit: readLimit)
        let values = ["query": query, "count": String(notes.count)]
        guard !notes.isEmpty else { return SkillReply("I can't find a note about \(query).", values: values) }
        let count = SpokenFormat.count(Int64(notes.count), "note")
        return SkillReply(
            (["I found \(count)."] + notes.map { sentence($0.text) }).joined(separator: " "), values: values)
    }

    static func newest(_ limit: Int, _ invocation: SkillInvocation) async throws -> [Message] {
        // An empty query matches every text, so this returns the newest notes.
        try await invocation.services.history.search("", kinds: [.note], limit: limit)
    }

    static func sentence(_ text: String) -> String {
        let start = text.capitalizedFirst
        return ".!?".contains(start.last ?? " ") ? start : start + "."
    }

    static func trimmed(_ text: String) -> String {
        let utterance = text.singleSpaced
        return utterance.last == "." ? String(utterance.dropLast()) : utterance
    }
}
