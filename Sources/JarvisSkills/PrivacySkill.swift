// SPDX-License-Identifier: GPL-3.0-or-later
// Says what JARVIS stores about the user, and erases all of it after a confirmation.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct PrivacySkill: Skill {
    let actsAtOnce = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "privacy", title: "Privacy", summary: "Tells you what I store about you, and erases it.",
        examples: ["what do you keep about me", "forget everything about me"], icon: "security-high-symbolic")

    private static let everything = "(everything|all) [that] [you (know|keep|have kept|have stored)] about me"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["what do you keep about me"],
                typed: [
                    "(tell|show) me what you (keep|store|save) about me", "show what you (keep|store|save) about me",
                    "what do you (store|save) about me", "what (data|things) do you (keep|store|save|have) about me",
                    "what (have you|is) (kept|stored|saved) about me", "what have you (kept|stored|saved) of me",
                ], named: "privacy.kept", answer: Self.tell),
            SkillIntent(.tells, [], named: "privacy.listening", answer: Self.tellListening),
            SkillIntent(.tells, [], named: "privacy.place", answer: Self.tellPlace),
            SkillIntent(
                .configures, ["forget everything about me"],
                typed: [
                    "(forget|erase|delete) \(Self.everything)", "(erase|delete|remove) all [of] my data",
                    "forget all [of] my data",
                ], answer: Self.ask
            ).needing(.plain),
        ]
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let kept = invocation.services.kept else { return unknown }
        try await invocation.showIfWanted(.settings)
        let named = await kept.entries().compactMap(words)
        guard !named.isEmpty else { return SkillReply("I don't store anything about you.", values: ["count": "0"]) }
        return SkillReply(
            "I store \(SpokenFormat.list(named)), all on this computer. You can see and erase it in "
                + "Settings, under Privacy.",
            values: ["count": String(named.count)])
    }

    private static func tellListening(_: SkillInvocation) -> SkillReply {
        SkillReply(
            "I hear you only while the microphone is on, and your words are recognized on this computer "
                + "unless you've chosen a server. You can mute the microphone at any time.")
    }

    private static func tellPlace(_: SkillInvocation) -> SkillReply {
        SkillReply(
            "Everything stays on this computer unless you allow an online service or add a server. Those "
                + "get only what they need.")
    }

    private static let unknown = SkillReply("I can't tell that here.", values: ["count": "0"])

    /// "12 notes", or `nil` if there are none, or if the kind says nothing about the user.
    private static func words(_ entry: KeptEntry) -> String? {
        let count = Int64(entry.count ?? 0)
        guard count > 0 || entry.kind == .settings else { return nil }
        return switch entry.kind {
        case .conversation: "the conversation with \(SpokenFormat.count(count, "message"))"
        case .notes: SpokenFormat.count(count, "note")
        case .lists: SpokenFormat.count(count, "list")
        case .reminders: count == 1 ? "1 timer, alarm or reminder" : "\(count) timers, alarms and reminders"
        case .recordings: SpokenFormat.count(count, "recording")
        case .statistics: "statistics for \(SpokenFormat.count(count, "day"))"
        case .servers: SpokenFormat.count(count, "server")
        case .keys: SpokenFormat.count(count, "key")
        case .consents: SpokenFormat.count(count, "permission")
        case .settings: entry.places.isEmpty ? nil : "your settings"
        case .logs, .models: nil
        }
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        guard invocation.services.kept != nil else { return unknown }
        return SkillReply(
            "Erase everything for good? That includes our conversation, your notes, lists, timers, "
                + "reminders, recordings, settings, servers, keys and permissions.",
            values: ["count": "0"], proposal: DeferredAction { try await erase($0) })
    }

    private static func erase(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let kept = invocation.services.kept else { return unknown }
        var left: [String] = []
        // Erase the conversation last: anything said during the erasure belongs to it.
        let kinds = KeptKind.allCases.filter { KeptKind.personal.contains($0) && $0 != .conversation } + [.conversation]
        for kind in kinds {
            do {
                try await kept.erase(kind, askedIn: invocation.request.turn)
            } catch {
                left.append(kind.rawValue)
            }
        }
        let text =
            left.isEmpty
            ? "I've forgotten everything about you."
            : "I couldn't erase the \(SpokenFormat.list(left)). Everything else is gone."
        return SkillReply(text, values: ["left": left.joined(separator: ", ")]).final
    }
}
