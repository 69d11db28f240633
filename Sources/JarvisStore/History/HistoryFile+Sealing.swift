// SPDX-License-Identifier: GPL-3.0-or-later
// Moves messages from the active file into the archive. Each piece is durable there before the next one begins, and the
// active file is emptied last; a message in both counts once. Sealing can therefore be interrupted at any point and
// repeated.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// True if the active file has outgrown the segment size and must be sealed.
    var isToBeSealed: Bool {
        guard index.end > segmentSize else { return false }
        return index.end - (index.foreign + index.damaged).reduce(0) { $0 + $1.count } > segmentSize
    }

    /// Seals one piece. Damaged lines stay until they are reported. Call inside `writing`.
    /// - Parameter cursor: The last message of the previous piece; nil at first.
    /// - Returns: True once the active file is empty.
    func seal(after cursor: inout ULID?) throws(StoreFailure) -> Bool {
        try finishClearing()
        try complete()
        let isFirst = cursor == nil
        var (lines, isLast) = try piece(after: &cursor)
        try archive.merge(lines, size: segmentSize)
        guard isLast else { return false }
        if !isFirst {
            // Calls between the pieces may have restored messages older than the cursor.
            var again: ULID?
            repeat {
                (lines, isLast) = try piece(after: &again)
                try archive.merge(lines, size: segmentSize)
            } while !isLast
        }
        try archive.remove(index.deleted, size: segmentSize)
        try empty()
        return true
    }

    /// The next messages of the active file that are not yet in the archive, by ascending ID.
    private func piece(
        after cursor: inout ULID?
    ) throws(StoreFailure) -> (lines: [HistoryArchive.Line], isLast: Bool) {
        let positions = index.risingPositions
        var lines: [HistoryArchive.Line] = []
        var size = 0
        // The first message after the cursor.
        var place =
            cursor.map { cursor in (0..<positions.count).partitioningIndex { index[positions[$0]].id > cursor } } ?? 0
        while place < positions.count {
            let entry = index[positions[place]]
            let isLeftOut = if index.isDeleted(entry.id) { true } else { try isSealed(entry.id) }
            // Adding this line would exceed the segment size and leave it alone in a second segment.
            if !isLeftOut, !lines.isEmpty, size + entry.span.count > segmentSize { break }
            cursor = entry.id
            place += 1
            if isLeftOut { continue }
            let bytes = try read(entry.offset..<(entry.offset + Int(entry.length)))
            lines.append(HistoryArchive.Line(id: entry.id, bytes: bytes + [0x0A]))
            size += bytes.count + 1
        }
        return (lines, place == positions.count)
    }
}

extension HistoryIndex {
    /// The positions of the entries by ascending ID.
    fileprivate var risingPositions: Positions {
        isOrdered ? .all(count) : .sorted((0..<count).sorted { self[$0].id < self[$1].id })
    }

    fileprivate enum Positions {
        case all(Int)
        case sorted([Int])

        var count: Int {
            switch self {
            case .all(let count): count
            case .sorted(let positions): positions.count
            }
        }

        subscript(place: Int) -> Int {
            switch self {
            case .all: place
            case .sorted(let positions): positions[place]
            }
        }
    }
}
