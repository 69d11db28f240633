// SPDX-License-Identifier: GPL-3.0-or-later
// Opens and closes the panes of JARVIS's own window. Where there is no window, the answer is in words.

import JarvisAgent
import JarvisControlPorts
import JarvisCore
import JarvisUnderstanding

struct WindowSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "window", title: "My window",
        summary: "Shows the settings, the history, the commands, timers and lists in my window.",
        examples: ["show the settings", "show the history", "show the commands", "open the timers"],
        icon: "focus-windows-symbolic")

    private static let panes = "(settings|history|commands|shortcuts|timers|alarms|reminders|lists)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                [
                    "(show|open) [me] (the|your) (settings|history|shortcuts)", "(show|open) [me] the commands",
                    "open (the|my) (timers|alarms|reminders|lists)",
                ],
                typed: [
                    "go to (the|your) (settings|history|commands|shortcuts)", "(show|open) [me] all [the] commands",
                    "(show|open) (the|my|our) (conversation|history)", "show [me] the (keyboard shortcuts|keys)",
                    "(show|open) [me] (the|my) \(Self.panes) (pane|window|page)",
                ], answer: Self.show),
            SkillIntent(
                ["close (the|your|this) (settings|history|commands|shortcuts|pane)"],
                typed: ["close (the|my) (timers|alarms|reminders|lists)", "go back to the main (screen|window)"],
                answer: Self.close),
        ]
    }

    private static func pane(in words: [String]) -> WindowPane {
        let named: [(WindowPane, Set<String>)] = [
            (.settings, ["settings"]), (.history, ["history", "conversation"]), (.commands, ["commands"]),
            (.shortcuts, ["shortcuts", "keys"]), (.timers, ["timers", "alarms", "reminders"]), (.lists, ["lists"]),
        ]
        return named.first { !$0.1.isDisjoint(with: words) }?.0 ?? .commands
    }

    private static func show(_ invocation: SkillInvocation) async throws -> SkillReply {
        let pane = pane(in: invocation.words)
        let values = ["pane": pane.rawValue]
        if await invocation.services.desktop.window?.show(pane) == true {
            return SkillReply("Here you are.", values: values)
        }
        return SkillReply(try await words(for: pane, invocation), values: values)
    }

    /// What is told without a window.
    private static func words(for pane: WindowPane, _ invocation: SkillInvocation) async throws -> String {
        switch pane {
        case .timers:
            let all = try await invocation.services.reminders.pending()
            let counts = Reminder.Kind.allCases.compactMap { kind -> String? in
                let count = all.count { $0.kind == kind }
                return count == 0 ? nil : SpokenFormat.count(Int64(count), kind.rawValue)
            }
            return counts.isEmpty
                ? "You have no timers, alarms or reminders."
                : "You have \(SpokenFormat.list(counts)). Ask for one kind to hear more."
        case .lists:
            let lists = try await invocation.services.lists?.lists() ?? []
            return lists.isEmpty ? "You have no lists." : "Your lists are \(SpokenFormat.list(lists.map(\.name)))."
        case .commands:
            let titles = invocation.commands.prefix(12).map { $0.title.lowercased() }
            return "My window isn't open. I can help with \(SpokenFormat.list(titles)), and more. Say \"help\"."
        case .history, .settings, .keyboard, .shortcuts:
            return "My window isn't open, so I can't show the \(pane.rawValue). Start JARVIS, and ask again."
        }
    }

    private static func close(_ invocation: SkillInvocation) async throws -> SkillReply {
        let isClosed = await invocation.services.desktop.window?.closePane() ?? false
        return SkillReply(isClosed ? "Closed." : "Nothing is open in my window.")
    }
}
