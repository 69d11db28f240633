// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and changes the brightness of the built-in screen.

import JarvisAgent
import JarvisCore

struct BrightnessSkill: LevelSkill {
    let help = CommandHelp(
        skill: "brightness", title: "Brightness", summary: "Makes the screen brighter or darker.",
        examples: ["make the screen brighter", "dim the screen", "set the brightness to 60 percent"],
        icon: "display-brightness-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        do throws(BrightnessFailure) {
            _ = try await services.desktop.brightness.brightness()
            return nil
        } catch {
            return SkillLimitation("This screen doesn't let apps set its brightness.")
        }
    }

    var intents: [SkillIntent] {
        [
            .desktop(
                .changes, "brightness.up",
                [
                    "make the screen brighter", "turn up the brightness", "turn the brightness up",
                    "(raise|increase) the brightness",
                ], typed: ["brighter", "brightness up"]
            ) { try await Self.change($0, .up) },
            .desktop(
                .changes, "brightness.down",
                [
                    "make the screen (dimmer|darker)", "dim the screen", "turn down the brightness",
                    "turn the brightness down", "(lower|reduce) the brightness",
                ], typed: ["(dimmer|darker)", "brightness down"]
            ) { try await Self.change($0, .down) },
            .desktop(
                .changes, "brightness.set",
                ["set the brightness to {level:number} [percent]", "(maximum|half|full) brightness"],
                typed: ["set the brightness", "brightness {level:number} [percent]"]
            ) { try await Self.change($0, .to) },
            .desktop(
                .tells, "brightness.get", ["how bright is the screen", "(what's|what is) the brightness"],
                answer: Self.tell),
            SkillIntent(
                .tells, [],
                typed: [
                    "(turn|switch) (off|on) (the|my) (screen|display|monitor)",
                    "(turn|switch) (the|my) (screen|display|monitor) (off|on)", "blank the screen",
                ]
            ) { _ in
                SkillReply("I can't switch the screen on or off, but I can dim it or lock it.")
            },
        ]
    }

    static func change(
        _ invocation: SkillInvocation, by wish: LevelChange, _ direction: LevelWish.Direction
    ) async throws -> SkillReply {
        let control = invocation.services.desktop.brightness
        let old = try await control.brightness().level
        let new = try await control.change(wish).level
        let values = ["brightness": String(new.percent)]
        guard new != old else {
            return SkillReply("The brightness is already at \(new.percent) percent.", values: values)
        }
        return SkillReply(
            "The brightness is at \(new.percent) percent.", values: values,
            undo: .desktop { invocation in
                let back = try await invocation.services.desktop.brightness.change(.to(min(old.share, 1))).level
                return SkillReply(
                    "The brightness is back at \(back.percent) percent.", values: ["brightness": String(back.percent)])
            })
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        let level = try await invocation.services.desktop.brightness.brightness().level
        return SkillReply(
            "The brightness is at \(level.percent) percent.", values: ["brightness": String(level.percent)])
    }
}
