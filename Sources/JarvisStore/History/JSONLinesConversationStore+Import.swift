// SPDX-License-Identifier: GPL-3.0-or-later
// Imports documents. Existing messages stay as they are; repeating an interrupted import completes it.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// Imports a document and reports how many messages were added, skipped or already present.
    /// - Throws: `StoreFailure`; `invalidImport` if the document is not recognized. Nothing changes then.
    public func importDocument(_ document: String) async throws -> HistoryImportResult {
        let now = clock.now()
        let content = try HistoryImport(document, now: now)
        // Skip IDs from the future: all later IDs would have to follow them, and retention would never reach them.
        let end = ULID(lowestAt: now.advanced(by: .seconds(86_400)))
        var result = HistoryImportResult(skippedCount: content.skippedCount)
        try write { file throws(StoreFailure) in
            try file.complete()
            let marks = content.isExport ? [] : try file.marks()
            var seen: Set<ULID> = []
            var missing: [(Message, ULID)] = []
            var deleted: [ULID] = []
            for (message, id) in content.messages {
                guard id < end, HistoryRecord.line(message).count <= HistoryFile.maximumLineLength else {
                    result.skippedCount += 1
                    continue
                }
                guard seen.insert(id).inserted, !marks.contains(id.mark) else {
                    result.duplicateCount += 1
                    continue
                }
                if try file.place(id) != nil {
                    if file.index.isDeleted(id) { deleted.append(id) } else { result.duplicateCount += 1 }
                } else if content.isExport, try file.hasMessage(like: message) {
                    result.duplicateCount += 1
                } else {
                    missing.append((message, id))
                }
            }
            for first in stride(from: 0, to: deleted.count, by: 10_000) {
                let part = Array(deleted[first..<min(first + 10_000, deleted.count)])
                try file.append(HistoryRecord.line("restore", part, at: now))
            }
            if !missing.isEmpty { try file.insert(missing) }
            result.addedCount = missing.count + deleted.count
            if !missing.isEmpty { file.note(.replaced) }
        }
        sealLater()
        return result
    }
}

extension ULID {
    /// The ID without its time: 80 bits.
    fileprivate var mark: ULID { ULID(high: high & 0xFFFF, low: low) }
}

extension HistoryFile {
    /// The marks of all visible messages.
    fileprivate func marks() throws(StoreFailure) -> Set<ULID> {
        var marks = Set(index.visible.map(\.id.mark))
        for place in archive.names.indices {
            let segment = try archive.segment(place)
            for position in segment.positions {
                let id = segment.index.id(position)
                if !index.isDeleted(id) { marks.insert(id.mark) }
            }
        }
        return marks
    }

    /// True if there is a visible message with the same time, kind and text.
    fileprivate func hasMessage(like message: Message) throws(StoreFailure) -> Bool {
        let first = ULID(lowestAt: message.createdAt)
        let end = ULID(lowestAt: message.createdAt.advanced(by: .milliseconds(1)))
        var ids = index.isOrdered ? [] : index.visible.map(\.id).filter { first <= $0 && $0 < end }
        var position = index.isOrdered ? index.position(of: first) : index.count
        while position < index.count, index[position].id < end {
            ids.append(index[position].id)
            position += 1
        }
        if let place = archive.place(of: first) ?? (archive.names.isEmpty ? nil : 0) {
            let segment = try archive.segment(place)
            for position in segment.index.position(
                of: first)..<max(
                    segment.index.position(of: first), segment.index.position(of: end))
            { ids.append(segment.index.id(position)) }
        }
        for id in ids where !index.isDeleted(id) {
            guard let place = try place(id), let other = try self.message(place) else { continue }
            if other.kind == message.kind, other.text == message.text { return true }
        }
        return false
    }
}
