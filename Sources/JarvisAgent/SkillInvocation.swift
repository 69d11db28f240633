// SPDX-License-Identifier: GPL-3.0-or-later
// The input of a skill: the utterance, its values, and the ports to act through.

import GioKit
public import JarvisCore
public import JarvisPlatform
package import JarvisUnderstanding

/// The ports that skills work with.
public struct SkillServices: Sendable {
    /// The conversation history, for notes and searches.
    public var history: any ConversationStore
    /// The user's settings, such as speed, pitch, voice and name.
    public var settings: any SettingsStore
    /// Timers, alarms and reminders.
    public var reminders: any ReminderStore
    /// Lists the available voices; skills don't speak through it.
    public var synthesizer: any SpeechSynthesizer
    /// Opens applications and addresses.
    public var launcher: any Launcher
    /// Reads the state of the machine.
    public var status: any SystemStatusReader
    /// Shopping, to-do and other lists; nil if none are stored.
    public var lists: (any ListStore)?
    /// The stopwatch; nil if none is stored.
    public var stopwatch: (any StopwatchStore)?
    /// The user's calendars; nil if none are available.
    public var appointments: (any AppointmentReader)?
    /// The calendar that may be changed; nil if there is none.
    public var calendarWriter: (any AppointmentWriter)?
    /// A dictionary; nil if none is available.
    public var words: (any WordReference)?
    /// The language models that the user has set up; nil if none are available.
    public var models: (any ModelChoice)?
    /// All data stored about the user; nil if unknown.
    public var kept: (any KeptDataLibrary)?
    /// Services on the internet; nil without network access.
    public var online: (any OnlineServices)?
    /// Volumes, players, brightness, the session, the clipboard, and more about the machine.
    public var desktop: DesktopControls
    /// The wall clock in the user's time zone.
    public var clock: any WallClock
    /// Picks one of `count` things and returns 0…count − 1; random by default, fixed in tests.
    public var pick: @Sendable (_ count: Int) -> Int
    /// The user's region, which determines the format of times, numbers and temperatures.
    public var region = Region.unitedStates
    /// Where to find the tables of places and numbers.
    public var resources = ResourceLocator.standard()
    /// Seconds east of UTC in a time zone such as "Asia/Tokyo"; nil for an unknown zone.
    public var zoneOffset: @Sendable (_ zone: String, _ instant: Timestamp) -> Int? = { zone, instant in
        ZoneOffset.seconds(of: zone, at: instant.secondsSinceEpoch)
    }

    /// Creates the services. The ports without a parameter start out nil or with a default.
    public init(
        history: any ConversationStore, settings: any SettingsStore, reminders: any ReminderStore,
        synthesizer: any SpeechSynthesizer, launcher: any Launcher, status: any SystemStatusReader,
        desktop: DesktopControls, clock: any WallClock, lists: (any ListStore)? = nil,
        appointments: (any AppointmentReader)? = nil, words: (any WordReference)? = nil,
        pick: @escaping @Sendable (_ count: Int) -> Int = { Int.random(in: 0..<max($0, 1)) }
    ) {
        self.history = history
        self.settings = settings
        self.reminders = reminders
        self.synthesizer = synthesizer
        self.launcher = launcher
        self.status = status
        self.desktop = desktop
        self.clock = clock
        self.lists = lists
        self.appointments = appointments
        self.words = words
        self.pick = pick
    }
}

/// One call of a skill.
package struct SkillInvocation: Sendable {
    package var request: AgentRequest
    package var utterance: Utterance
    /// The word lists of the language.
    package var lexicon: Lexicon
    /// Values by slot name.
    package var slots: [String: SlotValue]
    package var services: SkillServices
    /// The commands of all skills.
    package var commands: [CommandHelp]
    /// The previous reply in full, whether it was heard or not; empty if there is none.
    package var previousReply: String
    /// The values of the reply that asked the question, if this is the answer to one.
    package var previousValues: [String: String]
    /// Undoes the last change; nil if there is nothing to undo.
    package var undo: DeferredAction?
    /// When the last change was made, whether it can be undone or not.
    var undoSince: Timestamp?
    /// The identity of the thing that "it" refers to; nil if nothing refers to one.
    package var subject: String?
    /// True if the last change can't be undone.
    var lastIsFinal = false

    /// The words of the utterance.
    package var words: [String] { utterance.words }

    package func number(_ name: String) -> Double? {
        if case .number(let value) = slots[name] { value } else { nil }
    }

    /// A duration in whole seconds.
    package func duration(_ name: String) -> Int64? {
        if case .duration(let value) = slots[name] { value } else { nil }
    }

    package func time(_ name: String) -> ClockTime? {
        if case .time(let value) = slots[name] { value } else { nil }
    }

    package func unit(_ name: String) -> Unit? {
        if case .unit(let value) = slots[name] { value } else { nil }
    }

    package func moment(_ name: String) -> WhenPhrase.Moment? {
        if case .moment(let value) = slots[name] { value } else { nil }
    }

    package func schedule(_ name: String) -> Schedule? {
        if case .schedule(let value) = slots[name] { value } else { nil }
    }

    package func day(_ name: String) -> DayReference? {
        if case .day(let value) = slots[name] { value } else { nil }
    }

    /// The setting that a slot names.
    package func setting(_ name: String) -> SettingMention? {
        if case .setting(let value) = slots[name] { value } else { nil }
    }

    /// The words of a slot that accepts any text, or an application's name.
    package func text(_ name: String) -> String? {
        switch slots[name] {
        case .text(let value), .application(let value): value
        default: nil
        }
    }

    /// The user's region, which determines the format of numbers.
    package var region: Region { services.region }

    /// Today in the user's time zone.
    package var today: CivilDate { CivilDate(services.clock.local(services.clock.now())) }

    /// Picks one of `items` through the injected `pick`; returns `fallback` if there are none.
    package func choice<Item>(of items: [Item], or fallback: Item) -> Item {
        guard !items.isEmpty else { return fallback }
        return items[min(max(services.pick(items.count), 0), items.count - 1)]
    }
}
