// SPDX-License-Identifier: GPL-3.0-or-later
// Plays, pauses and skips in the named media player, or else in the one that plays or played last.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct MediaSkill: Skill {
    let quotesOthers = true
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "media", title: "Music and videos", summary: "Plays, pauses and skips, and says what's playing.",
        examples: ["pause the music", "next song", "skip ahead 30 seconds", "what song is this"],
        icon: "multimedia-player-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        do throws(MediaFailure) {
            let players = try await services.desktop.media.players()
            return players.isEmpty ? SkillLimitation("No media player is open.") : nil
        } catch {
            return SkillLimitation("I can't reach media players at the moment.")
        }
    }

    var intents: [SkillIntent] {
        [
            .desktop(
                .changes, "media.play",
                ["(play|resume|continue) the (music|song|video)", "play some music", "resume playback"],
                typed: [
                    "play", "resume", "unpause", "(resume|unpause) {player:application}",
                    "play {player:application} again",
                ], answer: Self.play),
            .desktop(
                .changes, "media.pause", ["pause [the (music|song|video|player)]"],
                typed: ["pause {player:application}"],
                answer: Self.pause),
            .desktop(
                .changes, "media.stop", ["stop the (music|song|video)", "turn off the music"],
                typed: ["stop playing", "stop {player:application}"], answer: Self.stop),
            .desktop(
                .changes, "media.next", ["next (song|track)", "skip this (song|track)"],
                typed: ["next", "skip [this|it]", "i (don't|do not) like this (song|track|one)"]
            ) { try await Self.skip(.next, $0) },
            .desktop(
                .changes, "media.previous", ["previous (song|track)", "go back (a|one) (song|track)"],
                answer: Self.goBack),
            .desktop(
                .changes, "media.seek",
                ["(skip|jump) (ahead|forward|back) {length:duration}", "(rewind|fast forward) {length:duration}"],
                typed: ["(rewind|fast forward) [a bit|a little]"], answer: Self.seek),
            .desktop(
                .tells, "media.what",
                ["(what|which) song is this", "(what's|what is) playing", "what am i listening to", "who sings this"],
                typed: [
                    "what is this", "how long is (this|the) \(Self.piece)", "how long is this",
                    "how much of (it|this|that|the \(Self.piece)) is left",
                    "how much longer (is|does|will) (it|this|the \(Self.piece)) [(take|last|go on)]",
                    "how (much|long) is left (of|in|on) (it|this|that|the \(Self.piece)|this \(Self.piece))",
                    "how much of (this|the) \(Self.piece) is left", "how (much|long) does (it|this \(Self.piece)) last",
                ],
                answer: Self.tell),
        ] + MediaModes.intents
    }

    private static let piece = "(song|track|video|movie|film|episode|podcast|music)"

    private static func play(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        if let reply = try await resumeOther(words, invocation) { return reply }
        return try await MediaTarget.with(invocation) { player, media in
            if player.state == .playing, words.contains("again") { return try await startOver(player, media) }
            guard player.state != .playing else {
                return SkillReply(MediaText.playing(player), values: MediaText.values(player))
            }
            return try await play(player, media)
        }
    }

    private static func play(_ player: MediaPlayer, _ media: any MediaControl) async throws -> SkillReply {
        let now = try await media.send(.play, to: player.id)
        guard now.state == .playing else {
            return SkillReply("\(now.name) isn't playing yet.", values: MediaText.values(now))
        }
        return SkillReply(MediaText.playing(now), values: MediaText.values(now), undo: pausing(now.id))
    }

    /// Resumes a paused player, such as a video, while another one plays.
    /// - Returns: `nil` if the request names a player, nothing plays, or nothing is paused.
    private static func resumeOther(_ words: Set<String>, _ invocation: SkillInvocation) async throws -> SkillReply? {
        let media = invocation.services.desktop.media
        guard invocation.text("player") == nil, !words.isDisjoint(with: ["resume", "unpause", "continue"]) else {
            return nil
        }
        let players = try await media.players()
        guard players.first?.state == .playing, let paused = players.first(where: { $0.state == .paused }),
            try await MediaTarget.allPlaying(invocation).count == players.count(where: { $0.state == .playing })
        else { return nil }
        let now = try await media.send(.play, to: paused.id)
        guard now.state == .playing else { return nil }
        return SkillReply(
            MediaText.playing(now), values: MediaText.values(now), undo: pausing(now.id))
    }

    private static func pause(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await silenceAll(.pause, "paused", invocation) { return reply }
        let isOnly = try await invocation.services.desktop.media.players().count == 1
        return try await MediaTarget.with(invocation) { player, media in
            guard player.state == .playing else {
                let text =
                    player.state == .paused
                    ? "\(player.name) is already paused." : "\(player.name) isn't playing anything."
                return SkillReply(text, values: MediaText.values(player))
            }
            let now = try await media.send(.pause, to: player.id)
            guard now.state != .playing else { return stillPlays(now) }
            let text = isOnly ? "Paused." : "Paused."
            return SkillReply(text, values: MediaText.values(now), undo: playing(now.id))
        }
    }

    private static func stop(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await silenceAll(.stop, "stopped", invocation) { return reply }
        let isOnly = try await invocation.services.desktop.media.players().count == 1
        return try await MediaTarget.with(invocation) { player, media in
            guard player.state != .stopped else {
                return SkillReply("\(player.name) isn't playing anything.", values: MediaText.values(player))
            }
            let now = try await media.send(.stop, to: player.id)
            guard now.state != .playing else { return stillPlays(now) }
            let text = isOnly ? "Stopped." : "Stopped."
            return SkillReply(text, values: MediaText.values(now), undo: playing(now.id))
        }
    }

    /// Silences every playing player at once, as a request for silence means all of them.
    /// - Returns: `nil` if at most one plays.
    private static func silenceAll(
        _ command: MediaCommand, _ done: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply? {
        let playing = try await MediaTarget.allPlaying(invocation)
        guard playing.count > 1 else { return nil }
        let media = invocation.services.desktop.media
        var (silenced, refusing): ([MediaPlayer], [MediaPlayer]) = ([], [])
        for player in playing {
            let now = try await media.send(command, to: player.id)
            if now.state == .playing { refusing.append(now) } else { silenced.append(now) }
        }
        guard let first = refusing.first, silenced.isEmpty else {
            let names = MediaText.names(silenced, joiner: "and")
            let rest = refusing.isEmpty ? "" : " \(MediaText.names(refusing, joiner: "and")) won't stop."
            let ids = silenced.map(\.id)
            return SkillReply(
                "\(done.capitalizedFirst) \(names).\(rest)",
                undo: .desktop { invocation in
                    for id in ids { _ = try await invocation.services.desktop.media.send(.play, to: id) }
                    return SkillReply(ids.count == 1 ? "\(names) is playing again." : "\(names) are playing again.")
                })
        }
        return stillPlays(first)
    }

    private static func skip(_ command: MediaCommand, _ invocation: SkillInvocation) async throws -> SkillReply {
        let playing = try await MediaTarget.allPlaying(invocation)
        let times = times(invocation.words)
        if playing.count > 1 {
            return SkillReply(
                "Which one, \(MediaText.names(playing, joiner: "or"))?",
                choices: playing.map { player in
                    SkillChoice(player.spokenNames + [player.track?.title ?? ""].filter { !$0.isEmpty }) { invocation in
                        try await DesktopAnswer.explaining {
                            try await skip(command, in: player, times: times, $0.services.desktop.media)
                        }(invocation)
                    }
                })
        }
        return try await MediaTarget.with(invocation) { try await skip(command, in: $0, times: times, $1) }
    }

    /// The number of skips in "skip two songs", 1 to 20; 1 if the words name none.
    private static func times(_ words: [String]) -> Int {
        let pieces: Set<String> = ["songs", "tracks", "tunes", "videos", "episodes", "chapters", "times"]
        guard let place = words.firstIndex(where: pieces.contains), place > 0,
            let number = NumberWords.value(of: [words[place - 1]]), (1...20).contains(number)
        else { return 1 }
        return Int(number)
    }

    private static func skip(
        _ command: MediaCommand, in player: MediaPlayer, times: Int, _ media: any MediaControl
    ) async throws -> SkillReply {
        var now = try await media.send(command, to: player.id)
        for _ in 1..<times where now.track?.isSame(as: player.track) == false {
            let before = now
            now = try await media.send(command, to: player.id)
            if before.track?.isSame(as: now.track) == true { break }
        }
        let hasMoved = now.track.map { !$0.isSame(as: player.track) } ?? (player.track != nil)
        if !hasMoved, command == .next {
            return SkillReply(
                "\(now.name) hasn't skipped yet.", values: MediaText.values(now))
        }
        let name = MediaText.name(now.track)
        guard !name.isEmpty else {
            return SkillReply("Skipped.", values: MediaText.values(now)).final
        }
        // A stopped player chooses the next track without playing it.
        guard now.state == .playing else {
            let state = now.state == .paused ? "paused" : "stopped"
            return SkillReply("Now at \(name), still \(state).", values: MediaText.values(now)).final
        }
        return SkillReply(
            hasMoved ? "This is \(name)." : "\(name) starts over.".capitalizedFirst, values: MediaText.values(now)
        ).final
    }

    private static func goBack(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        let isOver = !words.isDisjoint(with: ["restart", "over", "beginning", "start", "top"])
        // "Play that again", but not "play the last song again".
        let isAgain = words.contains("again") && words.isDisjoint(with: ["last", "previous", "before"])
        guard isOver || isAgain else { return try await skip(.previous, invocation) }
        return try await MediaTarget.with(invocation) { player, media in
            // "Play mpv again", once it was paused, names the player and no song.
            if !isOver, player.state != .playing, MediaTarget.isNamed(player, by: words) {
                return try await play(player, media)
            }
            return try await startOver(player, media)
        }
    }

    /// Plays the same track from its start. It seeks, because players treat "previous" differently: mpv goes back a
    /// track at any position.
    private static func startOver(_ player: MediaPlayer, _ media: any MediaControl) async throws -> SkillReply {
        var now = player
        let position = player.positionSeconds ?? 0
        // Seek back a second more than the position, as the player plays on.
        if position > 0 { now = try await media.seek(bySeconds: -position - 1, in: player.id) }
        // Celluloid reports that it is paused while it seeks.
        if player.state != .playing { now = try await media.send(.play, to: player.id) }
        let name = MediaText.name(now.track)
        return SkillReply(
            "\(name.isEmpty ? now.name : name) starts over.".capitalizedFirst, values: MediaText.values(now),
            undo: position > 0
                ? .desktop { invocation in
                    let now = try await invocation.services.desktop.media.seek(bySeconds: position, in: player.id)
                    return SkillReply("\(now.name) is back where it was.", values: MediaText.values(now))
                } : nil)
    }

    /// The step that players commonly use for a key press, in seconds.
    private static let usualStep: Int64 = 10

    private static func seek(_ invocation: SkillInvocation) async throws -> SkillReply {
        let isBack = !Set(invocation.words).isDisjoint(with: ["back", "rewind", "backwards", "backward"])
        let length = invocation.duration("length") ?? usualStep
        let step = Double(isBack ? -length : length)
        return try await MediaTarget.with(invocation) { player, media in
            let named = distance(to: invocation, in: player)
            let isNamedPlace = named != nil
            let seconds = named ?? step
            let now = try await media.seek(bySeconds: seconds, in: player.id)
            let distance = SpokenFormat.duration(seconds: Int64(seconds.magnitude))
            var values = MediaText.values(now)
            guard let position = now.positionSeconds else {
                return SkillReply(
                    "Going \(seconds < 0 ? "back" : "ahead") \(distance).", values: values
                )
                .final
            }
            values["position"] = String(Int64(position))
            if position == player.positionSeconds, seconds != 0, !(seconds < 0 && position == 0) {
                return SkillReply("\(now.name) hasn't moved.", values: values)
            }
            // Players land a little before or after the goal, and play on.
            let goal = (player.positionSeconds ?? 0) + seconds
            let isThere = isNamedPlace && abs(position - max(0, goal)) <= 2
            let shown = isThere ? max(0, goal.rounded()) : position
            let place = shown < 1 ? "the beginning" : SpokenFormat.duration(seconds: Int64(shown))
            return SkillReply(
                "Now at \(place).", values: values,
                undo: .desktop { invocation in
                    // Measure the way back: near the beginning the player moved less than asked.
                    let back = (player.positionSeconds ?? position - seconds) - position
                    let now = try await invocation.services.desktop.media.seek(bySeconds: back, in: player.id)
                    return SkillReply("\(now.name) is back where it was.", values: MediaText.values(now))
                })
        }
    }

    /// The seconds to a named place: "jump to two minutes", "go to the beginning"; `nil` if the request names none.
    private static func distance(to invocation: SkillInvocation, in player: MediaPlayer) -> Double? {
        guard let position = player.positionSeconds else { return nil }
        let words = invocation.words
        if !Set(words).isDisjoint(with: ["beginning", "start", "top"]) { return -position - 1 }
        if words.contains("end"), let length = player.track?.lengthSeconds {
            return max(0, length - Double(usualStep)) - position
        }
        let isPlace = words.indices.contains { place in
            words[place] == "to" && place + 1 < words.count && NumberWords.read(words[(place + 1)...]) != nil
        }
        guard isPlace, let length = invocation.duration("length") else { return nil }
        return Double(length) - position
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Set(invocation.words)
        let isAboutTime = !words.isDisjoint(with: ["left", "remaining", "remains", "longer", "long", "last"])
        let playing = try await MediaTarget.allPlaying(invocation)
        if playing.count > 1, !isAboutTime {
            return SkillReply(playing.map(MediaText.playing).joined(separator: " "))
        }
        return try await MediaTarget.with(invocation) { player, _ in
            var values = MediaText.values(player)
            let isAboutRest = !words.isDisjoint(with: ["left", "remaining", "remains", "longer"])
            guard isAboutRest || words.contains("long") || words.contains("last"), player.state != .stopped else {
                return SkillReply(MediaText.told(player), values: values)
            }
            let name = MediaText.name(player.track)
            // "How long has this been playing?"
            if words.contains("been"), let position = player.positionSeconds {
                let place = SpokenFormat.duration(seconds: Int64(position))
                return SkillReply("\(name.isEmpty ? player.name : name) is at \(place).", values: values)
            }
            guard let length = player.track?.lengthSeconds else {
                let subject = name.isEmpty ? "it" : name
                return SkillReply("I don't know how long \(subject) is.", values: values)
            }
            values["length"] = String(Int64(length))
            if isAboutRest, let left = player.secondsLeft, let text = player.spokenRest {
                values["left"] = String(left)
                return SkillReply(text, values: values)
            }
            return SkillReply(
                "\(name.isEmpty ? "This" : name) is \(SpokenFormat.duration(seconds: Int64(length))) long."
                    .capitalizedFirst, values: values)
        }
    }

    private static func stillPlays(_ player: MediaPlayer) -> SkillReply {
        SkillReply("\(player.name) is still playing.", values: MediaText.values(player))
    }

    private static func playing(_ id: MediaPlayer.ID) -> DeferredAction {
        .desktop { invocation in
            let now = try await invocation.services.desktop.media.send(.play, to: id)
            guard now.state == .playing else { return SkillReply("\(now.name) isn't playing yet.") }
            return SkillReply("\(now.name) is playing again.", values: MediaText.values(now))
        }
    }

    static func pausing(_ id: MediaPlayer.ID) -> DeferredAction {
        .desktop { invocation in
            let now = try await invocation.services.desktop.media.send(.pause, to: id)
            return now.state == .playing
                ? stillPlays(now) : SkillReply("\(now.name) is paused again.", values: MediaText.values(now))
        }
    }
}
