// SPDX-License-Identifier: GPL-3.0-or-later
// The volume of one program that plays: "turn Firefox down". A name that plays nothing is never taken for another.

import JarvisAgent
import JarvisControlPorts
import JarvisCore
import JarvisUnderstanding

enum ProgramVolume {
    /// What is to be done to a program's sound.
    private enum Wish {
        case mute(Bool)
        case change(LevelChange)
    }

    static func change(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = invocation.text("app") ?? ""
        // "Zoom's too quiet."
        let name = words.hasSuffix("'s") ? String(words.dropLast(2)) : words
        let sound = invocation.services.desktop.sound
        if Set(Utterance(name).words).contains(where: { ["microphone", "mic", "mike"].contains($0) }) {
            return SkillReply("I can't change the microphone by voice. Use the microphone button in my window.")
        }
        let playing = try await sound.applications()
        let named = playing.meant(by: name)
        guard var meant = named.first(where: \.isPlaying) ?? named.first else {
            if let reply = try await changePlayer(named: name, invocation) { return reply }
            return SkillReply(missing(name, playing), values: ["app": name])
        }
        // "C* Music Player" is known as cmus.
        if name.lowercased() == meant.binary.lowercased(), !meant.name.lowercased().contains(name.lowercased()) {
            meant.name = name.capitalizedFirst
        }
        var new = try await apply(wish(invocation.words), to: meant, sound)
        new.name = meant.name
        let isSame = new.volume == meant.volume && new.isMuted == meant.isMuted
        return SkillReply(
            text(new, isSame ? "already " : ""), values: values(new), undo: isSame ? nil : restore(meant))
    }

    private static func apply(
        _ wish: Wish, to application: PlayingApplication, _ sound: any SoundControl
    ) async throws -> PlayingApplication {
        switch wish {
        case .mute(let isMuted):
            let new = try await sound.setMuted(isMuted, application: application.id)
            guard new.isMuted == isMuted else { throw SoundFailure.refused(reason: new.name) }
            return new
        case .change(let change):
            let new = try await sound.changeVolume(change, of: application.id)
            // Who wants it louder wants to hear it.
            guard new.isMuted, new.volume > application.volume else { return new }
            return try await sound.setMuted(false, application: application.id)
        }
    }

    private static func wish(_ words: [String]) -> Wish {
        let has = { (some: Set<String>) in !some.isDisjoint(with: words) }
        if has(["unmute"]) { return .mute(false) }
        if has(["mute", "muting", "silence"]) { return .mute(true) }
        // "Firefox is too loud": what it is, is what it shall be less.
        let isComplaint = has(["too"])
        let isUp = isComplaint ? has(["quiet", "soft", "low"]) : has(["up", "louder", "raise", "increase", "higher"])
        let isDown = isComplaint ? has(["loud"]) : has(["down", "quieter", "softer", "lower", "reduce", "decrease"])
        let direction: LevelWish.Direction = isUp ? .up : isDown ? .down : .to
        return .change(LevelWish.change(words, direction) ?? .by(0))
    }

    /// That a name plays nothing, and what does.
    private static func missing(_ name: String, _ playing: [PlayingApplication]) -> String {
        let others = playing.filter { $0.isPlaying && !$0.isJarvis }.map(\.name)
        let start = "\(name.prefix(60).capitalizedFirst) isn't playing anything."
        guard !others.isEmpty else { return "\(start) Nothing else is, either." }
        return "\(start) \(SpokenFormat.list(Array(others.prefix(4)))) \(others.count == 1 ? "is" : "are")."
    }

    private static func restore(_ old: PlayingApplication) -> DeferredAction {
        .desktop { invocation in
            let sound = invocation.services.desktop.sound
            var new = try await sound.changeVolume(.to(min(old.volume.share, 1)), of: old.id)
            if new.isMuted != old.isMuted { new = try await sound.setMuted(old.isMuted, application: old.id) }
            new.name = old.name
            return SkillReply(text(new, "", " again"), values: values(new))
        }
    }

    /// A player without a stream, as one that is paused or stopped may be, has a volume of its own all the same.
    private static func changePlayer(named name: String, _ invocation: SkillInvocation) async throws -> SkillReply? {
        let media = invocation.services.desktop.media
        guard let players = try? await media.players(), let player = players.meant(by: name).first,
            let old = player.volume, case .change(let change) = wish(invocation.words)
        else { return nil }
        let new = try await media.changeVolume(change, of: player.id)
        let percent = new.volume?.percent ?? old.percent
        return SkillReply(
            "\(new.name) is at \(percent) percent.", values: ["app": new.name, "volume": String(percent)],
            undo: .desktop { invocation in
                let media = invocation.services.desktop.media
                let restored = try await media.changeVolume(.to(min(old.share, 1)), of: player.id)
                return SkillReply("\(restored.name) is at \(restored.volume?.percent ?? old.percent) percent again.")
            })
    }

    private static func text(_ application: PlayingApplication, _ before: String, _ after: String = "") -> String {
        application.isMuted
            ? "\(application.name) is \(before)muted\(after)."
            : "\(application.name) is \(before)at \(application.volume.percent) percent\(after)."
    }

    private static func values(_ application: PlayingApplication) -> [String: String] {
        [
            "app": application.name, "volume": String(application.volume.percent),
            "muted": application.isMuted ? "yes" : "no",
        ]
    }
}

extension StringProtocol {
    /// The same with its first letter as at the beginning of a sentence.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
