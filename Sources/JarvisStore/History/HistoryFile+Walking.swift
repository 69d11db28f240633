// SPDX-License-Identifier: GPL-3.0-or-later
// Finding messages and going through them from the newest to the oldest, in the active file and then in the archive.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// Where a message is, deleted or not.
    enum Place {
        case active(HistoryIndex.Entry)
        case archived(HistorySegment, position: Int)
    }

    func place(_ id: ULID) throws(StoreFailure) -> Place? {
        if let entry = try entry(id) { return .active(entry) }
        guard let last = archive.last, id <= last else { return nil }
        // The deletions of archived messages are in the active file.
        try complete()
        return try archive.find(id).map { .archived($0.segment, position: $0.position) }
    }

    func message(_ place: Place) throws(StoreFailure) -> Message? {
        switch place {
        case .active(let entry): try message(entry)
        case .archived(let segment, let position): try segment.message(at: position)
        }
    }

    /// True when the archive has a message that the active file still holds as well: sealing it was cut short.
    func isSealed(_ id: ULID) throws(StoreFailure) -> Bool {
        guard let last = archive.last, id <= last else { return false }
        return try archive.contains(id)
    }

    /// Visible messages before `id` (nil: from the newest on), newest first, until `take` says false. Indexes as far
    /// back as it takes.
    func walkBackward(before id: ULID?, _ take: (Message) throws(StoreFailure) -> Bool) throws(StoreFailure) {
        var isInArchive = false
        if let id { isInArchive = try isPlaceInArchive(id) }
        if !isInArchive {
            guard try walkActive(before: id, take) else { return }
        }
        try walkArchive(before: isInArchive ? id : nil, take)
    }

    /// True when what comes before `id` is in the archive: everything in its range, whether or not that message is
    /// still there, but for those that are visible in the active file only.
    private func isPlaceInArchive(_ id: ULID) throws(StoreFailure) -> Bool {
        let entry = try entry(id)
        guard let last = archive.last, id <= last else { return false }
        if entry == nil || index.isDeleted(id) { return true }
        return try isSealed(id)
    }

    private func walkActive(
        before id: ULID?, _ take: (Message) throws(StoreFailure) -> Bool
    ) throws(StoreFailure) -> Bool {
        var position = id.map(index.position(of:)) ?? index.count
        var window = LineWindow()
        while true {
            while position > 0 {
                position -= 1
                let entry = index[position]
                if index.isDeleted(entry.id) { continue }
                if try isSealed(entry.id) { continue }
                let message = try window.message(entry.id, entry.offset, Int(entry.length)) {
                    range throws(StoreFailure) in try read(range)
                }
                if let message, try !take(message) { return false }
            }
            if index.isComplete { return true }
            let known = index.count
            try extendBackward()
            position = index.count - known
        }
    }

    private func walkArchive(
        before id: ULID?, _ take: (Message) throws(StoreFailure) -> Bool
    ) throws(StoreFailure) {
        guard !archive.names.isEmpty else { return }
        try complete()
        var place = id.map { archive.place(of: $0) ?? -1 } ?? archive.names.count - 1
        while place >= 0 {
            let segment = try archive.segment(place)
            var window = LineWindow()
            let end = id.map { min(segment.index.position(of: $0), segment.positions.upperBound) }
            var position = end ?? segment.positions.upperBound
            while position > segment.positions.lowerBound {
                position -= 1
                let entry = segment.index[position]
                if index.isDeleted(entry.id) { continue }
                let message = try window.message(entry.id, entry.offset, entry.length) {
                    range throws(StoreFailure) in try segment.read(range)
                }
                if let message, try !take(message) { return }
            }
            place -= 1
        }
    }
}

/// A piece of a file in memory, so that neighbouring lines cost one read together.
struct LineWindow {
    private static let size = 256 << 10
    /// The lines are asked for from the start of the file to its end, and not the other way round.
    private let isForward: Bool
    private var start = 0
    private var bytes: [UInt8] = []

    init(isForward: Bool = false) {
        self.isForward = isForward
    }

    mutating func message(
        _ id: ULID, _ offset: Int, _ length: Int, read: (Range<Int>) throws(StoreFailure) -> [UInt8]
    ) throws(StoreFailure) -> Message? {
        let end = offset + length
        if offset < start || end > start + bytes.count {
            start = isForward ? offset : min(offset, max(0, end - Self.size))
            bytes = try read(start..<(isForward ? max(end, offset + Self.size) : end))
        }
        guard end <= start + bytes.count else { return nil }
        let line = bytes[(offset - start)..<(end - start)]
        guard case .message(let message, id)? = line.withUnsafeBufferPointer(HistoryRecord.init(line:)) else {
            return nil
        }
        return message
    }
}
