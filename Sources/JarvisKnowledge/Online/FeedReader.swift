// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the titles of a feed and its items, from RSS 0.9 to 2.0 (https://www.rssboard.org/rss-specification), Atom
// (RFC 4287) and JSON Feed. Pure.

import JarvisCore
import JarvisPlatform

enum FeedReader {
    private static let itemLimit = 30
    private static let titleLimit = 200

    /// Parses a feed, up to a limit of items; nil if the bytes are not a feed.
    /// - Parameter contentType: The header of the answer; empty if there is none.
    static func feed(in bytes: [UInt8], contentType: String = "") -> Headlines.Feed? {
        guard let document = WebText.decoded(bytes, contentType: contentType) else { return nil }
        if document.first(where: { !$0.isWhitespace }) == "{" { return jsonFeed(document) }
        var reader = XMLReader(document)
        var path: [String] = []
        var feed = Headlines.Feed(title: "", headlines: [])
        var item = Item()
        var text = ""
        var isFeed = false
        while feed.headlines.count < itemLimit {
            guard let event = try? reader.next() else { break }
            switch event {
            case .start(let name):
                path.append(name)
                if path.count == 1 {
                    guard ["rss", "feed", "rdf"].contains(local(name).lowercased()) else { return nil }
                    isFeed = true
                }
                if isItem(name) { item = Item() }
                if isText(path) { text = "" }
            case .text(let piece):
                // Titles may contain nested elements, up to a whole document of XHTML.
                guard text.utf8.count < 4096, let start = path.lastIndex(where: { textNames.contains(local($0)) }),
                    path.count - start <= 6, isText(path[...start])
                else { break }
                text += piece
            case .end:
                guard let name = path.popLast() else { break }
                if isText(path + [name]) {
                    switch local(name) {
                    case "title" where item.title.isEmpty: item.title = plain(text)
                    case "description", "summary": item.summary = plain(text)
                    default: break
                    }
                    if local(name) == "title", path.last.map(isFeedElement) == true, feed.title.isEmpty {
                        feed.title = plain(text)
                    }
                    if path.last.map(isItem) != true { item = Item() }
                } else if isItem(name) {
                    // Short messages have no title, but a text.
                    let headline = item.title.isEmpty ? item.summary : item.title
                    if !headline.isEmpty { feed.headlines.append(headline) }
                }
            }
        }
        return isFeed ? feed : nil
    }

    /// What is known of an item that has not ended.
    private struct Item {
        var title = ""
        var summary = ""
    }

    private static let textNames: Set<String> = ["title", "description", "summary"]

    /// The name without its prefix: some programs write "atom:entry".
    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private static func isItem(_ name: String) -> Bool { ["item", "entry"].contains(local(name)) }
    private static func isFeedElement(_ name: String) -> Bool { ["channel", "feed"].contains(local(name)) }

    /// Whether the last element is a text of the feed or of an item. A title with its own prefix, as in
    /// "media:title", is that of a picture.
    private static func isText(_ path: some BidirectionalCollection<String>) -> Bool {
        guard let name = path.last, let parent = path.dropLast().last, textNames.contains(local(name)) else {
            return false
        }
        func prefix(_ name: String) -> String { name.contains(":") ? String(name.prefix { $0 != ":" }) : "" }
        return (isItem(parent) || isFeedElement(parent)) && prefix(name) == prefix(parent)
    }

    /// A feed in JSON (https://www.jsonfeed.org).
    private static func jsonFeed(_ text: String) -> Headlines.Feed? {
        guard let object = (try? JSONValue(parsing: Array(text.utf8)))?.asObject, let items = object["items"]?.asArray,
            object["version"]?.asText?.contains("jsonfeed") == true
        else { return nil }
        var feed = Headlines.Feed(title: plain(object["title"]?.asText ?? ""), headlines: [])
        for item in items.prefix(itemLimit).compactMap(\.asObject) {
            let names = ["title", "summary", "content_text", "content_html"]
            let headline = names.lazy.compactMap { item[$0]?.asText.map { plain(String($0.prefix(4096))) } }
                .first { !$0.isEmpty }
            if let headline { feed.headlines.append(headline) }
        }
        return feed
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
