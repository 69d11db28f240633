// SPDX-License-Identifier: GPL-3.0-or-later
// Reads values by rules so simple that they understand few phrases, but those correctly. They judge JARVIS's
// interpretation of a request, and share no code with its parser.

/// Reads the values of plain phrases; nil for anything more complicated.
enum SimpleValues {
    private static let units = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    /// Lower-case words, with figures separated from adjacent letters.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        for piece in text.lowercased().split(whereSeparator: { " ,?!;\"".contains($0) }) {
            var word = String(piece)
            if ["a.m", "a.m.", "p.m", "p.m."].contains(word) { word = word.hasPrefix("a") ? "am" : "pm" }
            while let last = word.last, ".:".contains(last) { word.removeLast() }
            let parts = word.split(separator: "-").map(String.init)
            if parts.count > 1,
                parts.allSatisfy({ tens.contains($0) || units.contains($0) || Double($0) != nil || lengths[$0] != nil })
            {
                words += parts
                continue
            }
            let figures = word.prefix { $0.isNumber || ":.".contains($0) }
            if !figures.isEmpty, ["am", "pm", "%", "x"].contains(word.dropFirst(figures.count)) {
                words += [String(figures), String(word.dropFirst(figures.count))]
            } else if !word.isEmpty {
                words.append(word)
            }
        }
        return words
    }

    /// The numbers in a text, with their positions.
    static func numbers(_ words: [String]) -> [(range: Range<Int>, value: Double)] {
        var found: [(range: Range<Int>, value: Double)] = []
        var place = 0
        while place < words.count {
            if let number = number(words, at: place) {
                found.append((place..<place + number.count, number.value))
                place += number.count
            } else {
                place += 1
            }
        }
        return found
    }

    private static func number(_ words: [String], at place: Int) -> (value: Double, count: Int)? {
        let figures = words[place].filter { $0 != "," && $0 != "$" && $0 != "£" }
        if let value = Double(figures) { return (value, 1) }
        var (total, current, count) = (0.0, 0.0, 0)
        for word in words[place...] {
            if let value = units.firstIndex(of: word) {
                let rest = current.truncatingRemainder(dividingBy: 100)
                if count > 0,
                    rest.truncatingRemainder(dividingBy: 10) != 0 || rest > 0 && rest < 20 || rest > 0 && value > 9
                {
                    break
                }
                current += Double(value)
            } else if let value = tens.firstIndex(of: word) {
                if current.truncatingRemainder(dividingBy: 100) != 0 { break }
                current += Double(value * 10 + 20)
            } else if word == "hundred", count > 0 {
                current *= 100
            } else if word == "thousand", count > 0 {
                (total, current) = (total + current * 1000, 0)
            } else {
                break
            }
            count += 1
        }
        return count > 0 ? (total + current, count) : nil
    }

    private static let lengths: [String: Double] = [
        "second": 1, "seconds": 1, "secs": 1, "sec": 1, "minute": 60, "minutes": 60, "min": 60, "mins": 60,
        "hour": 3600,
        "hours": 3600, "hr": 3600, "hrs": 3600,
    ]

    /// A length of time in seconds, if the text consists of whole numbers of units.
    static func seconds(_ words: [String]) -> Double? {
        if words.contains(where: ["half", "quarter", "less", "off", "ago", "before", "until", "or"].contains) {
            return nil
        }
        var total = 0.0
        for (range, value) in numbers(words) {
            guard range.upperBound < words.count, let unit = lengths[words[range.upperBound]] else { return nil }
            total += value * unit
        }
        if total == 0, let place = words.firstIndex(where: { ["hour", "minute"].contains($0) }), place > 0,
            ["a", "an"].contains(words[place - 1])
        {
            return lengths[words[place]]
        }
        return total > 0 ? total : nil
    }

    /// A time of day in minutes, and whether the text says which half of the day.
    static func time(_ words: [String]) -> (minute: Int, isExact: Bool)? {
        let unread = [
            "or", "in", "before", "until", "between", "every", "past", "to", "half", "quarter", "minutes", "hours",
            "hour", "minute",
        ]
        var words = words
        // "In the morning" says which half of the day.
        var half: Bool?
        for (name, isPM) in [("morning", false), ("afternoon", true), ("evening", true), ("tonight", true)]
        where words.contains(name) {
            half = isPM
        }
        for place in words.indices.reversed() where words[place] == "the" && place > 0 && words[place - 1] == "in" {
            words.removeSubrange(place - 1...place)
        }
        for place in words.indices.dropLast().reversed()
        where ["a", "p"].contains(words[place]) && words[place + 1] == "m" {
            words.replaceSubrange(place...place + 1, with: [words[place] + "m"])
        }
        if words.contains("am") { half = false }
        if words.contains("pm") { half = true }
        if words.contains("noon"), numbers(words).isEmpty { return words.contains("after") ? nil : (720, true) }
        if words.contains("midnight"), numbers(words).isEmpty { return (0, true) }
        if words.contains(where: unread.contains) { return nil }
        var (hour, minute): (Int?, Int) = (nil, 0)
        if let clock = words.first(where: { $0.contains(":") }) {
            let parts = clock.split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2 else { return nil }
            (hour, minute) = (parts[0], parts[1])
        } else {
            let found = numbers(words)
            guard let first = found.first, first.value == first.value.rounded(), found.count <= 2 else { return nil }
            hour = Int(first.value)
            if found.count == 2 {
                guard found[1].range.lowerBound == first.range.upperBound else { return nil }
                minute = Int(found[1].value)
            }
        }
        guard var hour, hour < 24, minute < 60 else { return nil }
        if hour > 12 { return (hour * 60 + minute, true) }
        guard let half else { return (hour * 60 + minute, false) }
        if half, hour < 12 { hour += 12 }
        if !half, hour == 12 { hour = 0 }
        return (hour * 60 + minute, true)
    }

    /// The result of a calculation with two numbers.
    static func result(_ text: String) -> Double? {
        let words = words(text.replacing("%", by: " percent ").replacing("*", by: " times "))
        let found = numbers(words)
        if found.count == 1, words.contains("root"), words.contains("square") { return found[0].value.squareRoot() }
        guard found.count == 2 else { return nil }
        let (one, other) = (found[0].value, found[1].value)
        let between = words[found[0].range.upperBound..<found[1].range.lowerBound].joined(separator: " ")
        switch between {
        case "plus", "+", "added to": return one + other
        case "and" where words.contains(where: ["add", "sum"].contains): return one + other
        case "minus", "-": return one - other
        case "times", "x", "multiplied by": return one * other
        case "divided by", "/", "over": return other == 0 ? nil : one / other
        case "percent of": return one * other / 100
        case "percent off", "percent off of": return other * (100 - one) / 100
        case "less than": return words.contains("is") && !words.contains("how") ? other - one : nil
        default: return nil
        }
    }

    private static let factors: [String: (Double, String)] = [
        "inch": (0.0254, "m"), "foot": (0.3048, "m"), "feet": (0.3048, "m"), "yard": (0.9144, "m"),
        "mile": (1609.344, "m"),
        "meter": (1, "m"), "metre": (1, "m"), "centimeter": (0.01, "m"), "millimeter": (0.001, "m"),
        "kilometer": (1000, "m"), "gram": (1, "g"), "kilogram": (1000, "g"), "kilo": (1000, "g"),
        "pound": (453.59237, "g"), "ounce": (28.349523125, "g"), "second": (1, "s"), "minute": (60, "s"),
        "hour": (3600, "s"), "day": (86400, "s"), "week": (604_800, "s"),
    ]

    /// The result of converting an amount to another unit.
    static func conversion(_ text: String) -> Double? {
        let words = words(text)
        let named = words.indices.compactMap { place -> (place: Int, factor: Double, quantity: String)? in
            let singular = words[place].last == "s" ? String(words[place].dropLast()) : words[place]
            return (factors[words[place]] ?? factors[singular == "inche" ? "inch" : singular]).map {
                (place, $0.0, $0.1)
            }
        }
        let found = numbers(words)
        guard named.count == 2, named[0].quantity == named[1].quantity, found.count <= 1 else { return nil }
        let amount = found.first?.value ?? 1
        guard
            found.first.map({ $0.range.upperBound == named[0].place || $0.range.upperBound == named[1].place }) ?? true
        else { return nil }
        // "How many A in three B", "three B in A".
        let isSecond = found.first.map { $0.range.upperBound == named[1].place } ?? (words.contains("many"))
        let (from, to) = isSecond ? (named[1], named[0]) : (named[0], named[1])
        return amount * from.factor / to.factor
    }

    /// The items between a verb and "to my list", "from the list" and the like.
    static func items(_ text: String, _ verbs: Set<String>, _ prepositions: Set<String>) -> [String]? {
        let lower = text.lowercased()
        let words = lower.split(separator: " ").map(String.init)
        let all: Set = [
            "add", "put", "include", "remove", "delete", "take", "erase", "get", "scratch", "cross", "need", "want",
            "make",
        ]
        guard words.filter(all.contains).count == 1, let verb = words.firstIndex(where: verbs.contains),
            let end = words[verb...].firstIndex(where: prepositions.contains), end > verb + 1,
            words[end...].contains(where: { $0.hasPrefix("list") })
        else { return nil }
        let text = words[verb + 1..<end].joined(separator: " ")
        let parts = text.replacing(", and ", by: ",").replacing(" and ", by: ",")
            .split(separator: ",").map { part in
                let words = part.split(separator: " ").drop { ["a", "an", "some", "the", "more", "off"].contains($0) }
                return words.joined(separator: " ")
            }
        guard !parts.isEmpty,
            parts.allSatisfy({ part in
                !part.isEmpty
                    && !part.split(separator: " ").contains {
                        ["all", "everything", "it", "that", "this", "item", "items"].contains($0)
                    }
            })
        else { return nil }
        return parts
    }

    /// The words after one of these phrases, up to the end.
    static func rest(_ text: String, behind phrases: [String]) -> String? {
        let lower = " " + text.lowercased() + " "
        for phrase in phrases {
            guard let range = lower.firstRange(of: " " + phrase + " ") else { continue }
            var words = lower[range.upperBound...].split(whereSeparator: { " ?.!\"".contains($0) }).map(String.init)
            let tail: Set = ["please", "now", "for", "me", "thanks", "today", "tomorrow", "right", "currently"]
            while let last = words.last, tail.contains(last) { words.removeLast() }
            let head: Set = ["the", "a", "an", "word"]
            while let first = words.first, head.contains(first), words.count > 1 { words.removeFirst() }
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        return nil
    }
}

extension String {
    fileprivate func replacing(_ part: String, by other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
