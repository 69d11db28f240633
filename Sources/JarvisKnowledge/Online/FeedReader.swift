// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the titles of a feed and its items, from RSS 0.9 to 2.0 (https://www.rssboard.org/rss-specification) and Atom
// (RFC 4287). Pure.

import JarvisCore

enum FeedReader {
    private static let itemLimit = 30
    private static let titleLimit = 200

    /// Parses a feed, up to a limit of items; nil if the bytes are not a feed.
    static func feed(in bytes: [UInt8]) -> Headlines.Feed? {
        guard let text = XMLText.decoded(bytes) else { return nil }
        var reader = XMLReader(text)
        var path: [String] = []
        var feed = Headlines.Feed(title: "", headlines: [])
        var title = ""
        var isFeed = false
        while feed.headlines.count < itemLimit {
            guard let event = try? reader.next() else { break }
            switch event {
            case .start(let name):
                path.append(name)
                if path.count == 1 {
                    guard ["rss", "feed", "rdf:RDF"].contains(name) else { return nil }
                    isFeed = true
                }
                if name == "title" { title = "" }
            case .text(let text):
                // Titles may contain nested elements.
                if path.suffix(3).contains("title"), title.utf8.count < 4096 { title += text }
            case .end:
                if path.last == "title" {
                    let plain = plain(title)
                    switch path.dropLast().last {
                    case "item", "entry": if !plain.isEmpty { feed.headlines.append(plain) }
                    case "channel", "feed": if feed.title.isEmpty { feed.title = plain }
                    default: break
                    }
                }
                path.removeLast()
            }
        }
        return isFeed ? feed : nil
    }

    /// Removes tags. In "5 < 6", the "<" doesn't start one and stays.
    private static func withoutTags(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            result += rest[..<start]
            let behind = rest[rest.index(after: start)...]
            if let first = behind.first, first.isLetter || first == "/", let end = behind.firstIndex(of: ">") {
                rest = behind[behind.index(after: end)...]
            } else {
                result.append("<")
                rest = behind
            }
        }
        return result + rest
    }

    /// Removes tags and line breaks, since titles may contain HTML, and truncates long titles.
    private static func plain(_ title: String) -> String {
        var text = title
        if text.contains("<") { text = withoutTags(text) }
        text = XMLText.resolved(text)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let visible = words.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        guard visible.count > titleLimit else { return visible }
        let cut = visible.prefix(titleLimit)
        return (cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + "…"
    }
}
