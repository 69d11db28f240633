// SPDX-License-Identifier: GPL-3.0-or-later
// Sets, reads, lengthens, shortens and cancels timers.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct TimerSkill: Skill {
    /// The longest timer in seconds. Alarms and reminders serve longer waits.
    static let longestSeconds: Int64 = 24 * 3600

    let allowsDryRun = true
    let help = CommandHelp(
        skill: "timer", title: "Timers",
        summary: "Sets, checks, pauses, resumes and cancels timers.",
        examples: [
            "set a timer for ten minutes", "set a tea timer for four minutes", "how much time is left",
            "pause the timer", "cancel the timer",
        ], icon: "jarvis-hourglass-symbolic")

    /// Common purposes of timers. Spoken requests can use these names; typed ones can use any.
    static let labels = "(tea|coffee|egg|pasta|pizza|rice|bread|cake|laundry|kitchen|oven|workout|break|nap)"

    private static let shortens = "(take|knock|shave|cut|subtract|remove|drop|lose)"
    private static let reduces = "(shorten|reduce|cut|lower|decrease|bring down)"
    /// What stands around a length that is added, and the timer it is added to.
    private static let further = "[another|an extra|an additional|a further]"
    private static let more = "[more|extra|longer|additional]"
    private static let one = "(the|my|that) [{label:text}] timer"
    private static let over = "(is (done|up|over|finished|ready)|goes off|ends|rings|runs out)"

    func amendment(of subject: String) -> DeferredAction? { PendingSkill.amendment(of: subject) }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds,
                [
                    "(set|start|create|make) [a|an|another] [\(Self.labels)] timer for {length:duration}",
                    "(set|start|create|make) [a|an|another] {length:duration} [\(Self.labels)] timer",
                    "(set|start|create|make) [a|an|another] {length:duration} countdown",
                ],
                typed: [
                    "count down {length:duration}", "give me {length:duration} on the clock",
                    "[a] timer for {length:duration}", "[a] {length:duration} timer", "timer {length:duration}",
                    "(set|start|create|make) [a|an|another] {label:text} timer [for] {length:duration}",
                    "(set|start|create|make) [a|an|another] timer for {length:duration} for {label:text}",
                    "(set|start|create|make) [a|an|another] {length:duration} timer for {label:text}",
                    "(set|start|create|make) [a|an|another] timer (called|named) {label:text} for {length:duration}",
                    "(set|start|create|make) [a|an|another] {length:duration} timer (called|named) {label:text}",
                    "(set|start) [a|an|another] timer (to|of) {length:duration}",
                    "start (the|my) timer [for] {length:duration}",
                ], named: "timer.set", answer: Self.set),
            SkillIntent(
                .adds, ["(set|start|create) (a|another) timer"], typed: ["[set|start] timer", "new timer"],
                named: "timer.ask",
                answer: Self.ask),
            SkillIntent(
                .tells,
                [
                    "how (much time|long) is left [on (the|my) [\(Self.labels)] timer]",
                    "how much (time|longer) is there left",
                    "how (much time|long) does (the|my) timer have left", "(check|read) (the|my) (timer|timers)",
                    "(what|which) timers (are running|are set|do i have)", "(list|show) [me] [all] (the|my) timers",
                    "do i have any timers", "when (does|will) (the|my) timer (end|go off)",
                    "how long until (the|my) timer (goes off|ends)",
                ],
                typed: [
                    "how much time on (the|my) (timer|timers)", "how (much|long) [is] left", "how much time left",
                    "(list|show) timers", "timers",
                    "(go over|review|run through) [all] my timers",
                    "how (much time|long|much|much longer|many minutes) [is] [left] (on|for|does|with) "
                        + "(the|my) {label:text} timer "
                        + "[have] [left]",
                    "how (much time|long) (is|has) (the|my) {label:text} timer [still] (got|have) [left]",
                    "how {question:text} (until|till|before) (the|my) [\(Self.labels)] timer [\(Self.over)]",
                    "how {question:text} (until|till|before) (the|my) {label:text} timer [\(Self.over)]",
                    "which (timer|of my timers|of the timers) (ends|rings|finishes|goes off|is done|is "
                        + "up) (first|next)",
                ], named: "timer.left", answer: Self.tellLeft),
            SkillIntent(
                .changes,
                ["add {length:duration} to (the|my) timer", "(extend|lengthen) (the|my) timer by {length:duration}"],
                typed: [
                    "(add|put|tack|stick) \(Self.further) {length:duration} \(Self.more) (to|on|onto|on "
                        + "to) \(Self.one)",
                    "(extend|lengthen|increase|prolong|bump up|bump) \(Self.one) (by|for) \(Self.further) "
                        + "{length:duration}",
                    "(give|let) \(Self.one) (another|an extra|an additional|a further) {length:duration} \(Self.more)",
                    "(give|let) \(Self.one) [have|run] {length:duration} (more|extra|longer)",
                    "make \(Self.one) {length:duration} longer",
                ], named: "timer.extend", answer: Self.extend),
            SkillIntent(
                .changes, [],
                typed: [
                    "\(Self.shortens) {length:duration} (off|from|of|off of) \(Self.one)",
                    "\(Self.reduces) \(Self.one) by {length:duration}", "bring \(Self.one) down by {length:duration}",
                    "(make|let) \(Self.one) [run] {length:duration} (shorter|less)",
                    "\(Self.one) (should be|needs) {length:duration} (shorter|less)",
                    "{length:duration} less on \(Self.one)",
                ], answer: Self.shorten),
            SkillIntent(
                .changes, ["pause (the|my) [\(Self.labels)] timer"],
                typed: [
                    "(pause|hold|freeze|suspend|halt) \(Self.one)", "put \(Self.one) on (hold|pause)",
                ], named: "timer.pause", answer: Self.pause),
            SkillIntent(
                .changes, ["(resume|continue|restart) (the|my) [\(Self.labels)] timer"],
                typed: [
                    "(resume|continue|restart|unpause|unfreeze|carry on with) \(Self.one)"
                ], named: "timer.resume", answer: Self.resume),
            SkillIntent(
                .removes,
                [
                    "(cancel|stop|delete|clear|remove|end) (the|my) [\(Self.labels)] timer",
                    "(cancel|stop|delete|clear|remove|end) (the|my) timers",
                    "(cancel|stop|delete|clear|remove|end) (all|every) [[of] (the|my)] (timers|timer)",
                ],
                typed: [
                    "(cancel|stop|delete|clear|remove|end) (timer|timers)", "call (the|my) (timer|timers) off",
                    "call (the|my) {label:text} timer off",
                    "(cancel|stop|delete|clear|remove|end) (the|my) {label:text} timer",
                    "(cancel|stop|delete|clear|remove|end|kill|turn off) (the|my) {length:duration} timer",
                ], named: "timer.cancel", answer: Self.cancel
            ).needing(.plain),
        ]
    }

    func names(_ services: SkillServices) async -> [String] {
        let timers = ((try? await services.reminders.pending()) ?? []).filter { $0.kind == .timer }
        return timers.map(\.label).filter { !$0.isEmpty }
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        if let verb = invocation.previousValues["verb"].flatMap(Verb.init) {
            return try await Self.answerWhich(verb, invocation)
        }
        let words = invocation.words.first == "for" ? invocation.words.dropFirst() : invocation.words[...]
        guard let seconds = DurationPhrase.seconds(of: words) else { return nil }
        return try await Self.start(seconds, label: "", invocation)
    }

    private static func ask(_ invocation: SkillInvocation) async throws -> SkillReply {
        // "A timer for ten" means ten minutes.
        if let place = invocation.words.lastIndex(of: "for"), place > 0,
            let minutes = NumberWords.value(of: invocation.words[(place + 1)...]), (1...1440).contains(minutes)
        {
            return try await start(Int64(minutes * 60), label: label(in: invocation), invocation)
        }
        return SkillReply("For how long?", followUp: .dictation)
    }

    static func set(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let seconds = invocation.duration("length") else { return try await ask(invocation) }
        return try await start(seconds, label: label(in: invocation), invocation)
    }

    private static func start(
        _ seconds: Int64, label: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        var values = ["length": String(seconds)]
        if !label.isEmpty { values["label"] = label }
        guard seconds > 0 else { return SkillReply("Timers need at least 1 second.", values: values) }
        guard seconds <= longestSeconds else {
            return SkillReply(
                "Timers can run for up to 24 hours. For later, set an alarm or a reminder.",
                values: values)
        }
        let now = invocation.services.clock.now()
        let book = ReminderBook(invocation)
        // Read the clock once for both dates: an unnamed timer goes by its exact length.
        let timer = try await book.add(
            .timer, label: label, dueAt: now.advanced(by: .seconds(seconds)), createdAt: now)
        let length = SpokenFormat.duration(seconds: seconds)
        return SkillReply(
            "Your \(name(timer)) is set for \(length).", values: values,
            undo: book.undoAdding([timer])
        ).about(timer)
    }

    private static func tellLeft(_ invocation: SkillInvocation) async throws -> SkillReply {
        let asksLength = invocation.text("question")
        if asksLength != nil, LengthQuestion(asksLength) == nil { return .notMine }
        try await invocation.showIfWanted(.timers)
        let book = ReminderBook(invocation)
        let all = try await book.meant(.timer)
        let label = label(in: invocation)
        let wanted = matching(all, label)
        if !label.isEmpty, wanted.isEmpty {
            // "How long is the Nile" isn't about a timer, even if one runs.
            if isAboutLength(invocation.words) { return .notMine }
            if !all.isEmpty { return which(all, label) }
        }
        guard !all.isEmpty else {
            // "How long is left" may ask about the music.
            if label.isEmpty, Set(invocation.words).isDisjoint(with: ["timer", "timers"]),
                let player = try? await invocation.services.desktop.media.players().first, player.state == .playing,
                let rest = player.spokenRest
            {
                return SkillReply(rest, values: ["count": "0"])
            }
            return SkillReply("There's no timer running.", values: ["count": "0"])
        }
        let timers = wanted.isEmpty ? all : wanted
        var values = ["count": String(timers.count)]
        let sentences = timers.map { timer in
            let name = timers.count == 1 ? "Your \(name(timer))" : "The \(fullName(timer))"
            if timer.isRinging { return "\(name) is ringing." }
            let left = SpokenFormat.duration(seconds: book.secondsLeft(timer))
            return timer.isPaused ? "\(name) is paused, \(left) left." : "\(name) has \(left) left."
        }
        if let first = timers.first { values["left"] = String(book.secondsLeft(first)) }
        let intro = timers.count > 1 ? ["You have \(timers.count) timers."] : []
        return SkillReply((intro + sentences).joined(separator: " "), values: values).telling(timers)
    }

    /// True for a question about the length of a thing, such as "how long is the Nile".
    private static func isAboutLength(_ words: [String]) -> Bool {
        (words.starts(with: ["how", "long", "is"]) || words.starts(with: ["how", "long", "are"]))
            && !words.contains("left") && !words.contains("timer")
    }

    private static func extend(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await lengthen(by: invocation.duration("length"), invocation)
    }

    private static func shorten(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await lengthen(by: invocation.duration("length").map { -$0 }, invocation)
    }

    /// - Parameter added: The seconds to add; negative to shorten the timer.
    private static func lengthen(by added: Int64?, _ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let timers = try await book.meant(.timer)
        let label = label(in: invocation)
        let wanted = label.isEmpty ? timers : matching(timers, label)
        guard let added, let timer = wanted.first else {
            return timers.isEmpty ? SkillReply("There's no timer running.") : which(timers, label)
        }
        let left = book.secondsLeft(timer) + added
        guard left <= longestSeconds else { return SkillReply("Timers can run for up to 24 hours.") }
        guard left > 0 else {
            let rest = SpokenFormat.duration(seconds: book.secondsLeft(timer))
            return SkillReply("Your \(name(timer)) has only \(rest) left, so nothing changed.")
        }
        let now = invocation.services.clock.now()
        let undo = try await book.change([timer], undone: leftAgain(timer, book)) { timer in
            var longer = timer
            if let remaining = timer.remaining { longer.remaining = remaining + .seconds(added) }
            // A timer that rings starts over with the added time.
            longer.dueAt = (timer.isRinging ? now : timer.dueAt).advanced(by: .seconds(added))
            longer.ringingSince = nil
            return longer
        }
        return SkillReply(
            "Your \(name(timer)) now has \(SpokenFormat.duration(seconds: left)) left.",
            values: ["length": String(added), "left": String(left)], undo: undo
        ).about(timer)
    }

    private static func leftAgain(_ timer: Reminder, _ book: ReminderBook) -> String {
        "Your \(name(timer)) has \(SpokenFormat.duration(seconds: book.secondsLeft(timer))) left again."
    }

    private static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let timers = try await book.meant(.timer)
        guard !timers.isEmpty else { return SkillReply("There's no timer running.", values: ["count": "0"]) }
        let label = label(in: invocation, among: timers)
        if wantsAll(invocation), timers.count > 1 {
            return SkillReply(
                "Cancel \(SpokenFormat.all(timers.count, "timer"))?", values: ["count": "0"],
                proposal: DeferredAction { invocation in
                    try await remove(
                        timers, "I've cancelled \(SpokenFormat.all(timers.count, "timer")).", ReminderBook(invocation))
                })
        }
        var wanted = matching(timers, label)
        if let length = invocation.duration("length") {
            wanted = timers.filter { $0.dueAt.since($0.createdAt) == .seconds(length) }
            if wanted.isEmpty { return which(timers, SpokenFormat.duration(seconds: length)) }
        } else if label.isEmpty, timers.count == 1 {
            wanted = timers
        }
        guard wanted.count == 1, let timer = wanted.first else { return which(timers, label, asksFor: .cancel) }
        return try await cancel(timer, book)
    }

    static func cancel(_ timer: Reminder, _ book: ReminderBook) async throws -> SkillReply {
        try await remove([timer], "I've cancelled your \(name(timer)).", book)
    }

    private static func remove(
        _ timers: [Reminder], _ text: String, _ book: ReminderBook
    ) async throws -> SkillReply {
        try await book.remove(timers)
        return SkillReply(text, values: ["count": String(timers.count)], undo: book.undoRemoving(timers))
    }
}
