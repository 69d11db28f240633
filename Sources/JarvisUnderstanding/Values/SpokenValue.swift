// SPDX-License-Identifier: GPL-3.0-or-later
// The types of spoken values: numbers, measures, times and names, independent of the current time.

package import JarvisCore

/// A value as said.
package indirect enum SpokenValue: Hashable, Sendable {
    case number(SpokenNumber)
    /// Amounts of the same quantity, the largest unit first: "five foot eleven".
    case quantity([Measure])
    case duration(CalendarDuration)
    case moment(SpokenMoment)
    /// A duration before or after something.
    case offset(SpokenOffset)
    case period(SpokenPeriod)
    case recurrence(SpokenRecurrence)
    /// The identifier of a time zone, "Europe/Oslo".
    case zone(String)
    case name(KnownName)
    /// Text in quotation marks, as written.
    case quote(String)
    /// A moment that can't exist.
    case impossible(ImpossibleReason)
}

/// A number and its form.
package struct SpokenNumber: Hashable, Sendable {
    /// How a number was said.
    package enum Form: String, Hashable, Sendable {
        case cardinal, ordinal, fraction, percent
    }
    /// For a percentage, the number before the sign.
    package var value: Double
    package var form: Form

    package init(_ value: Double, _ form: Form = .cardinal) {
        self.value = value
        self.form = form
    }
}

/// An amount in a unit.
package struct Measure: Hashable, Sendable {
    package var amount: Double
    package var unit: Unit

    package init(amount: Double, unit: Unit) {
        self.amount = amount
        self.unit = unit
    }
}

/// A day, a time of day, or both, with the part of the day and the zone if said.
package struct SpokenMoment: Hashable, Sendable {
    package var day: DayReference?
    /// If its half of the day was not said, it stays `isAmbiguous`.
    package var time: ClockTime?
    package var part: PartOfDay?
    /// The identifier of its time zone, "Europe/Oslo"; nil for the local one.
    package var zone: String?

    package init(
        day: DayReference? = nil, time: ClockTime? = nil, part: PartOfDay? = nil, zone: String? = nil
    ) {
        self.day = day
        self.time = time
        self.part = part
        self.zone = zone
    }
}

/// A duration before or after something.
package struct SpokenOffset: Hashable, Sendable {
    /// The point a duration is counted from.
    package enum Anchor: Hashable, Sendable {
        case now
        case moment(SpokenMoment)
        case name(KnownName)
    }
    package var length: CalendarDuration
    /// True for "before" and "ago".
    package var isBefore: Bool
    package var anchor: Anchor

    package init(length: CalendarDuration, isBefore: Bool, anchor: Anchor) {
        self.length = length
        self.isBefore = isBefore
        self.anchor = anchor
    }
}

/// A period of time.
package enum SpokenPeriod: Hashable, Sendable {
    /// An open end is nil.
    case between(SpokenMoment?, SpokenMoment?)
    /// The week this many weeks from now, starting on Monday.
    case week(Int)
    /// The Saturday and Sunday of the week this many weeks from now.
    case weekend(Int)
    /// The month this many months from now.
    case month(Int)
    /// The next such month, or the one in the given year.
    case namedMonth(Int, year: Int?)
    /// The year this many years from now.
    case year(Int)
    case exactYear(Int)
    /// A duration from now on, or up to now.
    case coming(CalendarDuration)
    case past(CalendarDuration)
    /// A duration from a moment on: "three days from Friday".
    case running(CalendarDuration, from: SpokenMoment)
}

/// A spoken recurrence.
package struct SpokenRecurrence: Hashable, Sendable {
    /// How it recurs.
    package enum Step: Hashable, Sendable {
        case every(CalendarDuration)
        /// On these weekdays, 1 (Monday) … 7 (Sunday), with the interval in weeks.
        case weekdays(Set<Int>, weeks: Int)
        /// On this day of the month, with the interval in months; nil if no day was said.
        case monthly(MonthDay?, months: Int)
        /// Every year on this day.
        case yearly(DayReference)
        /// A number of times per duration, without stated times.
        case often(Int, per: CalendarDuration)
    }
    package var step: Step
    package var times: [ClockTime] = []
    package var part: PartOfDay?
    /// The two times of day it is limited to; empty if unlimited.
    package var window: [ClockTime] = []
    package var start: SpokenMoment?
    package var end: SpokenMoment?

    package init(step: Step) { self.step = step }

    /// True if it has no limits and at most one time.
    var isPlain: Bool { window.isEmpty && start == nil && end == nil && times.count <= 1 }
}

/// Something of the user's own, by the name the caller supplied.
package struct KnownName: Hashable, Sendable {
    /// The kind of thing with this name.
    package enum Kind: String, Hashable, Sendable {
        case timer, list, event, application, player, device, person, place
    }
    package var kind: Kind
    package var name: String

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }
}

/// Why a moment can't exist.
package enum ImpossibleReason: String, Hashable, Sendable {
    /// "25 o'clock", "13:75"
    case time
    /// "February 30", "the 32nd"
    case date
}

/// A value and the words it comes from.
package struct ValueSpan: Hashable, Sendable {
    /// The indices of the words.
    package var range: Range<Int>
    package var value: SpokenValue
    /// The values it is composed of, from the left; empty for simple values.
    package var parts: [ValueSpan]

    package init(range: Range<Int>, value: SpokenValue, parts: [ValueSpan] = []) {
        self.range = range
        self.value = value
        self.parts = parts
    }
}
