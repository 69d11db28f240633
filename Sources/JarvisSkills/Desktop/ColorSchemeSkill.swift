// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the desktop dark or light. If the desktop lets no program choose, changes JARVIS's own window instead.

import JarvisAgent
import JarvisCore

struct ColorSchemeSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "color-scheme", title: "Light and dark", summary: "Switches the desktop between light and dark.",
        examples: ["switch to dark mode", "switch to light mode"], icon: "weather-clear-night-symbolic")

    private static let verbs = "(switch to|turn on|use|enable|change to)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .configures, ["(switch to|turn on) dark mode"],
                typed: [
                    "\(Self.verbs) [the] dark (mode|theme)", "dark (mode|theme)", "turn dark mode on",
                    "(turn|switch) off light mode", "turn light mode off", "make the desktop dark",
                ]
            ) { try await Self.change(to: .dark, $0) },
            SkillIntent(
                .configures, ["(switch to|turn on) light mode", "turn off dark mode"],
                typed: [
                    "\(Self.verbs) [the] light (mode|theme)", "light (mode|theme)", "turn light mode on",
                    "(disable|switch off) dark mode", "turn dark mode off", "make the desktop light",
                ]
            ) { try await Self.change(to: .light, $0) },
            SkillIntent(
                .tells, [], typed: ["is dark mode (on|off)", "is the desktop (dark|light)"], answer: Self.tell),
        ]
    }

    private static func change(to wanted: ColorScheme, _ invocation: SkillInvocation) async throws -> SkillReply {
        guard let control = invocation.services.desktop.colorScheme, let old = await control.scheme() else {
            return try await changeOwn(to: wanted, invocation)
        }
        let values = ["scheme": wanted.rawValue]
        guard old != wanted else { return SkillReply("The desktop is already \(wanted.rawValue).", values: values) }
        guard await control.set(wanted) == wanted else {
            return SkillReply(
                "The desktop stays \(old.rawValue). Check its appearance settings.",
                values: ["scheme": old.rawValue])
        }
        return SkillReply(
            "The desktop is now \(wanted.rawValue).", values: values,
            undo: DeferredAction { invocation in
                let now = await invocation.services.desktop.colorScheme?.set(old) ?? wanted
                return SkillReply(
                    now == old ? "The desktop is \(old.rawValue) again." : "The desktop stays \(now.rawValue).",
                    values: ["scheme": now.rawValue])
            })
    }

    /// Changes JARVIS's own window.
    private static func changeOwn(to wanted: ColorScheme, _ invocation: SkillInvocation) async throws -> SkillReply {
        let old = invocation.services.settings.current.appearance.theme
        let new: ThemeChoice = wanted == .dark ? .dark : .light
        let values = ["theme": new.rawValue]
        let limit = "I can't change this desktop's colours."
        guard old != new else {
            return SkillReply("\(limit) My window is already \(new.rawValue).", values: values)
        }
        let remark = try await SettingsChange.apply(invocation) { $0.appearance.theme = new }
        return SkillReply(
            "\(limit) My window is now \(new.rawValue).\(remark)", values: values,
            undo: SettingsChange.undo("My window has its old theme back.") { $0.appearance.theme = old })
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let scheme = await invocation.services.desktop.colorScheme?.scheme() else {
            return SkillReply("I can't tell whether the desktop is light or dark.")
        }
        return SkillReply("The desktop is \(scheme.rawValue).", values: ["scheme": scheme.rawValue])
    }
}
