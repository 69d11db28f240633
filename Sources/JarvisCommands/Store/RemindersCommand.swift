// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis reminders: manages pending and ringing reminders. The window follows their file, so every change takes effect
// there at once.

public import ArgumentParser
import JarvisCore
import JarvisPlatform
import JarvisStore

/// The commands for timers, alarms and reminders.
public struct RemindersCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "reminders",
        abstract: "List, add, cancel, pause, resume, stop or snooze timers, alarms and reminders.",
        subcommands: [List.self, Add.self, Cancel.self, Pause.self, Resume.self, Stop.self, Snooze.self],
        defaultSubcommand: List.self)

    public init() {}

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List timers, alarms and reminders, soonest first.")
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let context = try StoreCommandContext(global)
            let store = context.reminders
            let pending = try runBlocking { try await store.pending() }
            context.tell(store.notices)
            try ReminderOutput.write(pending, clock: context.clock, json: output.json)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a timer, an alarm or a reminder.")
        @Argument(help: ArgumentHelp("What to add.", valueName: "timer|alarm|reminder"), transform: Self.kind)
        var kind: Reminder.Kind
        @Argument(help: "When: a time of day (07:30), or a length (10m, 1h30m, 45s).")
        var when: String
        @Argument(help: "What it is for.") var label: [String] = []
        @Option(
            help: ArgumentHelp(
                "How it repeats: day, weekdays, days such as mon,thu, or a length.", valueName: "TIMES"))
        var every: String?
        @OptionGroup var output: JSONOption
        @OptionGroup var global: GlobalOptions

        private static func kind(_ text: String) throws -> Reminder.Kind {
            guard let kind = Reminder.Kind(rawValue: text) else {
                throw ValidationError("\"\(text)\" isn't a timer, alarm or reminder.")
            }
            return kind
        }

        func validate() throws {
            guard ReminderTime(when) != nil else {
                throw ValidationError("\"\(when)\" is neither a time such as 07:30 nor a length such as 10m.")
            }
            guard let every else { return }
            guard ReminderTime.recurrence(every, atMinute: 0) != nil else {
                throw ValidationError(
                    "\"\(every)\" isn't day, weekdays, days such as mon,thu, month:15, month:last, or a "
                        + "length such as 2h."
                )
            }
        }

        func run() throws {
            let context = try StoreCommandContext(global)
            let clock = context.clock
            let now = clock.now()
            guard let time = ReminderTime(when) else { throw CleanExit.helpRequest(self) }
            var due = time.next(after: now, clock: clock)
            let local = clock.local(due)
            let recurrence = every.flatMap { ReminderTime.recurrence($0, atMinute: local.hour * 60 + local.minute) }
            switch recurrence {
            case .weekdays(let days, _)? where days.contains(local.weekday): break
            case .weekdays?, .monthly?:
                // With "in two days", the series begins at the first matching day after that.
                let start = max(now, due.advanced(by: .seconds(-60)))
                due = recurrence?.next(after: start, from: due, clock: clock) ?? due
            case .every?, .days?, nil: break
            }
            let number = UInt32.random(in: 0...UInt32.max)
            let reminder = Reminder(
                id: "\(kind.rawValue)-\(now.millisecondsSinceEpoch)-\(number)", kind: kind,
                label: label.joined(separator: " ").withoutInvisibles, createdAt: now, dueAt: due,
                recurrence: recurrence,
                basis: time.isLength && recurrence == nil ? .elapsed : nil)
            let store = context.reminders
            try runBlocking { try await store.add(reminder) }
            context.tell(store.notices)
            try ReminderOutput.write([reminder], clock: clock, json: output.json)
            RingerNote.tell(reminders: context.remindersPath)
        }
    }

    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel timers, alarms or reminders, including repeating ones.")
        @OptionGroup var change: ReminderChange
        func run() throws { try change.run { _, _, _ in nil } }
    }

    struct Pause: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Pause timers.")
        @OptionGroup var change: ReminderChange
        func run() throws { try change.run { reminder, now, _ in reminder.paused(at: now) } }
    }

    struct Resume: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Resume paused timers.")
        @OptionGroup var change: ReminderChange
        func run() throws { try change.run { reminder, now, _ in reminder.resumed(at: now) } }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stop what's ringing.")
        @OptionGroup var change: ReminderChange
        func run() throws { try change.run(ringingOnly: true) { $0.next(after: $1, clock: $2) } }
    }

    struct Snooze: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Snooze what's ringing.")
        @Option(name: [.customLong("for")], help: ArgumentHelp("How long; 9m by default.", valueName: "LENGTH"))
        var delay: String?
        @OptionGroup var change: ReminderChange

        func validate() throws {
            if let delay, ReminderTime.length(delay) == nil {
                throw ValidationError("\"\(delay)\" isn't a length such as 10m.")
            }
        }

        func run() throws {
            let length = delay.flatMap(ReminderTime.length).map { Duration.seconds($0) } ?? Reminder.usualSnooze
            try change.run(ringingOnly: true) { reminder, now, _ in reminder.snoozed(for: length, at: now) }
        }
    }
}

/// The reminders that a command changes.
struct ReminderChange: ParsableArguments {
    @Argument(help: "Identifiers from \"jarvis reminders list\", the kinds timer, alarm or reminder, or all.")
    var which: [String] = []
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    /// - Parameter ringingOnly: True to apply to all ringing reminders if no names are given.
    func run(
        ringingOnly: Bool = false, _ change: @escaping @Sendable (Reminder, Timestamp, SystemWallClock) -> Reminder?
    ) throws {
        let context = try StoreCommandContext(global)
        let (store, clock, names) = (context.reminders, context.clock, Set(which))
        guard ringingOnly || !names.isEmpty else {
            throw ValidationError("Say which: an identifier, a kind, or all.")
        }
        let pending = try runBlocking { try await store.pending() }.filter { !ringingOnly || $0.isRinging }
        let chosen = pending.filter { reminder in
            names.isEmpty || !names.isDisjoint(with: ["all", reminder.id, reminder.kind.rawValue])
        }
        guard !chosen.isEmpty else {
            throw CommandFailure(
                ringingOnly ? "Nothing is ringing." : "There's no such reminder; \"jarvis reminders list\" lists them.")
        }
        let now = clock.now()
        try runBlocking { try await store.update(chosen.map(\.id)) { change($0, now, clock) } }
        context.tell(store.notices)
        try ReminderOutput.write(chosen.map { change($0, now, clock) ?? $0 }, clock: clock, json: output.json)
    }
}
