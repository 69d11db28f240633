// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the information that is needed to resume a partial download. Pure.

import JarvisPlatform

/// The version of the file that a partial download belongs to.
struct DownloadRecord: Hashable, Sendable {
    var url: String
    /// The entity tag; only strong ones, since files with the same weak tag may differ.
    var entityTag: String?
    /// The header `Last-Modified` as the server wrote it.
    var modified: String?
    /// The length of the whole file in bytes.
    var length: Int?

    /// The version described by an answer that contains the whole file.
    init(url: String, headers: [String: String]) {
        self.url = url
        entityTag = headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        modified = headers["last-modified"]
        length = headers["content-length"].flatMap { Int($0) }
    }

    /// Returns nil if the bytes are not a record.
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

    /// The value for `If-Range`; nil if the server sent nothing that identifies the version.
    var validator: String? { entityTag ?? modified }

    /// False if a partial answer belongs to a different version.
    func agrees(with headers: [String: String], range: ContentRange) -> Bool {
        if let entityTag, let other = headers["etag"], other != entityTag { return false }
        if entityTag == nil, let modified, let other = headers["last-modified"], other != modified { return false }
        if let length, let total = range.total, total != length { return false }
        return true
    }
}

/// The header `Content-Range` in bytes (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
    /// The first byte of the range; nil for "bytes */1000", which gives only the length of the file.
    var first: Int?
    /// The length of the whole file; nil if the server doesn't know it.
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
