// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the moment that `jarvis render` draws: states, time and sound.

import ArgumentParser
import JarvisVisuals

struct RenderMomentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What the face shows.", valueName: "STATE"), transform: Self.phase)
    var state: ScenePhase?
    @Option(help: ArgumentHelp("The state to morph from.", valueName: "STATE"), transform: Self.phase)
    var from: ScenePhase?
    @Option(
        help: ArgumentHelp(
            "Several states, each for some seconds, in place of --state and --from.", valueName: "STATE:S,…"),
        transform: Self.cues)
    var timeline: [TimelineCue]?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds since the state (or the timeline) began, from 0 to 3600; 1 unless given.", valueName: "T"))
    var time: Double?
    @Option(parsing: .unconditional, help: ArgumentHelp("Loudness of the voice, 0 to 1.", valueName: "L"))
    var level: Double?
    @Option(
        help: ArgumentHelp(
            "What is heard: a tone, noise, or a recording that begins with the state.",
            valueName: "sine:HERTZ|noise|FILE.wav"),
        completion: .file(extensions: ["wav"]))
    var spectrum: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("When an error flashes, in seconds like --time.", valueName: "T"))
    var error: Double?

    /// A state in a timeline, and how long it lasts.
    struct TimelineCue: Hashable {
        var phase: ScenePhase
        var seconds: Double
    }

    /// The valid times in seconds.
    static let times = 0.0...3600

    func validate() throws {
        if state == nil, timeline == nil { throw ValidationError("--state is missing; use \(Self.states).") }
        if state != nil, timeline != nil { throw ValidationError("--timeline takes the place of --state.") }
        guard timeline == nil || from == nil else { throw ValidationError("--from goes with --state.") }
        for (option, value) in [("--time", time), ("--error", error)] {
            guard value.map(Self.times.contains) ?? true else {
                throw ValidationError("\(option) takes seconds from 0 to 3600.")
            }
        }
        try NumberOption.check("--level", level, 0...1)
        _ = try spectrum.map(RenderSound.Kind.init(text:))
    }

    /// The time of the first picture, in seconds.
    var start: Double { time ?? (timeline == nil ? 1 : 0) }

    /// The phases of the timeline, with their start times.
    var cues: [SceneReel.Cue] {
        var begin = 0.0
        if let timeline {
            return timeline.map { cue in
                defer { begin += cue.seconds }
                return SceneReel.Cue(cue.phase, begin: begin)
            }
        }
        let phase = state ?? .idle
        return [SceneReel.Cue(from ?? phase, begin: -1), SceneReel.Cue(phase, begin: 0)]
    }

    /// The sound that the face shows.
    /// - Throws: `CommandFailure` if the recording can't be read.
    func sound() throws -> RenderSound {
        try RenderSound(spectrum.map(RenderSound.Kind.init(text:)) ?? .silence, level: level)
    }

    private static let states = ScenePhase.allCases.map(\.rawValue).joined(separator: ", ")

    private static func phase(_ text: String) throws -> ScenePhase {
        guard let phase = ScenePhase(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a state; use \(states).")
        }
        return phase
    }

    private static func cues(_ text: String) throws -> [TimelineCue] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return try parts.map { part in
            let halves = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, let seconds = Double(halves[1]), seconds > 0, times.contains(seconds) else {
                throw ValidationError("\"\(part)\" isn't a part of a timeline; use STATE:SECONDS, as in \"idle:1.5\".")
            }
            return TimelineCue(phase: try phase(String(halves[0])), seconds: seconds)
        }
    }
}
