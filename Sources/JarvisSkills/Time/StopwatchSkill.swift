// SPDX-License-Identifier: GPL-3.0-or-later
// Starts, stops, pauses and reads a stopwatch with laps.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct StopwatchSkill: Skill {
    let help = CommandHelp(
        skill: "stopwatch", title: "Stopwatch",
        summary: "Measures time, with laps and pauses.",
        examples: [
            "start a stopwatch", "how long has the stopwatch been running", "stop the stopwatch", "pause the stopwatch",
            "lap", "reset the stopwatch",
        ], icon: "jarvis-stopwatch-symbolic")

    private static let it = "(the|my)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .changes, ["start (a|the|my) stopwatch"],
                typed: [
                    "(start|begin|restart) [a|the|my|a new] stopwatch", "stopwatch", "start timing [me]",
                ], answer: Self.start),
            SkillIntent(
                .tells, ["how long has \(Self.it) stopwatch been running"],
                typed: [
                    "how long has \(Self.it) stopwatch been going", "what does \(Self.it) stopwatch (say|show)",
                    "what is \(Self.it) stopwatch at", "how much time is on \(Self.it) stopwatch",
                    "(check|read|show) [me] \(Self.it) stopwatch", "is \(Self.it) stopwatch [still] running",
                ], answer: Self.tell),
            SkillIntent(
                .changes, ["(stop|pause) \(Self.it) stopwatch"],
                typed: ["(stop|pause|halt|end) [the|my] stopwatch", "stop timing [me]"], answer: Self.stop),
            SkillIntent(
                .changes, [], typed: ["(resume|continue|unpause) [the|my] stopwatch"], answer: Self.resume),
            SkillIntent(
                .changes, [],
                typed: [
                    "(reset|clear|cancel|delete|remove) [the|my] stopwatch", "set \(Self.it) stopwatch [back] to zero",
                ], answer: Self.reset),
            SkillIntent(
                .changes, [], typed: ["[take a|new|next] lap [time]"], answer: Self.lap),
            SkillIntent(
                .tells, [], typed: ["(what are|show me) \(Self.it) laps", "how many laps [do i have]"],
                answer: Self.tellLaps),
        ]
    }

    private static func store(_ invocation: SkillInvocation) throws -> any StopwatchStore {
        guard let store = invocation.services.stopwatch else { throw SkillError("I can't keep a stopwatch here.") }
        return store
    }

    /// "1 minute and 12 seconds"
    private static func spoken(_ time: Duration) -> String { SpokenFormat.duration(seconds: time.components.seconds) }

    private static func values(_ time: Duration) -> [String: String] { ["time": String(time.components.seconds)] }

    /// Changes the stopwatch. An undo restores the previous one.
    private static func change(
        _ invocation: SkillInvocation, _ text: String, time: Duration, undone: String,
        _ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?
    ) async throws -> SkillReply {
        let old = try await store(invocation).update(change)
        return SkillReply(
            text, values: values(time),
            undo: DeferredAction { invocation in
                try await store(invocation).update { _ in old }
                return SkillReply(undone)
            })
    }

    private static func start(_ invocation: SkillInvocation) async throws -> SkillReply {
        let now = ClockReading(invocation.services.clock)
        let old = try await store(invocation).stopwatch()
        let startsOver = invocation.words.contains("restart") || invocation.words.contains("new")
        if let old, !startsOver {
            let time = old.time(at: now)
            if old.isRunning {
                return SkillReply("Your stopwatch is already running, at \(spoken(time)).", values: values(time))
            }
            if old.isPaused { return try await resume(invocation) }
        }
        return try await change(
            invocation, old == nil ? "Your stopwatch is running." : "Your stopwatch started again from zero.",
            time: .zero,
            undone: old.map { asBefore($0, now) } ?? "Your stopwatch is gone."
        ) { _ in Stopwatch(runningSince: now.instant, boot: now.boot) }
    }

    /// The reply to an undo. A stopwatch that was running has gone on in between.
    private static func asBefore(_ old: Stopwatch, _ now: ClockReading) -> String {
        old.isRunning
            ? "Your stopwatch continues from \(spoken(old.time(at: now)))."
            : "Your stopwatch is back at \(spoken(old.time(at: now)))."
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let stopwatch = try await store(invocation).stopwatch() else { return none }
        let time = stopwatch.time(at: ClockReading(invocation.services.clock))
        let state =
            stopwatch.isRunning
            ? "has been running for" : stopwatch.isPaused ? "is paused at" : "was stopped at"
        return SkillReply("Your stopwatch \(state) \(spoken(time)).", values: values(time))
    }

    private static var none: SkillReply {
        SkillReply("There's no stopwatch. Say \"start a stopwatch\" to start one.", values: ["count": "0"])
    }

    private static func stop(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let old = try await store(invocation).stopwatch() else { return none }
        let now = ClockReading(invocation.services.clock)
        let pauses = invocation.words.contains("pause")
        guard old.isRunning || old.isPaused && !pauses else { return try await tell(invocation) }
        let time = old.time(at: now)
        return try await change(
            invocation, "Your stopwatch \(pauses ? "is paused" : "stopped") at \(spoken(time)).", time: time,
            undone: old.isRunning ? "Your stopwatch is running again." : "Your stopwatch is paused again."
        ) { $0?.stopped(at: now, isPaused: pauses) }
    }

    private static func resume(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let old = try await store(invocation).stopwatch() else { return none }
        guard !old.isRunning else { return try await tell(invocation) }
        let now = ClockReading(invocation.services.clock)
        return try await change(
            invocation, "Your stopwatch continues from \(spoken(old.counted)).", time: old.counted,
            undone: "Your stopwatch is back at \(spoken(old.counted))."
        ) { $0?.resumed(at: now) }
    }

    private static func reset(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let old = try await store(invocation).stopwatch() else { return none }
        let now = ClockReading(invocation.services.clock)
        return try await change(
            invocation, "Your stopwatch is back at zero.", time: .zero, undone: asBefore(old, now)
        ) { _ in nil }
    }

    // MARK: Laps

    private static func lap(_ invocation: SkillInvocation) async throws -> SkillReply {
        let now = ClockReading(invocation.services.clock)
        guard let old = try await store(invocation).stopwatch(), old.isRunning else {
            return SkillReply("No stopwatch is running.", values: ["count": "0"])
        }
        let time = old.time(at: now)
        let length = time - (old.laps.last ?? .zero)
        let whole = old.laps.isEmpty ? "" : " That's \(spoken(time)) in total."
        var reply = try await change(
            invocation, "Lap \(old.laps.count + 1): \(spoken(length)).\(whole)", time: time,
            undone: "I've removed lap \(old.laps.count + 1)."
        ) { stopwatch in
            var stopwatch = stopwatch
            stopwatch?.laps.append(time)
            return stopwatch
        }
        reply.values["lap"] = String(length.components.seconds)
        return reply
    }

    private static func tellLaps(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let stopwatch = try await store(invocation).stopwatch() else { return none }
        let laps = stopwatch.laps
        guard !laps.isEmpty else { return SkillReply("You have no laps yet.", values: ["count": "0"]) }
        let lengths = zip(laps, [.zero] + laps).map { spoken($0 - $1) }
        let last = lengths.suffix(8)
        let start =
            last.count < lengths.count ? "The last \(last.count) are " : last.count == 1 ? "It took " : "They took "
        return SkillReply(
            "You have \(SpokenFormat.count(Int64(laps.count), "lap")). \(start)\(last.joined(separator: "; ")).",
            values: ["count": String(laps.count)])
    }
}
