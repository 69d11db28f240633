// SPDX-License-Identifier: GPL-3.0-or-later
// Records voice notes word for word, and sums them up in one line with the mood of their words.

import JarvisAgent
import JarvisCore
import JarvisStore
import JarvisUnderstanding

extension NoteSkill {
    /// Marks the question for a voice note, so its answer is saved as one.
    private static let mark = ("note-kind", "voice")

    static func askForVoice(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("Go ahead. I'm listening.", values: [mark.0: mark.1], followUp: .dictation)
    }

    /// True for the answer to `askForVoice`.
    static func isVoiceNote(_ invocation: SkillInvocation) -> Bool { invocation.previousValues[mark.0] == mark.1 }

    static func keepVoice(_ words: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        // Keep the punctuation: the summary depends on it.
        let text = words.singleSpaced
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return askForVoice(invocation) }
        let request = invocation.request
        let note = try await invocation.services.history.append(
            MessageDraft(turn: request.turn, kind: .note, text: text, source: request.source, skill: "note"))
        var reply = told("Kept: ", text)
        reply.undo = undoWriting(note)
        return reply
    }

    static func sumUp(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let note = try await newest(1, invocation).first else { return SkillReply("You have no notes.") }
        return told("Your last note: ", note.text)
    }

    private static func told(_ beginning: String, _ text: String) -> SkillReply {
        let (line, mood) = (NoteSummary(text).text, NoteMood(text))
        let end = line.last.map { ".!?…".contains($0) } == true ? "" : "."
        let spirits =
            switch mood {
            case .negative: " It sounds sad."
            case .neutral: ""
            case .positive: " It sounds happy."
            }
        return SkillReply("\(beginning)\(line)\(end)\(spirits)", values: ["summary": line, "mood": mood.rawValue])
    }
}
