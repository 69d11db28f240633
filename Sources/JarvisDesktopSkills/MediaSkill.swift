// SPDX-License-Identifier: GPL-3.0-or-later
// Plays, pauses and skips in the media player that plays, or played last, or in the one that is named.

import JarvisAgent
import JarvisControlPorts
import JarvisCore
import JarvisUnderstanding

struct MediaSkill: Skill {
    let quotesOthers = true
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "media", title: "Music and videos", summary: "Plays, pauses and skips, and tells what is playing.",
        examples: ["pause the music", "next song", "skip ahead 30 seconds", "what song is this"],
        icon: "multimedia-player-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        do throws(MediaFailure) {
            let players = try await services.desktop.media.players()
            return players.isEmpty ? SkillLimitation("No media player is open now.") : nil
        } catch {
            return SkillLimitation("Media players cannot be reached at the moment.")
        }
    }

    var intents: [SkillIntent] {
        [
            .desktop(
                "media.play", ["(play|resume|continue) the (music|song|video)", "play some music", "resume playback"],
                typed: ["play", "resume", "unpause", "(resume|unpause) {player:application}"], answer: Self.play),
            .desktop(
                "media.pause", ["pause [the (music|song|video|player)]"], typed: ["pause {player:application}"],
                answer: Self.pause),
            .desktop(
                "media.stop", ["stop the (music|song|video)", "turn off the music"], typed: ["stop playing"],
                answer: Self.stop),
            .desktop(
                "media.next", ["next (song|track)", "skip this (song|track)"],
                typed: ["next", "skip [this|it]", "i (don't|do not) like this (song|track|one)"]
            ) { try await Self.skip(.next, $0) },
            .desktop("media.previous", ["previous (song|track)", "go back (a|one) (song|track)"]) {
                try await Self.skip(.previous, $0)
            },
            .desktop(
                "media.seek",
                ["(skip|jump) (ahead|forward|back) {length:duration}", "(rewind|fast forward) {length:duration}"],
                typed: ["(rewind|fast forward) [a bit|a little]"], answer: Self.seek),
            .desktop(
                "media.what",
                ["(what|which) song is this", "(what's|what is) playing", "what am i listening to", "who sings this"],
                typed: [
                    "what is this", "how long is (this|the) \(Self.piece)", "how long is this",
                    "how much of (it|this|that|the \(Self.piece)) is left",
                    "how much longer (is|does|will) (it|this|the \(Self.piece)) [(take|last|go on)]",
                    "how (much|long) is left (of|in|on) (it|this|that|the \(Self.piece)|this \(Self.piece))",
                    "how much of (this|the) \(Self.piece) is left", "how (much|long) does (it|this \(Self.piece)) last",
                ],
                answer: Self.tell),
        ]
    }

    private static let piece = "(song|track|video|movie|film|episode|podcast|music)"

    private static func play(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await MediaTarget.with(invocation) { player, media in
            guard player.state != .playing else {
                return SkillReply(MediaText.playing(player), values: MediaText.values(player))
            }
            let now = try await media.send(.play, to: player.id)
            guard now.state == .playing else {
                return SkillReply("\(now.name) was asked to play, but doesn't yet.", values: MediaText.values(now))
            }
            return SkillReply(
                MediaText.playing(now), values: MediaText.values(now), undo: pausing(now.id, "Paused again."))
        }
    }

    private static func pause(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await silenceAll(.pause, "paused", invocation) { return reply }
        return try await MediaTarget.with(invocation) { player, media in
            guard player.state == .playing else {
                return SkillReply("\(player.name) isn't playing anything.", values: MediaText.values(player))
            }
            let now = try await media.send(.pause, to: player.id)
            guard now.state != .playing else { return stillPlays(now) }
            return SkillReply("I've paused \(now.name).", values: MediaText.values(now), undo: playing(now.id))
        }
    }

    private static func stop(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await silenceAll(.stop, "stopped", invocation) { return reply }
        return try await MediaTarget.with(invocation) { player, media in
            guard player.state != .stopped else {
                return SkillReply("\(player.name) isn't playing anything.", values: MediaText.values(player))
            }
            let now = try await media.send(.stop, to: player.id)
            guard now.state != .playing else { return stillPlays(now) }
            return SkillReply("I've stopped \(now.name).", values: MediaText.values(now), undo: playing(now.id))
        }
    }

    /// Who wants silence wants it of all that play; nil where that is one at most, or one is named.
    private static func silenceAll(
        _ command: MediaCommand, _ done: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply? {
        let playing = try await MediaTarget.allPlaying(invocation)
        guard playing.count > 1 else { return nil }
        let media = invocation.services.desktop.media
        var silent: [MediaPlayer] = []
        for player in playing {
            let now = try await media.send(command, to: player.id)
            guard now.state != .playing else { return stillPlays(now) }
            silent.append(now)
        }
        let ids = silent.map(\.id)
        let names = SpokenFormat.list(silent.map(\.name))
        return SkillReply(
            "I've \(done) \(names).",
            undo: .desktop { invocation in
                for id in ids { _ = try await invocation.services.desktop.media.send(.play, to: id) }
                return SkillReply("\(names) play again.")
            })
    }

    private static func skip(_ command: MediaCommand, _ invocation: SkillInvocation) async throws -> SkillReply {
        let playing = try await MediaTarget.allPlaying(invocation)
        if playing.count > 1 {
            let names = playing.map(\.name)
            return SkillReply(
                "Which one, \(SpokenFormat.list(names, joiner: "or"))?",
                choices: playing.map { player in
                    SkillChoice(player.spokenNames) { invocation in
                        try await DesktopAnswer.explaining {
                            try await skip(command, in: player, $0.services.desktop.media)
                        }(invocation)
                    }
                })
        }
        return try await MediaTarget.with(invocation) { try await skip(command, in: $0, $1) }
    }

    private static func skip(
        _ command: MediaCommand, in player: MediaPlayer, _ media: any MediaControl
    ) async throws -> SkillReply {
        let now = try await media.send(command, to: player.id)
        let hasMoved = now.track != player.track
        if !hasMoved, command == .next {
            return SkillReply(
                "\(now.name) was asked for the next track, but hasn't moved on.", values: MediaText.values(now))
        }
        let name = MediaText.name(now.track)
        guard !name.isEmpty else {
            return SkillReply("\(now.name) has moved on.", values: MediaText.values(now)).final
        }
        return SkillReply(
            hasMoved ? "This is \(name)." : "\(name) starts over.".capitalizedFirst, values: MediaText.values(now)
        ).final
    }

    /// As far as players skip by a key, seconds.
    private static let usualStep: Int64 = 10

    private static func seek(_ invocation: SkillInvocation) async throws -> SkillReply {
        let isBack = !Set(invocation.words).isDisjoint(with: ["back", "rewind", "backwards", "backward"])
        let length = invocation.duration("length") ?? usualStep
        let seconds = Double(isBack ? -length : length)
        return try await MediaTarget.with(invocation) { player, media in
            let now = try await media.seek(bySeconds: seconds, in: player.id)
            let distance = SpokenFormat.duration(seconds: length)
            var values = MediaText.values(now)
            guard let position = now.positionSeconds else {
                return SkillReply("I asked \(now.name) to go \(isBack ? "back" : "ahead") \(distance).", values: values)
                    .final
            }
            values["position"] = String(Int64(position))
            if position == player.positionSeconds, !(isBack && position == 0) {
                return SkillReply("\(now.name) was asked to skip, but hasn't moved.", values: values)
            }
            let place = position < 1 ? "the beginning" : SpokenFormat.duration(seconds: Int64(position))
            return SkillReply(
                "\(now.name) is at \(place) now.", values: values,
                undo: .desktop { invocation in
                    // Back to the place, which is not as far where it was near the beginning.
                    let back = (player.positionSeconds ?? position - seconds) - position
                    let now = try await invocation.services.desktop.media.seek(bySeconds: back, in: player.id)
                    return SkillReply("\(now.name) is back where it was.", values: MediaText.values(now))
                })
        }
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await MediaTarget.with(invocation) { player, _ in
            var values = MediaText.values(player)
            let words = Set(invocation.words)
            let isAboutRest = !words.isDisjoint(with: ["left", "remaining", "remains", "longer"])
            guard isAboutRest || words.contains("long") || words.contains("last"), player.state != .stopped else {
                return SkillReply(MediaText.told(player), values: values)
            }
            let name = MediaText.name(player.track)
            guard let length = player.track?.lengthSeconds else {
                let subject = name.isEmpty ? "it" : name
                return SkillReply("\(player.name) doesn't say how long \(subject) is.", values: values)
            }
            values["length"] = String(Int64(length))
            if isAboutRest, let position = player.positionSeconds {
                let rest = max(0, Int64(length) - Int64(position))
                values["left"] = String(rest)
                let subject = name.isEmpty ? "" : " of \(name)"
                return SkillReply("\(SpokenFormat.duration(seconds: rest)) left\(subject).", values: values)
            }
            return SkillReply(
                "\(name.isEmpty ? "This" : name) lasts \(SpokenFormat.duration(seconds: Int64(length)))."
                    .capitalizedFirst, values: values)
        }
    }

    private static func stillPlays(_ player: MediaPlayer) -> SkillReply {
        SkillReply("\(player.name) was asked to stop, but still plays.", values: MediaText.values(player))
    }

    private static func playing(_ id: MediaPlayer.ID) -> DeferredAction {
        .desktop { invocation in
            let now = try await invocation.services.desktop.media.send(.play, to: id)
            guard now.state == .playing else { return SkillReply("\(now.name) was asked to play, but doesn't yet.") }
            return SkillReply("\(now.name) plays again.", values: MediaText.values(now))
        }
    }

    private static func pausing(_ id: MediaPlayer.ID, _ text: String) -> DeferredAction {
        .desktop { invocation in
            let now = try await invocation.services.desktop.media.send(.pause, to: id)
            return now.state == .playing ? stillPlays(now) : SkillReply(text, values: MediaText.values(now))
        }
    }
}
