// SPDX-License-Identifier: GPL-3.0-or-later
// Moves through JARVIS's own window without hands: pages of the settings, scrolling, back, controls by name and by
// number, the microphone, and the end of the program.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension WindowSkill {
    /// The pages of the settings as people call them.
    private static let pageNames: [(page: SettingsPage, names: [String])] = [
        (.voice, ["voice"]), (.listening, ["listening"]), (.conversation, ["conversation"]),
        (.models, ["models and tools", "models", "tools", "language models"]), (.appearance, ["appearance", "look"]),
        (.privacy, ["privacy"]), (.desktop, ["desktop"]), (.about, ["about and diagnostics", "about", "diagnostics"]),
    ]
    private static let page = "(\(pageNames.flatMap { $0.names }.joined(separator: "|")))"
    private static let going =
        "(show|open|go to|take me to|bring up|let me see|i want to see|switch to|display|turn to|find)"
    private static let surface = "(page|screen|pane|panel|view|list|section)"
    private static let microphone = "(microphone|mic|mike)"

    static let navigation: [SkillIntent] = pages + movement + controls + program

    private static let pages: [SkillIntent] = [
        SkillIntent(
            .changes, [],
            typed: [
                "\(going) [me] [the|your] \(page) (page|settings|section|tab|options) [of the settings]",
                "\(going) [me] [the] (page|tab) \(page) [of the settings]",
                "\(going) [me] [the] (models and tools|about and diagnostics)", "(go to|open) (appearance|privacy)",
                "[the] (appearance|privacy|listening) (page|settings)",
            ], answer: showPage),
        SkillIntent(
            .changes, ["next page"],
            typed: [
                "[the] next (page|section|tab) [of the settings]", "\(going) [me] the next (page|section|tab)",
            ]
        ) { try await turnPage(forward: true, $0) },
        SkillIntent(
            .changes, ["previous page"],
            typed: [
                "[the] (previous|last) (page|section|tab) [of the settings]",
                "\(going) [me] the (previous|last) (page|section|tab)", "[go] back (a|one) page",
            ]
        ) { try await turnPage(forward: false, $0) },
    ]

    private static let movement: [SkillIntent] = [
        SkillIntent(
            .changes, ["scroll down"],
            typed: [
                "scroll [back|further|on] down [a bit|a little|a little bit|more|further|again|a page|one page]",
                "(keep|go on|continue) scrolling [down]", "page down", "scroll (on|further|more)",
            ]
        ) { try await scroll(.down, $0) },
        SkillIntent(
            .changes, ["scroll up"],
            typed: [
                "scroll [back|further] up [a bit|a little|a little bit|more|further|again|a page|one page]",
                "keep scrolling up", "page up", "scroll back",
            ]
        ) { try await scroll(.up, $0) },
        SkillIntent(
            .changes, [],
            typed: [
                "scroll [all the way] [down] to the (bottom|end) [of the \(surface)]", "scroll all the way down",
                "(go|jump) to the (bottom|end) of the \(surface)", "scroll down all the way",
            ]
        ) { try await scroll(.bottom, $0) },
        SkillIntent(
            .changes, [],
            typed: [
                "scroll [all the way] [back] [up] to the (top|beginning|start) [of the \(surface)]",
                "scroll all the way [back] up", "(go|jump) [back] to the (top|beginning) of the \(surface)",
                "scroll up all the way",
            ]
        ) { try await scroll(.top, $0) },
        SkillIntent(
            .changes, ["go back"],
            typed: [
                "back", "(go|take me) back", "take me back",
                "[(go|take me)] back to the (main|start|first|home) (screen|window|page)",
                "[go] back to the (previous|last) screen", "step back",
                "(show|go to) the (main|start|home) (screen|window)",
            ], answer: goBack),
    ]

    private static let controls: [SkillIntent] = [
        SkillIntent(
            .configures, [],
            typed: [
                "(press|click|tap|push|hit|select|choose) [on] the {button:text} (button|switch|tab|control|key|field|slider)",
                "(press|click|tap|push|hit|select|choose) [on] the (button|switch|tab|control|field) [called|named] {button:text}",
                "(push|press|click|tap) [on] (button|switch|tab) {button:text}",
                "(press|click|click on|tap|tap on) [the] {button:text}", "select {button:text}",
            ], answer: press),
        SkillIntent(
            .configures, [],
            typed: [
                "(press|click|click on|tap|tap on|push|select|choose|pick|take|open) [button|control|the] number {number}",
                "(press|click|tap|push) [button|on] {number}",
            ], answer: pressNumber),
        SkillIntent(
            .changes, ["show numbers"],
            typed: [
                "(show|display) [me] [the] numbers [(on|for) [the|all|your] (buttons|controls|screen|everything)]",
                "(display|show|put) [the] numbers on (everything|the buttons|the controls|the screen|all buttons)",
                "number (the|all|your) (buttons|controls)", "(turn|switch) on [the] numbers",
            ], answer: showNumbers),
        SkillIntent(
            .changes, ["hide numbers"],
            typed: [
                "(hide|remove) [the] numbers", "(take|turn|switch) [the] numbers (away|off)",
                "(turn|switch) off [the] numbers", "take away [the] numbers", "no [more] numbers",
            ], answer: hideNumbers),
    ]

    private static let program: [SkillIntent] = [
        SkillIntent(
            .changes, [],
            typed: [
                "mute (the|your|my) \(microphone)", "(turn|switch) off (the|your|my) \(microphone)",
                "(turn|switch) (the|your|my) \(microphone) off", "mute \(microphone)", "\(microphone) off",
            ]
        ) { try await mute(true, $0) },
        SkillIntent(
            .changes, [],
            typed: [
                "unmute (the|your|my) \(microphone)", "(turn|switch) on (the|your|my) \(microphone)",
                "(turn|switch) (the|your|my) \(microphone) [back] on", "unmute \(microphone)", "\(microphone) on",
            ]
        ) { try await mute(false, $0) },
        SkillIntent(
            .changes, [],
            typed: [
                "(minimize|minimise|iconify)",
                "(minimize|minimise|iconify) (yourself|the window|your window|this window|jarvis)",
            ], answer: minimize),
        SkillIntent(
            .ends, [],
            typed: [
                "(quit|exit)", "(quit|exit|close|end|shut down|terminate) (yourself|jarvis|the assistant)",
                "(quit|exit|close|end) (the|this) (program|app|application)", "shut (yourself|jarvis) down",
            ], answer: quit
        ).needing(.plain),
    ]

    // MARK: Answers

    private static let noWindow = SkillReply("My window isn't open.", values: ["window": "none"])

    private static func values(_ action: String) -> [String: String] { ["action": action] }

    private static func showPage(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = invocation.words
        // The longest name first: "language models" before "models".
        let names = pageNames.flatMap { entry in
            entry.names.map { (entry.page, $0.split(separator: " ").map(String.init)) }
        }
        .sorted { $0.1.count > $1.1.count }
        guard let page = names.first(where: { !words.ranges(of: $0.1).isEmpty })?.0 else { return .notMine }
        let values = ["pane": WindowPane.settings.rawValue, "page": page.rawValue]
        if await invocation.services.desktop.window?.show(.settings, at: page.rawValue) == true {
            return SkillReply("Here you are.", values: values)
        }
        return SkillReply("My window isn't open, so I can't show the \(page.spokenTitle) page.", values: values)
    }

    private static func scroll(_ step: WindowScroll, _ invocation: SkillInvocation) async throws -> SkillReply {
        let values = values("scroll \(step.rawValue)")
        switch await invocation.services.desktop.window?.scroll(step) {
        case .done: return SkillReply("OK.", values: values)
        case .atEnd:
            let end = step == .down || step == .bottom ? "end" : "top"
            return SkillReply("That's the \(end).", values: values)
        case .notHere: return SkillReply("There's nothing to scroll here.", values: values)
        case .noWindow, nil: return noWindow
        }
    }

    private static func turnPage(forward: Bool, _ invocation: SkillInvocation) async throws -> SkillReply {
        let values = values(forward ? "next page" : "previous page")
        switch await invocation.services.desktop.window?.turnPage(forward: forward) {
        case .done: return SkillReply("OK.", values: values)
        case .atEnd: return SkillReply("That's the \(forward ? "last" : "first") page.", values: values)
        case .notHere: return SkillReply("There are no pages here.", values: values)
        case .noWindow, nil: return noWindow
        }
    }

    private static func goBack(_ invocation: SkillInvocation) async throws -> SkillReply {
        let window = invocation.services.desktop.window
        let isBare = invocation.words == ["back"] || invocation.words == ["go", "back"]
        if isBare {
            // With music playing, "back" means the song before.
            guard await window?.situation()?.pane != nil else { return .notMine }
            let players = try? await invocation.services.desktop.media.players()
            if players?.contains(where: { $0.state == .playing }) ?? false {
                return SkillReply(
                    "Do you mean my window or the music? Say “close” or “previous song”.", values: values("asks"))
            }
        }
        switch await window?.goBack() {
        case .done: return SkillReply("OK.", values: values("back"))
        case .atEnd, .notHere: return SkillReply("This is the main screen.", values: values("back"))
        case .noWindow, nil: return noWindow
        }
    }

    private static func press(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let name = invocation.text("button"), let window = invocation.services.desktop.window else {
            return .notMine
        }
        // "Press the shirt" names nothing in the window.
        let isPlain = invocation.words.dropFirst().contains {
            ["button", "switch", "tab", "control", "field", "slider"].contains($0)
        }
        return answer(await window.press(named: name), to: name, isPlain: isPlain)
    }

    private static func answer(_ outcome: WindowPress, to name: String, isPlain: Bool) -> SkillReply {
        switch outcome {
        case .pressed(let title): SkillReply("OK, \(title).", values: ["action": "press", "button": title])
        case .several(let count):
            SkillReply(
                "There are \(count) called \(name). Say “show numbers”, then the number.",
                values: ["action": "press", "count": String(count)])
        case .disabled(let title): SkillReply("\(title) can't be used right now.", values: ["button": title])
        case .question: SkillReply("Answer the question first, with yes or no.", values: ["asks": "first"])
        case .noWindow where isPlain: noWindow
        case .unknown where isPlain:
            SkillReply("I can't find \(name) here. Say “show numbers” to number the controls.", values: ["count": "0"])
        case .unknown, .noWindow: .notMine
        }
    }

    private static func pressNumber(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let window = invocation.services.desktop.window, let wanted = invocation.number("number"),
            let number = Int(exactly: wanted)
        else { return .notMine }
        guard await window.situation()?.showsNumbers == true else {
            // "Pick number seven" is about something else.
            guard ["press", "click", "tap"].contains(invocation.words.first ?? "") else { return .notMine }
            return SkillReply("There are no numbers now. Say “show numbers” first.", values: values("asks"))
        }
        return answer(number: number, await window.press(number: number))
    }

    private static func answer(number: Int, _ outcome: WindowPress) -> SkillReply {
        if outcome == .unknown { return SkillReply("There's no number \(number).", values: ["count": "0"]) }
        var reply = answer(outcome, to: "number \(number)", isPlain: true)
        reply.values["number"] = String(number)
        return reply
    }

    private static func showNumbers(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let count = await invocation.services.desktop.window?.showNumbers() else { return noWindow }
        guard count > 0 else { return SkillReply("There's nothing to press here.", values: ["count": "0"]) }
        return SkillReply(
            "Which number?", values: ["action": "show numbers", "count": String(count), "asks": "number"],
            followUp: .dictation)
    }

    private static func hideNumbers(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let window = invocation.services.desktop.window else { return noWindow }
        guard await window.hideNumbers() else { return SkillReply("There are no numbers.", values: ["count": "0"]) }
        return SkillReply("OK.", values: values("hide numbers"))
    }

    /// A number alone, while the numbers are shown.
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        guard invocation.previousValues["asks"] == "number", let window = invocation.services.desktop.window,
            await window.situation()?.showsNumbers == true
        else { return nil }
        let words = invocation.words.first == "number" ? Array(invocation.words.dropFirst()) : invocation.words
        guard let wanted = NumberWords.value(of: words), let number = Int(exactly: wanted) else { return nil }
        return Self.answer(number: number, await window.press(number: number))
    }

    private static func mute(_ isMuted: Bool, _ invocation: SkillInvocation) async throws -> SkillReply {
        guard let window = invocation.services.desktop.window, let before = await window.setMuted(isMuted) else {
            return SkillReply("I have no microphone here.", values: ["window": "none"])
        }
        let values = values(isMuted ? "mute" : "unmute")
        if before == isMuted {
            return SkillReply("The microphone is already \(isMuted ? "muted" : "on").", values: values)
        }
        return SkillReply(
            isMuted
                ? "The microphone is muted. To unmute it, type or use the microphone button."
                : "The microphone is on.",
            values: values,
            undo: DeferredAction { invocation in
                _ = await invocation.services.desktop.window?.setMuted(before)
                return SkillReply(before ? "The microphone is muted again." : "The microphone is on again.")
            })
    }

    private static func minimize(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard await invocation.services.desktop.window?.minimize() == true else { return noWindow }
        return SkillReply("OK.", values: values("minimize"))
    }

    /// Quits when the words name JARVIS or the program; asks if they don't, or if something would not ring.
    static func quit(_ invocation: SkillInvocation) async throws -> SkillReply {
        let names: Set<String> = ["jarvis", "yourself", "assistant", "program", "app", "application"]
        let isNamed = !names.isDisjoint(with: invocation.words)
        let due = ((try? await invocation.services.reminders.pending()) ?? []).filter { $0.remaining == nil }
        if !due.isEmpty {
            let subject = "Your \(due.kindsInWords)"
            return proposal("\(subject) can't ring once I've quit. Quit anyway?")
        }
        return isNamed ? try await end(invocation) : proposal("Shall I quit?")
    }

    private static func proposal(_ question: String) -> SkillReply {
        SkillReply(question, values: ["action": "quit", "asks": "yes"], proposal: DeferredAction { try await end($0) })
    }

    private static func end(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard await invocation.services.desktop.window?.quit() == true else {
            return SkillReply(
                "I can't quit from here. Use my window's menu or my tray icon.", values: values("asks"))
        }
        var reply = SkillReply("Goodbye.", values: values("quit"), followUp: .endConversation)
        reply.isFinal = true
        return reply
    }
}
