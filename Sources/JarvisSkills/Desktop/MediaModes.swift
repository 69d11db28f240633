// SPDX-License-Identifier: GPL-3.0-or-later
// Changes how a player plays: shuffled, repeated, faster or slower.

import JarvisAgent
import JarvisCore

enum MediaModes {
    private static let all = "(the|my|this) (music|songs|playlist|queue|album|list)"
    private static let one = "(this|the|that) (song|track|video|tune|episode|one)"
    private static let piece = "(song|track|video|music|podcast|episode|film|movie|audiobook)"

    static var intents: [SkillIntent] {
        [
            SkillIntent(
                .changes, [],
                typed: [
                    "shuffle [\(all)|it|this|everything] [please]", "shuffle (on|off)", "turn (on|off) shuffle",
                    "turn shuffle (on|off)", "(start|stop) shuffling", "(no|don't) (shuffle|shuffling)",
                ], answer: DesktopAnswer.explaining(shuffle)),
            SkillIntent(
                .changes, [],
                typed: [
                    "(repeat|loop) \(one)", "loop (this|it)", "(repeat|loop) (\(all)|all|everything)",
                    "(repeat|loop) (on|off)", "turn (on|off) (repeat|looping|loop)",
                    "turn (repeat|looping|loop) (on|off)",
                    "stop (repeating|looping) [it|this|\(one)|\(all)]",
                ], answer: DesktopAnswer.explaining(loop)),
            SkillIntent(
                .changes, [],
                typed: [
                    "play [it|this|the \(piece)] [a bit|a little|much] (faster|slower)",
                    "(speed up|slow down) the \(piece) [a bit|a little]", "(speed|slow) the \(piece) (up|down)",
                    "play [it|this|the \(piece)] at (normal|double|half|the normal|the usual) speed",
                ], answer: DesktopAnswer.explaining(rate)),
        ]
    }

    private static func shuffle(_ invocation: SkillInvocation) async throws -> SkillReply {
        let isOff = !Set(invocation.words).isDisjoint(with: ["off", "stop", "no", "don't"])
        return try await change(invocation) { _ in .shuffle(!isOff) }
    }

    private static func loop(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        let isOff = !words.isDisjoint(with: ["off", "stop"])
        let isAll = !words.isDisjoint(with: ["all", "everything", "playlist", "queue", "album", "songs", "list"])
        return try await change(invocation) { _ in .loop(isOff ? .nothing : isAll ? .playlist : .track) }
    }

    private static func rate(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        return try await change(invocation) { player in
            if words.contains("double") { return .rate(2) }
            if words.contains("half") { return .rate(0.5) }
            if !words.isDisjoint(with: ["normal", "usual"]) { return .rate(1) }
            let isSlower = !words.isDisjoint(with: ["slow", "slower", "down"])
            let rate = (player.rate ?? 1) + (isSlower ? -0.25 : 0.25)
            return .rate(max(0.25, min(rate, 4)))
        }
    }

    private static func change(
        _ invocation: SkillInvocation, _ mode: @escaping @Sendable (MediaPlayer) -> MediaMode
    ) async throws -> SkillReply {
        try await MediaTarget.with(invocation) { player, media in
            let wanted = mode(player)
            let now = try await media.set(wanted, in: player.id)
            let old: MediaMode? =
                switch wanted {
                case .shuffle: player.shuffles.map(MediaMode.shuffle)
                case .loop: player.loop.map(MediaMode.loop)
                case .rate: player.rate.map(MediaMode.rate)
                }
            // mpv, for one, always reports that it shuffles.
            let told = old == wanted ? already(wanted) : text(wanted)
            return SkillReply(
                told, values: MediaText.values(now),
                undo: old == wanted ? nil : old.map { restoring($0, player.id) })
        }
    }

    private static func restoring(_ mode: MediaMode, _ id: MediaPlayer.ID) -> DeferredAction {
        .desktop { invocation in
            let now = try await invocation.services.desktop.media.set(mode, in: id)
            return SkillReply(text(mode), values: MediaText.values(now))
        }
    }

    private static func already(_ mode: MediaMode) -> String {
        guard case .shuffle(let isOn) = mode else { return text(mode) }
        return "Shuffle is already \(isOn ? "on" : "off")."
    }

    private static func text(_ mode: MediaMode) -> String {
        switch mode {
        case .shuffle(let isOn): "Shuffle is \(isOn ? "on" : "off")."
        case .loop(.nothing): "Repeat is off."
        case .loop(.track): "Repeating this one."
        case .loop(.playlist): "Repeating everything."
        case .rate(1): "Playing at normal speed."
        case .rate(let rate): "Playing at \(Int((rate * 100).rounded())) percent speed."
        }
    }
}
