// SPDX-License-Identifier: GPL-3.0-or-later
// Locks the screen and suspends the computer; logs out, restarts and shuts down after the user agrees.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct SessionSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "session", title: "Lock and power",
        summary: "Locks the screen, and suspends, restarts or turns off the computer.",
        examples: [
            "lock the screen", "put the computer to sleep", "restart the computer", "shut down the computer", "log out",
        ], icon: "system-shutdown-symbolic")

    var intents: [SkillIntent] {
        [
            .desktop(.ends, "screen.lock", ["lock (the|my) (screen|computer)"], answer: Self.lock).needing(
                .plain, naming: Self.ownThings),
            .desktop(
                .ends, "session.suspend", ["put (the|my) computer to sleep", "suspend (the|my) computer"],
                typed: ["suspend"], answer: Self.suspend
            ).needing(.plain, naming: Self.ownThings),
            .desktop(.ends, "session.logout", ["log (out|me out|off)"], typed: ["sign (out|me out)"]) {
                try await Self.askFirst(
                    .logOut, "Log out? You'll lose unsaved work.", "Logging you out.", $0)
            }.needing(.plain, naming: Self.ownThings),
            .desktop(.ends, "session.restart", ["(restart|reboot) (the|my) computer"], typed: ["reboot"]) {
                try await Self.askFirst(
                    .restart, "Restart the computer? You'll lose unsaved work.",
                    "Restarting.", $0)
            }.needing(.plain, naming: Self.ownThings),
            .desktop(
                .ends, "session.shutdown", ["shut down (the|my) computer", "(turn|switch) off (the|my) computer"],
                typed: ["shut (the|my) computer down", "power (off|down)"]
            ) {
                try await Self.askFirst(
                    .powerOff, "Turn the computer off? You'll lose unsaved work.",
                    "Turning off.", $0)
            }.needing(.plain, naming: Self.ownThings),
            SkillIntent(
                .tells, [],
                typed: [
                    "(turn|switch) (on|off) [the] \(Self.others)",
                    "turn [the] \(Self.others) (on|off)",
                ], answer: Self.declineOthers),
        ]
    }

    /// Words that people use for the computer itself.
    private static let ownThings: Set = [
        "computer", "machine", "laptop", "pc", "system", "box", "screen", "display", "monitor", "desktop", "session",
        "thing",
    ]

    /// Things people turn on and off that this skill can't.
    private static let others =
        "(bluetooth|wifi|wi fi|airplane mode|tv|lights|light|heating)"

    private static func declineOthers(_ invocation: SkillInvocation) -> SkillReply {
        let ofDesktop = ["bluetooth", "wifi", "wi", "airplane"]
        return SkillReply(
            ofDesktop.contains { invocation.words.contains($0) }
                ? "I can't turn that on or off. Check the desktop's settings."
                : "I can't turn that on or off, only this computer's sound, screen, media and power.")
    }

    private static func lock(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await invocation.services.desktop.session.perform(.lock)
        return SkillReply("The screen is locked.", values: ["action": "lock"]).final
    }

    /// Suspends the computer. Asks first if "sleep" may be meant for JARVIS, or if a timer, alarm or reminder is due,
    /// since it won't ring during sleep.
    private static func suspend(_ invocation: SkillInvocation) async throws -> SkillReply {
        let session = invocation.services.desktop.session
        try await session.check(.suspend)
        let words = Set(invocation.words)
        let isClear =
            !words.isDisjoint(with: ["computer", "machine", "laptop", "pc", "system", "suspend"])
            || words.contains("standby") && words.count > 2
        var question = "Put the computer to sleep?"
        if words.contains("hibernate") {
            question = "I can't hibernate the computer. Put it to sleep instead?"
        } else if let waiting = await whatWouldNotRing(invocation) {
            question = "\(waiting) won't ring while the computer sleeps. Put it to sleep anyway?"
        } else if isClear {
            return try await perform(.suspend, "Going to sleep.", invocation)
        }
        return proposal(.suspend, question, "Going to sleep.")
    }

    /// The subject of a sentence about what is due within a day; `nil` if nothing is.
    private static func whatWouldNotRing(_ invocation: SkillInvocation) async -> String? {
        let now = invocation.services.clock.now()
        // Reminders that cannot be read don't keep the computer awake.
        let due = ((try? await invocation.services.reminders.pending()) ?? []).filter {
            $0.remaining == nil && $0.dueAt.since(now) <= .seconds(24 * 3600)
        }
        return due.isEmpty ? nil : "Your \(due.kindsInWords)"
    }

    private static func askFirst(
        _ action: SessionAction, _ question: String, _ done: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        try await invocation.services.desktop.session.check(action)
        return proposal(action, question, done)
    }

    private static func proposal(_ action: SessionAction, _ question: String, _ done: String) -> SkillReply {
        SkillReply(
            question, values: ["action": action.rawValue, "asks": "yes"],
            proposal: .desktop { try await perform(action, done, $0) })
    }

    private static func perform(
        _ action: SessionAction, _ done: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        try await invocation.services.desktop.session.perform(action)
        return SkillReply(done, values: ["action": action.rawValue]).final
    }
}

extension [Reminder] {
    /// The kinds of these reminders: "timer and alarms".
    var kindsInWords: String {
        let kinds = Reminder.Kind.allCases.compactMap { kind -> String? in
            let count = count { $0.kind == kind }
            return count == 0 ? nil : kind.rawValue + (count == 1 ? "" : "s")
        }
        return SpokenFormat.list(kinds)
    }
}
