// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the volume of one program: "turn Firefox down". A name that matches nothing never changes another program.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

enum ProgramVolume {
    /// The wanted change to a program's sound.
    enum Wish {
        case mute(Bool)
        case change(LevelChange)
        /// "What is the volume of Firefox?"
        case tell
    }

    /// Changes the sound of the program or player that the request names.
    static func change(_ invocation: SkillInvocation) async throws -> SkillReply {
        let words = invocation.text("app") ?? ""
        // "Zoom's too quiet."
        var name = words.hasSuffix("'s") ? String(words.dropLast(2)) : words
        if name.hasSuffix(" volume") { name = String(name.dropLast(" volume".count)) }
        let sound = invocation.services.desktop.sound
        if Set(Utterance(name).words).contains(where: { ["microphone", "mic", "mike"].contains($0) }) {
            return SkillReply("I can't change the microphone by voice. Use the microphone button in my window.")
        }
        let wish = wish(invocation.words)
        if isAboutPlayer(Utterance(name).words) {
            return try await changeWhatPlays(wish, invocation) ?? SkillReply("Nothing is playing.")
        }
        let playing = try await named(sound.applications(), invocation)
        let named = try await streams(of: name, playing, invocation)
        let meant = named.first(where: \.isPlaying) ?? named.first
        if case .mute(false) = wish, meant?.isMuted != true, let reply = try await playAgain(name, invocation) {
            return reply
        }
        guard let meant else {
            if let reply = try await changePlayer(named: name, wish, invocation) { return reply }
            return SkillReply(missing(name, playing), values: ["app": name])
        }
        return try await carryOut(wish, meant, sound)
    }

    /// "Let me hear mpd again", when it isn't muted but paused, means that it should play; nil unless a player of that
    /// name is paused.
    private static func playAgain(_ name: String, _ invocation: SkillInvocation) async throws -> SkillReply? {
        let media = invocation.services.desktop.media
        guard invocation.words.contains("hear"),
            let player = try? await media.players().meant(by: name).first, player.state == .paused
        else { return nil }
        let now = try await media.send(.play, to: player.id)
        return SkillReply(
            now.state == .playing ? MediaText.playing(now) : "\(now.name) isn't playing yet.",
            values: MediaText.values(now), undo: MediaSkill.pausing(now.id))
    }

    /// Changes the volume of the player for "the music" or "the video".
    /// - Returns: `nil` if the request names neither, no player has a stream, or the stream is already at its maximum.
    static func changeWhatPlays(_ wish: Wish, _ invocation: SkillInvocation) async throws -> SkillReply? {
        guard isAboutPlayer(invocation.words), let playing = try await whatPlays(invocation) else { return nil }
        if case .change(.by(let step)) = wish, step > 0, playing.volume.share >= 1, !playing.isMuted { return nil }
        return try await carryOut(wish, playing, invocation.services.desktop.sound)
    }

    /// The volume of the named program, or of the playing player; `nil` if the question is about the computer.
    static func tell(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let words = Set(invocation.words)
        // Skip the list of programs if possible: reading it restores programs that are quiet while JARVIS listens.
        if words.isSubset(of: aboutComputer) { return nil }
        let all = try await named(invocation.services.desktop.sound.applications(), invocation)
        let players = (try? await invocation.services.desktop.media.players()) ?? []
        let named = all.first { application in
            let names = application.spokenNames + players.filter { $0.name == application.name }.map(\.program)
            return names.contains { name in
                let own = Utterance(name).words
                return !own.isEmpty && words.isSuperset(of: own)
            }
        }
        var meant = named
        if meant == nil, isAboutPlayer(invocation.words) { meant = try await whatPlays(invocation) }
        return meant.map { SkillReply(text($0, ""), values: values($0)) }
    }

    /// Words for the things that players play.
    private static let played: Set<String> = [
        "music", "song", "track", "tune", "video", "movie", "film", "podcast", "episode", "audiobook", "radio",
    ]

    /// Words of volume questions that name no program.
    private static let aboutComputer: Set<String> = [
        "what", "what's", "is", "the", "volume", "how", "loud", "it", "at", "now", "sound", "level", "high", "set",
        "to",
        "tell", "me", "my", "computer", "speakers", "current", "muted", "on", "am", "i", "are",
    ]

    private static func isAboutPlayer(_ words: [String]) -> Bool { !played.isDisjoint(with: words) }

