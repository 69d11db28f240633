// SPDX-License-Identifier: GPL-3.0-or-later
// Replacing the history file by another: without damaged lines, without deleted messages, with messages put back. The
// new file is complete and durable before it takes the old one's name. Lines are copied as they are, so that what a
// later version has written into them stays.

import Glibc
import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// Damaged lines are kept here: each record says where a line was, when it was found, and holds its bytes.
    ///
    ///     {"type":"damaged","file":"messages.jsonl","offset":123,"length":45,"at":1763706184000,"text":"…"}
    ///
    /// Bytes that are not UTF-8 stand in `hex` instead of `text`.
    var quarantinePath: String { folder + "/quarantine.jsonl" }

    /// Indexes everything.
    func complete() throws(StoreFailure) {
        while !index.isComplete { try extendBackward() }
    }

    /// Moves damaged lines to the quarantine. Only inside `writing`.
    /// - Returns: how many were moved.
    func setAsideDamage(at time: Timestamp) throws(StoreFailure) -> Int {
        try complete()
        let damaged = index.damaged.sorted { $0.lowerBound < $1.lowerBound }
        guard !damaged.isEmpty else { return 0 }
        var lines: [UInt8] = []
        for span in damaged { lines += quarantineLine(try read(span), at: span.lowerBound, time) }
        let quarantine = try OpenFile(quarantinePath, flags: O_WRONLY | O_CREAT | O_APPEND, system: system)
        try quarantine.write(lines)
        try quarantine.synchronize()
        try rewrite(dropping: damaged)
        return damaged.count
    }

    /// Removes what is deleted from the disk. Only inside `writing`.
    func compact(at time: Timestamp) throws(StoreFailure) {
        _ = try setAsideDamage(at: time)
        try complete()
        let deleted = (0..<index.count).map { index[$0] }.filter { index.isDeleted($0.id) }.map(\.span)
        if deleted.isEmpty, index.controls.isEmpty { return }
        try rewrite(dropping: deleted + index.controls)
    }

    /// Puts messages at their place in time. Only inside `writing`; none of them may be in the file.
    func insert(_ messages: [(Message, ULID)]) throws(StoreFailure) {
        try complete()
        let additions = messages.sorted { $0.1 < $1.1 }.map { message, id in
            let position = index.isOrdered ? index.position(of: id) : index.count
            let offset = position < index.count ? index[position].offset : index.end
            return (offset, HistoryRecord.line(message))
        }
        try rewrite(dropping: [], adding: additions)
    }

    /// Leaves nothing, in the quarantine neither. Only inside `writing`.
    func clear() throws(StoreFailure) {
        try AtomicFile.write(path, HistoryRecord.headerLine, system: system)
        try reopen()
        let result = system.remove(quarantinePath)
        if result != -Int(ENOENT) { try StoreFailure.check(result, quarantinePath) }
    }

    /// - Parameters:
    ///   - spans: whole lines.
    ///   - additions: lines to put before the given offsets, by rising offset.
    private func rewrite(dropping spans: [Range<Int>], adding additions: [(Int, [UInt8])] = []) throws(StoreFailure) {
        let end = index.end
        let endsInNewline = try read(max(0, end - 1)..<end) == [0x0A]
        try AtomicFile.replace(path, system: system) { file throws(StoreFailure) in
            if !hasHeader { try file.write(HistoryRecord.headerLine) }
            var place = 0
            var rest = additions[...]
            func copy(to limit: Int) throws(StoreFailure) {
                while place < limit {
                    let bytes = try read(place..<min(limit, place + 256 << 10))
                    if bytes.isEmpty { throw .inputOutput(path: path, errno: EIO) }
                    try file.write(bytes)
                    place += bytes.count
                }
            }
            func copyAdding(to limit: Int) throws(StoreFailure) {
                while let addition = rest.first, addition.0 <= limit {
                    try copy(to: addition.0)
                    if addition.0 == end, !endsInNewline, place > 0 { try file.write([0x0A]) }
                    try file.write(addition.1)
                    rest = rest.dropFirst()
                }
                try copy(to: limit)
            }
            for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                try copyAdding(to: span.lowerBound)
                place = max(place, min(span.upperBound, end))
            }
            try copyAdding(to: end)
        }
        try reopen()
    }

    private func quarantineLine(_ bytes: [UInt8], at offset: Int, _ time: Timestamp) -> [UInt8] {
        let content = bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
        var object: JSONObject = [
            "type": .text("damaged"), "file": .text("messages.jsonl"), "offset": .integer(Int64(offset)),
            "length": .integer(Int64(content.count)), "at": .integer(time.millisecondsSinceEpoch),
        ]
        if let text = String(validating: content, as: UTF8.self) {
            object["text"] = .text(text)
        } else {
            object["hex"] = .text(content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        return JSONValue.object(object).bytes + [0x0A]
    }
}
