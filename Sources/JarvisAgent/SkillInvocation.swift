// SPDX-License-Identifier: GPL-3.0-or-later
// What a skill is given: the utterance, the values in it, and the world around.

import GioKit
public import JarvisCore
public import JarvisPlatform
package import JarvisUnderstanding

/// The ports that skills work with.
public struct SkillServices: Sendable {
    /// The conversation history, for notes and searches.
    public var history: any ConversationStore
    /// Speed, pitch, voice and the user's name.
    public var settings: any SettingsStore
    /// Timers, alarms and reminders.
    public var reminders: any ReminderStore
    /// Asked for its voices only.
    public var synthesizer: any SpeechSynthesizer
    /// Opens applications and addresses.
    public var launcher: any Launcher
    /// Reads the machine.
    public var status: any SystemStatusReader
    /// Lists of things to buy, to do and of any other name; nil where none are kept.
    public var lists: (any ListStore)?
    /// The stopwatch; nil where none is kept.
    public var stopwatch: (any StopwatchStore)?
    /// The user's calendars; nil where there are none to be had.
    public var appointments: (any AppointmentReader)?
    /// A dictionary; nil where there is none to be had.
    public var words: (any WordReference)?
    /// The language models that the user has set up; nil where there are none to be had.
    public var models: (any ModelChoice)?
    /// Everything that is kept of the user; nil where that is not known.
    public var kept: (any KeptDataLibrary)?
    /// Services on the internet; nil where there is no network to be had.
    public var online: (any OnlineServices)?
    /// Volumes, players, brightness, the session, the clipboard, and more readings of the machine.
    public var desktop: DesktopControls
    /// The wall clock in the user's time zone.
    public var clock: any WallClock
    /// Picks one of `count` things, 0…count − 1; chance in the product, fixed in tests.
    public var pick: @Sendable (_ count: Int) -> Int
    /// How the user's part of the world writes times, numbers and temperatures.
    public var region = Region.unitedStates
    /// Where the tables of places and numbers are.
    public var resources = ResourceLocator.standard()
    /// Seconds east of UTC in a time zone such as "Asia/Tokyo"; nil when there is no such zone.
    public var zoneOffset: @Sendable (_ zone: String, _ instant: Timestamp) -> Int? = { zone, instant in
        ZoneOffset.seconds(of: zone, at: instant.secondsSinceEpoch)
    }

    /// All ports that the built-in skills need.
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
    /// The words of the language.
    package var lexicon: Lexicon
    /// Values by slot name.
    package var slots: [String: SlotValue]
    package var services: SkillServices
    /// What all skills can do.
    package var commands: [CommandHelp]
    /// The previous reply in full, heard or not; empty when there is none.
    package var previousReply: String
    /// Values of the reply that asked, when this is the answer to a question.
    package var previousValues: [String: String]
    /// Takes back what was done last; nil when nothing can be taken back.
    package var undo: DeferredAction?
    /// When that was done, or what cannot be taken back.
    var undoSince: Timestamp?
    /// What "it" is: the identity that the reply before gave to what it made; nil where nothing points to it.
    package var subject: String?
    /// What was done last cannot be taken back.
    var lastIsFinal = false

    /// The words of the utterance.
    package var words: [String] { utterance.words }

    package func number(_ name: String) -> Double? {
        if case .number(let value) = slots[name] { value } else { nil }
    }

    /// Whole seconds.
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

    /// Words of a slot that takes any: free text, or an application's name.
    package func text(_ name: String) -> String? {
        switch slots[name] {
        case .text(let value), .application(let value): value
        default: nil
        }
    }

    /// How figures are written here.
    package var region: Region { services.region }

    /// Today in the user's time zone.
    package var today: CivilDate { CivilDate(services.clock.local(services.clock.now())) }

    /// One of `items`, by the injected chance; the first when there is but one.
    package func choice<Item>(of items: [Item], or fallback: Item) -> Item {
        guard !items.isEmpty else { return fallback }
        return items[min(max(services.pick(items.count), 0), items.count - 1)]
    }
}
