// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the volume of the computer and of programs. SpeakingStyleSkill handles JARVIS's own voice.

import JarvisAgent
import JarvisCore

struct VolumeSkill: LevelSkill {
    let help = CommandHelp(
        skill: "volume", title: "Volume",
        summary: "Changes or mutes the volume of the computer or one app.",
        examples: [
            "turn the volume up", "set the volume to 40 percent", "mute the sound", "turn firefox down",
            "what is the volume",
        ], icon: "audio-volume-high-symbolic")

    var intents: [SkillIntent] {
        [
            .desktop(
                .changes, "volume.up",
                [
                    "turn (the volume|it|the sound) up", "turn up the (volume|sound)", "(raise|increase) the volume",
                    "volume up",
                ], typed: ["turn up the music", "turn the music up"]
            ) { try await Self.change($0, .up) }.orOfProgram("volume.app"),
            .desktop(
                .changes, "volume.down",
                [
                    "turn (the volume|it|the sound) down", "turn down the (volume|sound)",
                    "(lower|reduce) the volume", "volume down",
                ], typed: ["turn down the music", "turn the music down"]
            ) { try await Self.change($0, .down) }.orOfProgram("volume.app"),
            .desktop(
                .changes, "volume.set", ["set the volume to {level:number} [percent]", "(maximum|half|full) volume"],
                typed: ["set the volume", "volume {level:number} [percent]"]
            ) { try await Self.change($0, .to) }.orOfProgram("volume.app"),
            .desktop(
                .changes, "volume.mute", ["mute [the (sound|volume|speakers|computer)]", "turn off the sound"]
            ) { try await Self.setMuted(true, $0) }.orOfProgram("volume.app"),
            .desktop(
                .changes, "volume.unmute", ["turn the sound back on"],
                typed: ["unmute [the (sound|volume|speakers)]"]
            ) { try await Self.setMuted(false, $0) }.orOfProgram("volume.app"),
            .desktop(
                .tells, "volume.get",
                ["(what's|what is) the volume", "how loud is (it|the sound)"], typed: ["is the sound (on|muted)"],
                answer: Self.tell),
            .desktop(
                .changes, "volume.app", [],
                typed: ["turn {app:application} (up|down)", "(mute|unmute) {app:application}"],
                answer: ProgramVolume.change),
        ]
    }

    static func change(
        _ invocation: SkillInvocation, by wish: LevelChange, _ direction: LevelWish.Direction
    ) async throws -> SkillReply {
        if let reply = try await ProgramVolume.changeWhatPlays(.change(wish), invocation) { return reply }
        let sound = invocation.services.desktop.sound
        let old = try await sound.output()
        var new = try await sound.changeVolume(wish)
        // Unmute as well: a request for louder sound expects to hear it.
        let isRaised = new.volume > old.volume || direction == .up
        if old.isMuted, isRaised { new = try await sound.setMuted(false) }
        guard new.volume != old.volume || new.isMuted != old.isMuted else {
            return SkillReply("The volume is already at \(new.volume.percent) percent.", values: values(new))
        }
        return SkillReply(text(new, wasMuted: old.isMuted), values: values(new), undo: restore(old))
    }

    private static func setMuted(_ isMuted: Bool, _ invocation: SkillInvocation) async throws -> SkillReply {
        if invocation.words.contains(where: { ["microphone", "mic", "mike"].contains($0) }) {
            return SkillReply("I can't mute the microphone by voice. Press the microphone button in my window.")
        }
        if let reply = try await ProgramVolume.changeWhatPlays(.mute(isMuted), invocation) { return reply }
        let sound = invocation.services.desktop.sound
        let old = try await sound.output()
        guard old.isMuted != isMuted else {
            return SkillReply(
                isMuted ? "The sound is already muted." : "The sound isn't muted. \(text(old))", values: values(old))
        }
        let new = try await sound.setMuted(isMuted)
        guard new.isMuted == isMuted else { throw SoundFailure.refused(reason: new.name) }
        return SkillReply(
            isMuted ? "The sound is muted." : text(new, wasMuted: true), values: values(new), undo: restore(old))
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await ProgramVolume.tell(invocation) { return reply }
        let output = try await invocation.services.desktop.sound.output()
        return SkillReply(text(output), values: values(output))
    }

    private static func restore(_ old: SoundDevice) -> DeferredAction {
        .desktop { invocation in
            let sound = invocation.services.desktop.sound
            // A volume above 100 percent, set elsewhere, comes back only up to 100.
            var new = try await sound.changeVolume(.to(min(old.volume.share, 1)))
            if new.isMuted != old.isMuted { new = try await sound.setMuted(old.isMuted) }
            let again =
                new.isMuted ? "The sound is muted again." : "The volume is at \(new.volume.percent) percent again."
            return SkillReply(again, values: values(new))
        }
    }

    private static func text(_ output: SoundDevice, wasMuted: Bool = false) -> String {
        let note = output.isMuted ? ", but the sound is muted" : wasMuted ? ", and the sound is on" : ""
        return "The volume is at \(output.volume.percent) percent\(note)."
    }

    private static func values(_ output: SoundDevice) -> [String: String] {
        ["volume": String(output.volume.percent), "muted": output.isMuted ? "yes" : "no"]
    }
}
