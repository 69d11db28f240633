// SPDX-License-Identifier: GPL-3.0-or-later
// The features of a request for the trained estimate: its words, their neighbours and the kinds of values. The weights
// are fitted to exactly these features; after a change here, fit them again (training/understanding). Pure.

import JarvisCore

/// Extracts the features of requests.
package enum RequestFeatures {
    /// The longest application name, in words.
    private static let nameLimit = 4
    /// The length of the prefix that longer words also count by: "restarted" then resembles "restarting".
    private static let beginning = 5
    private static let months = Set(CalendarNames.months.map { $0.lowercased() }).subtracting(["may", "march"])
    private static let weekdays = Set(CalendarNames.weekdays.map { $0.lowercased() })
    private static let ordinals = Set(CalendarNames.ordinals).subtracting(["first", "second"])

    /// The features of a request, without white space. They depend on the installed applications, otherwise on the
    /// words alone.
    package static func of(_ utterance: Utterance, pack: LanguagePack, applications: ApplicationIndex) -> Set<String> {
        let rewritten = pack.rewritten(utterance)
        var features: Set<String> = []
        var tokens: [String] = ["^"]
        for word in rewritten.words {
            let token = kind(of: word) ?? pack.lexicon.representative(of: word)
            // "Twenty five" is one number.
            if token == "<n>", tokens.last == token { continue }
            if token != word, token.first != "<" { features.insert("r:" + word) }
            if token.first == "<" { features.insert("k:" + token) }
            if word.utf8.count > beginning { features.insert("p:" + word.prefix(beginning)) }
            tokens.append(token)
        }
        let numbers = tokens.count { $0 == "<n>" }
        if numbers > 1 { features.insert("k:<n>\(min(numbers, 3))") }
        for token in tokens.dropFirst() { features.insert("w:" + token) }
        for place in tokens.indices {
            let next = place + 1 < tokens.count ? tokens[place + 1] : "$"
            features.insert("b:\(tokens[place])_\(next)")
            if place + 2 < tokens.count { features.insert("s:\(tokens[place])_\(tokens[place + 2])") }
        }
        for place in rewritten.words.indices where applications.mayBegin(with: rewritten.words[place]) {
            for length in 1...min(nameLimit, rewritten.words.count - place) {
                let name = rewritten.words[place..<place + length].joined(separator: " ")
                guard applications.isKnown(name) else { continue }
                features.insert("k:<app>")
                let before = place == 0 ? "^" : pack.lexicon.representative(of: rewritten.words[place - 1])
                features.insert("b:\(before)_<app>")
            }
        }
        features.insert("l:\(length(tokens.count - 1))")
        features.insert("c:\(min(utterance.clauses.count, 3))")
        return features
    }

    /// The 32-bit FNV-1a hash of some bytes. The file of weights identifies features by it, and ends with its own.
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    private static func kind(of word: String) -> String? {
        guard let first = word.first else { return nil }
        if first.isASCII, first.isNumber { return word.contains(":") ? "<t>" : "<n>" }
        if word != "one", CardinalReader.small(word) != nil || CardinalReader.scale(word) != nil { return "<n>" }
        if weekdays.contains(word) { return "<day>" }
        if months.contains(word) { return "<month>" }
        if ordinals.contains(word) { return "<o>" }
        if word.dropFirst().contains("."), word.last != "." { return "<site>" }
        if word != "in", let unit = UnitPhrase.unit(of: [word]), unit.quantity != .time { return "<u>" }
        return nil
    }

    private static func length(_ count: Int) -> Int {
        switch count {
        case ...3: count
        case ...5: 5
        case ...8: 8
        default: 12
        }
    }
}
