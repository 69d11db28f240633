// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the clipboard aloud, and copies the last answer to it.

import JarvisAgent
import JarvisCore

struct ClipboardSkill: Skill {
    let quotesOthers = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "clipboard", title: "Clipboard", summary: "Reads the clipboard and copies my last answer.",
        examples: ["read the clipboard", "copy that", "copy your answer"], icon: "edit-paste-symbolic")

    /// The most characters to read aloud.
    private static let limit = 600

    var intents: [SkillIntent] {
        [
            .desktop(
                .tells, "clipboard.read", ["read [me] the clipboard", "(what's|what is) on the clipboard"],
                typed: ["what did i copy"], answer: Self.read),
            .desktop(
                .changes, "clipboard.copy", ["copy (that|your answer|the answer)"],
                typed: ["copy (it|that) to the clipboard"],
                answer: Self.copy),
        ]
    }

    private static func read(_ invocation: SkillInvocation) async throws -> SkillReply {
        let text = try await invocation.services.desktop.clipboard.text() ?? ""
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return SkillReply("The clipboard is empty.", values: ["length": "0"]) }
        let values = ["length": String(text.count)]
        guard line.count > limit else { return SkillReply("The clipboard says: \(ended(line))", values: values) }
        return SkillReply("The clipboard begins: \(ended(beginning(line)))", values: values)
    }

    /// The first whole words of the line, up to the limit.
    private static func beginning(_ line: String) -> String {
        let start = line.prefix(limit)
        return start.lastIndex(of: " ").map { String(start[..<$0]) + "…" } ?? String(start) + "…"
    }

    private static func ended(_ line: String) -> String {
        line.last.map { ".!?…".contains($0) } ?? false ? line : line + "."
    }

    private static func copy(_ invocation: SkillInvocation) async throws -> SkillReply {
        // Prefer the full reply: after an interruption the history holds only the part that was heard.
        let heard = invocation.request.context.last { $0.kind == .assistant }?.text ?? ""
        let answer = invocation.previousReply.isEmpty ? heard : invocation.previousReply
        guard !answer.isEmpty else { return SkillReply("I haven't said anything to copy yet.") }
        let clipboard = invocation.services.desktop.clipboard
        // An undo needs the old text. A picture, or a program that refuses to share its text, leaves none.
        let old = try? await clipboard.text()
        try await clipboard.setText(answer)
        var reply = SkillReply("Copied.", values: ["copied": answer], undo: old.map(restore))
        reply.isFinal = old == nil
        return reply
    }

    private static func restore(_ old: String) -> DeferredAction {
        .desktop { invocation in
            try await invocation.services.desktop.clipboard.setText(old)
            return SkillReply("The clipboard is back as it was.")
        }
    }
}
