// SPDX-License-Identifier: GPL-3.0-or-later
// A day of every month in words: "the fifteenth of every month", "monthly on the 3rd", "the last friday of each month".

package import JarvisCore

/// Something that comes every month.
struct Monthly: Hashable, Sendable {
    /// nil where none was told.
    var day: MonthDay?
}

/// Reads days that come every month.
package enum MonthDayPhrase {
    private static let openings = [["every", "single", "month"], ["every", "month"], ["each", "month"], ["monthly"]]
    private static let endings =
        [["of", "every", "month"], ["of", "each", "month"], ["in", "every", "month"], ["in", "each", "month"]]
        + openings
    /// Only behind "every" do these mean all months.
    private static let ofTheMonth = [["of", "the", "month"], ["of", "a", "month"], ["in", "the", "month"]]

    /// What `words` say, all of them, where it comes every month; its day is nil where none is told.
    static func monthly(_ words: some Collection<String>) -> Monthly? {
        var rest = Array(words)[...]
        if let opening = openings.first(where: { rest.starts(with: $0) }) {
            rest = rest.dropFirst(opening.count)
        } else if let ending = endings.first(where: { rest.count > $0.count && rest.suffix($0.count).elementsEqual($0) }
        ) {
            rest = rest.dropLast(ending.count)
        } else if rest.first == "every" || rest.first == "each",
            let ending = ofTheMonth.first(where: { rest.suffix($0.count).elementsEqual($0) })
        {
            rest = rest.dropFirst().dropLast(ending.count)
        } else {
            return nil
        }
        if rest.isEmpty { return Monthly(day: nil) }
        return day(of: rest).map { Monthly(day: $0) }
    }

    /// The day of a month that `words` are, all of them: "on the 15th", "the last day", "first monday".
    package static func day(of words: some Collection<String>) -> MonthDay? {
        var rest = words.filter { !["st", "nd", "rd", "th"].contains($0) }[...]
        if rest.first == "on" { rest = rest.dropFirst() }
        if rest.first == "the" { rest = rest.dropFirst() }
        guard let last = rest.last else { return nil }
        if rest.elementsEqual(["last", "day"]) || rest.elementsEqual(["end"]) { return .last }
        if last == "day", rest.count > 1 { return date(rest.dropLast()) }
        guard let weekday = DayPhrase.index(of: last, in: CalendarNames.weekdays), rest.count == 2 else {
            return date(rest)
        }
        guard let first = rest.first else { return nil }
        if first == "last" { return .weekday(weekday, week: 5) }
        return DayPhrase.number([first]).flatMap { (1...4).contains($0) ? .weekday(weekday, week: $0) : nil }
    }

    private static func date(_ words: ArraySlice<String>) -> MonthDay? {
        DayPhrase.number(Array(words)).map { .date($0) }
    }
}
