// SPDX-License-Identifier: GPL-3.0-or-later
// Opens and closes the panes of JARVIS's own window and changes its shape. Without a window, it answers in words.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct WindowSkill: Skill {
    let actsAtOnce = true
    let takesLevels = true
    let help = CommandHelp(
        skill: "window", title: "My window",
        summary: "Shows my pages, scrolls, presses buttons by name or number, and changes or closes my window.",
        examples: [
            "show the settings", "show the history", "open the appearance page", "scroll down", "next page", "go back",
            "press history", "show numbers", "compact mode", "full screen", "mute the microphone", "quit jarvis",
        ],
        icon: "focus-windows-symbolic")

    private static let panes = "(settings|history|commands|shortcuts|timers|alarms|reminders|lists|notes)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .changes,
                [
                    "(show|open) [me] (the|your) (settings|history|shortcuts)", "(show|open) [me] the commands",
                    "open (the|my) (timers|alarms|reminders|lists|notes)",
                ],
                typed: [
                    "(go to|take me to|bring up|let me see|i want to see|display) [(the|your|my)] (settings|history|commands|shortcuts|timers|lists|notes)",
                    "(show|open) [me] all [the] commands", "(show|open) [me] [the] list of commands",
                    "(show|open) (the|my|our) (conversation|history)", "show [me] the (keyboard shortcuts|keys)",
                    "(show|open) [me] (the|my) \(Self.panes) (pane|window|page)",
                ], answer: Self.show),
            SkillIntent(
                .changes, ["close (the|your|this) (settings|history|commands|shortcuts|pane)"],
                typed: [
                    "close [(it|this|that)]", "(close|dismiss) (the|my) (timers|alarms|reminders|lists|notes)",
                    "(close|dismiss) (the|your|this|that) (window|page|panel|view|screen|dialog)",
                    "(close|dismiss) \(Self.panes)", "dismiss (the|your) (settings|history|commands|shortcuts)",
                ],
                answer: Self.close),
            SkillIntent(.changes, [], typed: Self.compactPhrases) {
                try await Self.shape(.compact, "OK, compact.", $0)
            },
            SkillIntent(.changes, [], typed: Self.fullScreenPhrases) {
                try await Self.shape(.fullScreen, "OK, full screen.", $0)
            },
            SkillIntent(.changes, [], typed: Self.normalPhrases) {
                try await Self.shape(.normal, "OK, normal size.", $0)
            },
        ] + Self.navigation
    }

    private static let own = "(yourself|your window|the window|this window)"
    private static let modes = "(compact|mini|small) (mode|view|window|size)"
    private static let compactPhrases = [
        "[the] \(modes)", "compact", "(go|be|get|become) compact",
        "(go|switch|change|turn) [back] (to|in|into) [the] \(modes)",
        "(enter|start|enable|use|show) [the] \(modes)", "(turn|switch) on [the] \(modes)",
        "(turn|switch) [the] \(modes) on", "\(modes) on",
        "make \(own) (compact|small|smaller|tiny)", "(shrink|minify|collapse) [\(own)]",
    ]
    private static let fullScreenPhrases = [
        "[the] (full screen|fullscreen) [mode]", "(go|be|get) [to|in|into] (full screen|fullscreen) [mode]",
        "(switch|change|turn) [back] (to|in|into) (full screen|fullscreen) [mode]",
        "(enter|start|enable|use) (full screen|fullscreen) [mode]",
        "make \(own) (full screen|fullscreen|fill the screen)", "fill the screen",
    ]
    private static let normalPhrases = [
        "(leave|exit|end|stop|quit|disable|get out of) [the] (\(modes)|full screen|fullscreen) [mode]",
        "(turn|switch) off [the] (\(modes)|full screen|fullscreen) [mode]",
        "(turn|switch) [the] (\(modes)|full screen|fullscreen) [mode] off",
        "(\(modes)|full screen|fullscreen) [mode] off", "(normal|usual) (size|window|view|mode)",
        "(go|switch|change) back to (the|your) (normal|usual|full|whole) (size|window|view)",
        "make \(own) (big|bigger|large|larger|normal|normal size|its normal size) [again]",
        "(expand|enlarge) \(own)",
    ]

    private static func shape(
        _ shape: WindowShape, _ done: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let isDone = await invocation.services.desktop.window?.setShape(shape) ?? false
        return SkillReply(isDone ? done : "My window isn't open.", values: ["shape": shape.rawValue])
    }

    private static func pane(in words: [String]) -> WindowPane {
        let named: [(WindowPane, Set<String>)] = [
            (.settings, ["settings"]), (.history, ["history", "conversation"]), (.commands, ["commands"]),
            (.shortcuts, ["shortcuts", "keys"]), (.timers, ["timers", "alarms", "reminders"]), (.lists, ["lists"]),
            (.notes, ["notes"]),
        ]
        return named.first { !$0.1.isDisjoint(with: words) }?.0 ?? .commands
    }

    private static func show(_ invocation: SkillInvocation) async throws -> SkillReply {
        let pane = pane(in: invocation.words)
        let values = ["pane": pane.rawValue]
        if await invocation.services.desktop.window?.show(pane) == true {
            return SkillReply("Here you go.", values: values)
        }
        return SkillReply(try await words(for: pane, invocation), values: values)
    }

    /// The answer to "show …" without a window.
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
        case .history, .settings, .keyboard, .shortcuts, .notes:
            return "My window isn't open, so I can't show the \(pane.rawValue)."
        }
    }

    private static func close(_ invocation: SkillInvocation) async throws -> SkillReply {
        let isClosed = await invocation.services.desktop.window?.closePane() ?? false
        return SkillReply(isClosed ? "Closed." : "Nothing is open in my window.")
    }
}