    /// The stream of the first player, if it is playing.
    private static func whatPlays(_ invocation: SkillInvocation) async throws -> PlayingApplication? {
        guard let player = try? await invocation.services.desktop.media.players().first, player.state == .playing
        else { return nil }
        let streams = try await invocation.services.desktop.sound.applications()
        let own = player.spokenNames.lazy.compactMap { streams.meant(by: $0).first(where: \.isPlaying) }.first
        return own.map { renamed($0, player.name) }
    }

    /// Gives programs the names of their players: the sound server knows cmus as "C* Music Player".
    private static func named(
        _ applications: [PlayingApplication], _ invocation: SkillInvocation
    ) async -> [PlayingApplication] {
        let players = (try? await invocation.services.desktop.media.players()) ?? []
        return applications.map { application in
            let player = players.first { !$0.program.isEmpty && $0.program == application.binary.lowercased() }
            return player.map { renamed(application, $0.name) } ?? application
        }
    }

    /// The programs with this name, or else the streams of the player with this name, which may be called differently.
    private static func streams(
        of name: String, _ playing: [PlayingApplication], _ invocation: SkillInvocation
    ) async throws -> [PlayingApplication] {
        let named = playing.meant(by: name)
        guard named.isEmpty, let player = try? await invocation.services.desktop.media.players().meant(by: name).first
        else { return named }
        return playing.filter { $0.name == player.name }
    }

    private static func renamed(_ application: PlayingApplication, _ name: String) -> PlayingApplication {
        var renamed = application
        renamed.name = name
        return renamed
    }

    private static func carryOut(
        _ wish: Wish, _ meant: PlayingApplication, _ sound: any SoundControl
    ) async throws -> SkillReply {
        if case .tell = wish { return SkillReply(text(meant, ""), values: values(meant)) }
        let new = renamed(try await apply(wish, to: meant, sound), meant.name)
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
            // Unmute as well: a request for louder sound expects to hear it.
            guard new.isMuted, new.volume > application.volume else { return new }
            return try await sound.setMuted(false, application: application.id)
        case .tell: return application
        }
    }

    private static func wish(_ words: [String]) -> Wish {
        let has = { (some: Set<String>) in !some.isDisjoint(with: words) }
        if has(["unmute", "hear"]) || has(["back"]) && has(["bring", "sound", "on"]) { return .mute(false) }
        if has(["mute", "muting", "silence"]) { return .mute(true) }
        // "Firefox is too loud" asks for less of what it says.
        let isComplaint = has(["too"])
        let isUp = isComplaint ? has(["quiet", "soft", "low"]) : has(["up", "louder", "raise", "increase", "higher"])
        let isDown = isComplaint ? has(["loud"]) : has(["down", "quieter", "softer", "lower", "reduce", "decrease"])
        let direction: LevelWish.Direction = isUp ? .up : isDown ? .down : .to
        return LevelWish.change(words, direction).map(Wish.change) ?? .tell
    }

    /// Says that the named program plays nothing, and which ones do.
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

    /// Changes the volume of a player without a stream: a paused or stopped player still has its own volume.
    /// - Returns: `nil` if no player of this name reports a volume, or the wish isn't a change of level.
    private static func changePlayer(
        named name: String, _ wish: Wish, _ invocation: SkillInvocation
    ) async throws -> SkillReply? {
        let media = invocation.services.desktop.media
        guard let players = try? await media.players(), let player = players.meant(by: name).first,
            let old = player.volume, case .change(var change) = wish
        else { return nil }
        // The player's scale may differ from the stream's: Strawberry calls 6 what its stream has at 40 percent. So a
        // step never goes below half, and the reply gives no figure.
        if case .by(let step) = change, step < 0 { change = .by(max(step, -old.share / 2)) }
        let new = try await media.changeVolume(change, of: player.id)
        let percent = new.volume?.percent ?? old.percent
        // Some players have a volume only while they play, and report none or the last one.
        guard change.applied(to: old)?.percent == percent, percent != old.percent || percent > 0 else {
            return SkillReply(
                "I can't change the volume of \(new.name) while it isn't playing.",
                values: ["app": new.name, "volume": String(old.percent)])
        }
        let text =
            switch change {
            case .to: "\(new.name) is at \(percent) percent."
            case .by(let step): "I've turned \(new.name) \(step < 0 ? "down" : "up")."
            }
        return SkillReply(
            text, values: ["app": new.name, "volume": String(percent)],
            undo: .desktop { invocation in
                let media = invocation.services.desktop.media
                let restored = try await media.changeVolume(.to(min(old.share, 1)), of: player.id)
                return SkillReply("\(restored.name) is back to its old volume.")
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
