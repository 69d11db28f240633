// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the history file: without damaged lines, without deleted messages, or with messages put back. The new file
// is complete and durable before it takes the old one's name. Lines are copied verbatim to preserve anything that a
// later version wrote.

import Glibc
import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// Holds damaged lines. Each record has the line's bytes, where the line was, and when it was found:
    ///
    ///     {"type":"damaged","file":"messages.jsonl","offset":123,"length":45,"at":1763706184000,"text":"…"}
    ///
    /// Bytes that are not valid UTF-8 are in `hex` instead of `text`. `file` is `archive/<name>.jsonl` for a sealed
    /// segment.
    var quarantinePath: String { folder + "/quarantine.jsonl" }

    /// Extends the index to the start of the file.
    func complete() throws(StoreFailure) {
        while !index.isComplete { try extendBackward() }
    }

    /// Moves damaged lines to the quarantine. Call inside `writing`.
    /// - Returns: The number of lines moved.
    func setAsideDamage(at time: Timestamp) throws(StoreFailure) -> Int {
        // Later, this would also remove the lines set aside now.
        try finishClearing()
        try complete()
        let damaged = index.damaged.sorted { $0.lowerBound < $1.lowerBound }
        guard !damaged.isEmpty else { return 0 }
        var lines: [UInt8] = []
        for span in damaged { lines += quarantineLine(try read(span), of: "messages.jsonl", at: span.lowerBound, time) }
        try quarantine(lines)
        try rewrite(dropping: damaged)
        return damaged.count
    }

    /// Moves a segment's damaged lines to the quarantine. Call inside `writing`.
    /// - Returns: The number of lines moved.
    func setAsideDamage(in segment: HistorySegment, at time: Timestamp) throws(StoreFailure) -> Int {
        guard !segment.damaged.isEmpty else { return 0 }
        let file = "archive/\(segment.name.text).jsonl"
        var lines: [UInt8] = []
        var whole: [UInt8] = []
        var place = 0
        for span in segment.damaged {
            lines += quarantineLine(try segment.read(span), of: file, at: span.lowerBound, time)
            whole += try segment.read(place..<span.lowerBound)
            place = span.upperBound
        }
        whole += try segment.read(place..<segment.status.size)
        try quarantine(lines)
        try AtomicFile.write(segment.path, whole, system: system)
        try archive.refresh(isForced: true, isCleared: isCleared)
        return segment.damaged.count
    }

    private func quarantine(_ lines: [UInt8]) throws(StoreFailure) {
        let quarantine = try OpenFile(quarantinePath, flags: O_WRONLY | O_CREAT | O_APPEND, system: system)
        try quarantine.write(lines)
        try quarantine.synchronize()
    }

    /// Removes deleted messages from disk: first from the archive, then from the active file, so a deletion record is
    /// never dropped before its message. Damaged lines stay until they are reported. Call inside `writing`.
    func compact() throws(StoreFailure) {
        try finishClearing()
        try complete()
        try archive.remove(index.deleted, size: segmentSize)
        let deleted = index.spans(where: index.isDeleted)
        if deleted.isEmpty, index.controls.isEmpty { return }
        try rewrite(dropping: deleted + index.controls)
    }

    /// Removes deleted messages from one segment of the archive. Call inside `writing`.
    /// - Parameter cursor: The progress so far; nil at first.
    /// - Returns: True if there may be more.
    func compactSome(after cursor: inout ULID?) throws(StoreFailure) -> Bool {
        try finishClearing()
        try complete()
        return try archive.removeSome(index.deleted, after: &cursor, size: segmentSize)
    }

    /// Inserts messages in order of time, into the archive if it holds newer ones. Call inside `writing`; none of the
    /// messages may already be present.
    func insert(_ messages: [(Message, ULID)]) throws(StoreFailure) {
        // No need to finish a clearing first: the archive counts as empty then, and the mark stays.
        try complete()
        let sorted = messages.sorted { $0.1 < $1.1 }
        let split = sorted.firstIndex { message in archive.last.map { message.1 > $0 } ?? true } ?? sorted.count
        if split > 0 {
            let lines = sorted[..<split].map { HistoryArchive.Line(id: $0.1, bytes: HistoryRecord.line($0.0)) }
            try archive.merge(lines, size: segmentSize)
        }
        let deleted = sorted.map(\.1).filter(index.isDeleted)
        let additions = sorted[split...].map { message, id in
            let position = index.isOrdered ? index.position(of: id) : index.count
            let offset = position < index.count ? index[position].offset : index.end
            return (offset, HistoryRecord.line(message))
        }
        try rewrite(dropping: [], adding: additions)
        // A deletion record that outlived its message must not apply to the new one.
        if !deleted.isEmpty { try append(HistoryRecord.line("restore", deleted, at: sorted[0].0.createdAt)) }
    }

    /// Clears the history, including the quarantine. Call inside `writing`. The history is cleared once the active file
    /// has been replaced: nothing else counts from then on, and a later tidy removes any files that are left.
    /// - Returns: The error if something could not be removed.
    /// - Throws: If nothing was cleared.
    func clear() throws(StoreFailure) -> StoreFailure? {
        do {
            try AtomicFile.write(path, HistoryRecord.clearedHeaderLine, system: system)
        } catch {
            // An error about the folder means that the file has been replaced and only its new name is not yet durable.
            guard error.isAbout(folder) else { throw error }
            try? reopen()
            return error
        }
        do {
            try reopen()
            try finishClearing()
            return nil
        } catch {
            return error
        }
    }

    /// Removes part of the content older than `time`: one segment of the archive or, at the end, the older part of the
    /// oldest segment and of the active file. Call inside `writing`.
    /// - Parameter isChanged: Set to true if anything was removed.
    /// - Returns: True if there may be more.
    func removeSome(before time: Timestamp, _ isChanged: inout Bool) throws(StoreFailure) -> Bool {
        let limit = ULID(lowestAt: time)
        try finishClearing()
        try complete()
        if try archive.removeSome(before: limit, size: segmentSize, &isChanged) {
            // Other processes reread the archive when the active file is replaced.
            try announce()
            return true
        }
        var old = index.spans { $0 < limit }
        for span in index.foreign {
            let line = try read(span)
            if let id = HistoryRecord.foreignIdentity(line), id < limit { old.append(span) }
        }
        if !old.isEmpty { isChanged = true }
        if isChanged { try rewrite(dropping: old) }
        return false
    }

    /// Removes quarantined lines found before `time`, and any without a time. Call inside `writing`.
    func removeQuarantined(before time: Timestamp) throws(StoreFailure) {
        guard let bytes = try AtomicFile.read(quarantinePath, system: system) else { return }
        var kept: [UInt8] = []
        SegmentLines.forEach(bytes) { _, content in
            let found = (try? JSONValue(parsing: content))?.asObject?["at"]?.asInteger
            if let found, found >= time.millisecondsSinceEpoch { kept += Array(content) + [0x0A] }
        }
        if kept == bytes { return }
        if kept.isEmpty {
            try StoreFailure.check(system.remove(quarantinePath), quarantinePath)
        } else {
            try AtomicFile.write(quarantinePath, kept, system: system)
        }
    }

    /// Removes temporary files of processes killed while writing. Call inside `writing`, when no other process writes.
    func removeLeftovers() throws(StoreFailure) {
        for folder in [folder, archive.folder, archive.indexFolder] {
            var files: [String] = []
            let result = system.listFolder(folder, &files)
            if result == -Int(ENOENT) { continue }
            try StoreFailure.check(result, folder)
            for file in files where AtomicFile.isTemporary(file) {
                let result = system.remove(folder + "/" + file)
                if result != -Int(EISDIR) { try StoreFailure.check(result, folder + "/" + file) }
            }
        }
    }

    /// Completes a clearing: removes everything it left, then its mark.
    func finishClearing() throws(StoreFailure) {
        guard isCleared else { return }
        try archive.removeEverything()
        try removeQuarantine()
        try removeLeftovers()
        try rewrite(dropping: [], endsClearing: true)
    }

    /// Removes the quarantine file. Call inside `writing`.
    func removeQuarantine() throws(StoreFailure) {
        let result = system.remove(quarantinePath)
        if result != -Int(ENOENT) { try StoreFailure.check(result, quarantinePath) }
    }

    /// Makes other processes reread the archive, by replacing the active file with an identical one.
    func announce() throws(StoreFailure) {
        try rewrite(dropping: [])
    }

    /// Empties the active file after sealing. Keeps only damaged lines and those of later versions.
    func empty() throws(StoreFailure) {
        try complete()
        var rest: [UInt8] = HistoryRecord.currentHeader(from: header, isCleared: isCleared)
        for span in (index.foreign + index.damaged).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let bytes = try read(span)
            rest += bytes.last == 0x0A ? bytes : bytes + [0x0A]
        }
        try AtomicFile.write(path, rest, system: system)
        try reopen()
    }

    /// Replaces the active file.
    /// - Parameters:
    ///   - spans: Whole lines to drop.
    ///   - additions: Lines to insert before the given offsets, in ascending order.
    ///   - endsClearing: Removes the `cleared` mark from the header.
    func rewrite(
        dropping spans: [Range<Int>], adding additions: [(Int, [UInt8])] = [], endsClearing: Bool = false
    ) throws(StoreFailure) {
        let end = index.end
        let endsInNewline = try read(max(0, end - 1)..<end) == [0x0A]
        try AtomicFile.replace(path, system: system) { file throws(StoreFailure) in
            try file.write(HistoryRecord.currentHeader(from: header, isCleared: isCleared && !endsClearing))
            var place = header.count
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
                    if addition.0 == end, !endsInNewline, place > header.count { try file.write([0x0A]) }
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

    private func quarantineLine(
        _ bytes: [UInt8], of file: String, at offset: Int, _ time: Timestamp
    ) -> [UInt8] {
        let content = bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
        var object: JSONObject = [
            "type": .text("damaged"), "file": .text(file), "offset": .integer(Int64(offset)),
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

extension StoreFailure {
    fileprivate func isAbout(_ place: String) -> Bool {
        switch self {
        case .readOnly(let path), .diskFull(let path), .inputOutput(let path, _), .laterVersion(let path),
            .damaged(let path, _, _), .busy(let path):
            path == place
        case .unknownMessage, .invalidImport, .locked: false
        }
    }
}
