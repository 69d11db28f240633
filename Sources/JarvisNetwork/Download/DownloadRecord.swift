// SPDX-License-Identifier: GPL-3.0-or-later
// What must be remembered of a part of a file so that the rest can be asked for. Pure.

import JarvisPlatform

/// Of which version of which file a part is.
struct DownloadRecord: Hashable, Sendable {
    var url: String
    /// Strong only: a weak one may stand for other bytes.
    var entityTag: String?
    /// `Last-Modified` as the server wrote it.
    var modified: String?
    /// Of the whole file, in bytes.
    var length: Int?

    /// The version that an answer with a whole file holds.
    init(url: String, headers: [String: String]) {
        self.url = url
        entityTag = headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        modified = headers["last-modified"]
        length = headers["content-length"].flatMap { Int($0) }
    }

    /// Nil for anything but a record.
    init?(parsing bytes: [UInt8]) {
        guard let object = (try? JSONValue(parsing: bytes))?.asObject, object["format"]?.asText == Self.format,
            object["version"]?.asInteger == 1, let url = object["url"]?.asText
        else { return nil }
        self.url = url
        entityTag = object["etag"]?.asText
        modified = object["modified"]?.asText
        length = object["length"]?.asInteger.map { Int($0) }
    }

    private static let format = "jarvis-download"

    var bytes: [UInt8] {
        var object: JSONObject = ["format": .text(Self.format), "version": .integer(1), "url": .text(url)]
        if let entityTag { object["etag"] = .text(entityTag) }
        if let modified { object["modified"] = .text(modified) }
        if let length { object["length"] = .integer(Int64(length)) }
        return JSONValue.object(object).bytes
    }

    /// What `If-Range` holds; nil when the server gave nothing by which versions can be told apart.
    var validator: String? { entityTag ?? modified }

    /// False when an answer with the rest belongs to another version than this.
    func agrees(with headers: [String: String], range: ContentRange) -> Bool {
        if let entityTag, let other = headers["etag"], other != entityTag { return false }
        if entityTag == nil, let modified, let other = headers["last-modified"], other != modified { return false }
        if let length, let total = range.total, total != length { return false }
        return true
    }
}

/// The header `Content-Range` in bytes (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
    /// Nil for "bytes */1000", which tells only how long the file is.
    var first: Int?
    /// Nil where the server does not know.
    var total: Int?

    init?(_ text: String?) {
        guard let text, text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        total = Int(parts[1])
        guard total != nil || parts[1] == "*" else { return nil }
        guard parts[0] != "*" else { return }
        let ends = parts[0].split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        self.first = first
    }
}
