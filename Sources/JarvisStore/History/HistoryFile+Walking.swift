// SPDX-License-Identifier: GPL-3.0-or-later
// Finds messages and walks them from newest to oldest, through the active file and then the archive.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// The location of a message, deleted or not.
    enum Place {
        case active(HistoryIndex.Entry)
        case archived(HistorySegment, position: Int)
    }

    func place(_ id: ULID) throws(StoreFailure) -> Place? {
        if let entry = try entry(id) { return .active(entry) }
        guard let last = archive.last, id <= last else { return nil }
        // Deletion records of archived messages are in the active file, so index all of it.
        try complete()
        return try archive.find(id).map { .archived($0.segment, position: $0.position) }
    }

    func message(_ place: Place) throws(StoreFailure) -> Message? {
        switch place {
        case .active(let entry): try message(entry)
        case .archived(let segment, let position): try segment.message(at: position)
        }
    }

    /// True if the archive has this message too. The active file then still holds it because sealing was interrupted.
    func isSealed(_ id: ULID) throws(StoreFailure) -> Bool {
        guard let last = archive.last, id <= last else { return false }
        return try archive.contains(id)
    }

    /// Passes visible messages before `id` (nil: all) to `take`, newest first, until it returns false. Indexes as far
    /// back as needed.
    func walkBackward(before id: ULID?, _ take: (Message) throws(StoreFailure) -> Bool) throws(StoreFailure) {
        var isInArchive = false
        if let id { isInArchive = try isPlaceInArchive(id) }
        if !isInArchive {
            guard try walkActive(before: id, take) else { return }
        }
        try walkArchive(before: isInArchive ? id : nil, take)
    }

    /// True if the messages before `id` are in the archive. That holds for every ID in the archive's range, even if
    /// that message no longer exists, unless it is visible only in the active file.
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

/// A cached part of a file, so adjacent lines share one read.
struct LineWindow {
    private static let size = 256 << 10
    /// True if lines are requested from the start of the file to its end; false for the reverse.
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
