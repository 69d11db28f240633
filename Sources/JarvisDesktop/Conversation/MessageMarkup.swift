// SPDX-License-Identifier: GPL-3.0-or-later
// The highlights in a message: links, figures in replies, and search matches. Pure.

import GtkKit

/// The highlighted parts of a text.
struct MessageMarkup: Equatable {
    /// A web address: where the text has it, and the address to open.
    struct Link: Equatable {
        var range: Range<String.Index>
        var address: String
    }

    private let text: String
    /// In the order of the text; likewise `figures` and `marks`.
    private(set) var links: [Link] = []
    private(set) var figures: [Range<String.Index>] = []
    /// Search matches, with their background and text colours.
    var marks: [Range<String.Index>] = []
    var markColors: (ground: Color, letters: Color)?

    static func == (one: MessageMarkup, other: MessageMarkup) -> Bool {
        one.text == other.text && one.links == other.links && one.figures == other.figures && one.marks == other.marks
    }

    /// - Parameter hasFigures: true also highlights numbers.
    init(_ text: String, hasFigures: Bool) {
        self.text = text
        let hasLinks = text.contains("://") || text.contains("www.")
        guard hasLinks || hasFigures else { return }
        for word in text.split(whereSeparator: \.isWhitespace) {
            if hasLinks, let link = Self.link(in: word) {
                links.append(link)
            } else if hasFigures, let figure = Self.figure(in: word) {
                figures.append(figure)
            }
        }
    }

    /// The addresses in a text.
    static func addresses(in text: String) -> [String] { MessageMarkup(text, hasFigures: false).links.map(\.address) }

    /// The whole text as Pango markup.
    var markup: String {
        var bounds: Set = [text.startIndex, text.endIndex]
        for range in links.map(\.range) + figures + marks { bounds.formUnion([range.lowerBound, range.upperBound]) }
        let places = bounds.sorted()
        var (links, figures, marks) = (links[...], figures[...], marks[...])
        var markup = ""
        for (start, end) in zip(places, places.dropFirst()) {
            while let first = links.first, first.range.upperBound <= start { links.removeFirst() }
            while let first = figures.first, first.upperBound <= start { figures.removeFirst() }
            while let first = marks.first, first.upperBound <= start { marks.removeFirst() }
            if let link = links.first, link.range.lowerBound == start {
                markup += "<a href='\(Markup.escape(link.address))'>"
            }
            var style = figures.first.map { $0.contains(start) } == true ? " weight='bold'" : ""
            if let markColors, marks.first.map({ $0.contains(start) }) == true {
                style += " bgcolor='\(markColors.ground.hexadecimal)' fgcolor='\(markColors.letters.hexadecimal)'"
            }
            let words = Markup.escape(text[start..<end])
            markup += style.isEmpty ? words : "<span\(style)>\(words)</span>"
            if let link = links.first, link.range.upperBound == end { markup += "</a>" }
        }
        return markup
    }

    /// The address in a word, without the punctuation around it.
    private static func link(in word: Substring) -> Link? {
        let openings = ["https://", "http://", "www."].compactMap { scheme in
            word.firstRange(of: scheme).map { (start: $0.lowerBound, host: word[$0.upperBound...], scheme: scheme) }
        }
        // An address can contain another one, so the first one in the word counts.
        guard let (start, rest, scheme) = openings.min(by: { $0.start < $1.start }) else { return nil }
        if start > word.startIndex, word[word.index(before: start)].isLetter { return nil }
        var end = word.endIndex
        let opened = word[start...].count { $0 == "(" }
        var closed = word[start...].count { $0 == ")" }
        while end > start, closing.contains(word[word.index(before: end)]) {
            let last = word.index(before: end)
            if word[last] == ")" {
                // "wiki/Mercury_(planet)" ends with its own bracket, which belongs to the address.
                if opened >= closed { break }
                closed -= 1
            }
            end = last
        }
        let host = rest[..<max(rest.startIndex, min(end, rest.endIndex))].prefix { !"/?#:".contains($0) }
        let isName = host.first?.isWordCharacter == true && host.contains { $0.isWordCharacter }
        guard isName, scheme != "www." || host.contains(".") else { return nil }
        let written = word[start..<end]
        return Link(range: start..<end, address: scheme == "www." ? "https://" + written : String(written))
    }

    /// The number in a word, with its sign or unit: "7:30", "6.21", "41%", "£5", "3rd".
    private static func figure(in word: Substring) -> Range<String.Index>? {
        guard let digit = word.firstIndex(where: { $0.isASCII && $0.isNumber }),
            let last = word.lastIndex(where: { !closing.contains($0) }), digit <= last
        else { return nil }
        let signs = word[..<digit].drop { opening.contains($0) }
        guard signs.allSatisfy({ "+-−±~≈$£€¥".contains($0) }) else { return nil }
        return signs.startIndex..<word.index(after: last)
    }

    private static let opening: Set<Character> = ["(", "[", "{", "\"", "'", "“", "‘", "«", "<"]
    private static let closing: Set<Character> = [
        ".", ",", ";", ":", "!", "?", ")", "]", "}", "\"", "'", "”", "’", "»", ">", "…",
    ]
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
