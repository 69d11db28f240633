// SPDX-License-Identifier: GPL-3.0-or-later
// Says what JARVIS stores about the user, and erases all of it after a confirmation.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct PrivacySkill: Skill {
    let actsAtOnce = true
    let holdsPersonal = true
    let help = CommandHelp(
        skill: "privacy", title: "Privacy", summary: "Tells what I keep about you, and erases it for good.",
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
        guard !named.isEmpty else { return SkillReply("I keep nothing about you.", values: ["count": "0"]) }
        return SkillReply(
            "I keep \(SpokenFormat.list(named)). All of it is on this computer. "
                + "The page Privacy in the settings has the details, and erases it kind by kind.",
            values: ["count": String(named.count)])
    }

    private static func tellListening(_: SkillInvocation) -> SkillReply {
        SkillReply(
            "I hear only what the microphone picks up while I listen, and I react only to what is meant for me. "
                + "Your words are recognized on this computer, unless you have chosen a server for that in the settings. "
                + "You can mute the microphone at any time.")
    }

    private static func tellPlace(_: SkillInvocation) -> SkillReply {
        SkillReply(
            "What you say and what I keep stays on this computer. I ask services on the internet only where you allow "
                + "it, and send only what they need. A server that you add yourself gets what you use it for.")
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
        case .statistics: "figures about \(SpokenFormat.count(count, "day"))"
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
            "That erases our conversation, your notes, lists, timers and reminders, recordings and settings, the servers "
                + "with their keys, and all that you have allowed. It can't be undone. Shall I erase it all?",
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
