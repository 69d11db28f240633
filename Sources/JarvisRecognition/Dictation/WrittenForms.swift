// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts how a recognizer may write spoken words: with a capital, with digits or number words, and with its own
// spelling of names. Pure.

import JarvisCore

enum WrittenForms {
    /// Possible written forms of a phrase, without a final mark.
    /// - Parameters:
    ///   - words: Spoken words, in lower case.
    ///   - heard: The transcript of the same sound, whose capital letters are adopted.
    static func forms(of words: [String], like heard: String) -> [String] {
        let names = capitals(in: heard)
        let plain = words.map { names[$0] ?? usualNames[$0] ?? $0 }
        var forms = [joined(plain)]
        let figures = withFigures(plain)
        if figures != plain {
            forms.append(joined(figures))
            if figures.contains("percent") { forms.append(joined(figures).replacingPercent) }
        }
        if let exchanged = exchanged(words, in: heard), !forms.contains(exchanged) { forms.append(exchanged) }
        return forms
    }

    /// Words that English always capitalizes.
    private static let usualNames: [String: String] = {
        let names = [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January", "February",
            "April",
            "June", "July", "August", "September", "October", "November", "December", "Christmas", "Easter", "Celsius",
            "Fahrenheit", "Wikipedia", "Firefox", "Google", "YouTube", "Jarvis", "English", "French", "German",
            "Spanish",
            "I", "I'm", "I've", "I'll", "I'd",
        ]
        return Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
    }()

    /// The capitalized words within the transcript, by their lower-case form.
    private static func capitals(in heard: String) -> [String: String] {
        var names: [String: String] = [:]
        for word in heard.split(separator: " ").dropFirst() {
            let word = word.trimmingMarks
            if word.first?.isUppercase == true { names[word.lowercased()] = String(word) }
        }
        return names
    }

    private static func joined(_ words: [String]) -> String {
        let text = words.joined(separator: " ").replacingHalves
        return text.capitalizedFirst
    }

    /// Converts number words to digits: "one hundred and five" to "105", "seven oh five" to "7:05", "twenty point five"
    /// to "20.5".
    private static func withFigures(_ words: [String]) -> [String] {
        var result: [String] = []
        var place = 0
        while place < words.count {
            guard let (value, end) = number(in: words, from: place) else {
                result.append(words[place])
                place += 1
                continue
            }
            place = end
            if let (minutes, end) = number(in: words, from: place), (1...23).contains(value),
                (10...59).contains(minutes)
            {
                result.append("\(value):\(minutes)")
                place = end
            } else if let digits = digits(in: words, behind: "oh", from: place), digits.count == 1,
                (1...23).contains(value)
            {
                result.append("\(value):0\(digits[0])")
                place += 2
            } else if let digits = digits(in: words, behind: "point", from: place) {
                result.append("\(value)." + digits.map(String.init).joined())
                place += 1 + digits.count
            } else {
                result.append(String(value))
            }
        }
        return result
    }

    /// The digits after a word, as in "seven oh five" and "twenty point two five"; nil if that word does not come next,
    /// or no digit follows it.
    private static func digits(in words: [String], behind word: String, from place: Int) -> [Int]? {
        guard place < words.count, words[place] == word else { return nil }
        let digits = words[(place + 1)...].prefix { values[$0].map { $0 < 10 } == true }.compactMap { values[$0] }
        return digits.isEmpty ? nil : digits
    }

    /// The longest number starting at a position, and the position after it.
    private static func number(in words: [String], from start: Int) -> (Int, end: Int)? {
        var (thousands, rest, place) = (0, 0, start)
        // The next word has to be smaller than this: units follow tens, and anything below 100 follows hundreds.
        var room = 1_000
        while place < words.count {
            let word = words[place]
            if place == start, word == "a", place + 1 < words.count, ["hundred", "thousand"].contains(words[place + 1])
            {
                rest = 1
            } else if word == "hundred", (1...9).contains(rest) {
                (rest, room) = (rest * 100, 100)
            } else if word == "thousand", rest > 0, thousands == 0 {
                (thousands, rest, room) = (rest * 1_000, 0, 1_000)
            } else if word == "and", place > start, room >= 100, place + 1 < words.count,
                values[words[place + 1]] != nil
            {
                // Skip the "and" of "two hundred and five".
            } else if let value = values[word], value < room, value > 0 || place == start {
                (rest, room) = (rest + value, value >= 20 ? 10 : 1)
            } else {
                break
            }
            place += 1
        }
        return place > start ? (thousands + rest, place) : nil
    }

    /// The numbers that are one word, except zero.
    static let numbers = values.filter { $0.value > 0 }

    private static let values: [String: Int] = {
        let small = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
        var values = Dictionary(uniqueKeysWithValues: small.enumerated().map { ($0.element, $0.offset) })
        for (index, word) in tens.enumerated() { values[word] = 20 + 10 * index }
        return values
    }()
}

extension Substring {
    fileprivate var trimmingMarks: Substring {
        var text = self
        while let last = text.last, ".,?!:;".contains(last) { text.removeLast() }
        return text
    }
}

extension String {
    /// The text with "a m" and "p m" written with dots.
    fileprivate var replacingHalves: String {
        var words = split(separator: " ").map(String.init)
        while let place = words.indices.dropLast().first(where: {
            ["a", "p"].contains(words[$0]) && words[$0 + 1] == "m"
        }) {
            // The recognizer ends a sentence with a mark of its own, so omit the last dot there.
            let dot = place + 2 < words.count ? "." : ""
            words.replaceSubrange(place...(place + 1), with: ["\(words[place]).m\(dot)"])
        }
        return words.joined(separator: " ")
    }

    fileprivate var replacingPercent: String {
        split(separator: " ").reduce(into: "") { text, word in
            text += word == "percent" ? "%" : (text.isEmpty ? "" : " ") + word
        }
    }
}
