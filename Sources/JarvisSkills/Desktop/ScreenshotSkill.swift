// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a picture of the screen.

import JarvisAgent
import JarvisCore
import JarvisPlatform

struct ScreenshotSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "screenshot", title: "Screenshots", summary: "Takes a picture of the screen.",
        examples: ["take a screenshot"], icon: "camera-photo-symbolic")

    var intents: [SkillIntent] {
        [
            .desktop(
                .adds, "screenshot", ["(take|make) a screenshot", "take a picture of the screen"],
                typed: ["screenshot"],
                answer: Self.take)
        ]
    }

    private static func take(_ invocation: SkillInvocation) async throws -> SkillReply {
        let path = try await invocation.services.desktop.session.takeScreenshot()
        let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        let name = folder == BaseDirectories.home() ? "your home folder" : folder.split(separator: "/").last ?? ""
        return SkillReply("Screenshot saved\(name.isEmpty ? "" : " in \(name)").", values: ["path": path]).final
    }
}
