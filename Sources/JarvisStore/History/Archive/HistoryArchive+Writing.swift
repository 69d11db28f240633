// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the archive segment by segment, replacing each with a complete, durable new one. If a change is interrupted,
// every message can still be found, and repeating the change completes it.

import Glibc
import JarvisCore
import JarvisPlatform

extension HistoryArchive {
    /// A line of a segment with its newline, plus any damaged or foreign lines that follow it.
    struct Line {
        var id: ULID
        var bytes: [UInt8]
    }

    /// Creates the folders. Like everything here, call it only under the exclusive lock.
    func prepare() throws(StoreFailure) {
        try Folder.create(folder, system: system)
        // An index is derived data, so failing to create its folder is harmless.
        try? Folder.create(indexFolder, system: system)
    }

    /// Inserts messages in order; existing ones stay as they are.
    /// - Parameters:
    ///   - lines: In ascending order of ID, each ID once.
    ///   - size: The target size of a segment in bytes. A longer line gets a segment to itself.
    func merge(_ lines: [Line], size: Int) throws(StoreFailure) {
        guard !lines.isEmpty else { return }
        try prepare()
        var rest = lines[...]
        while let first = rest.first {
            let place = place(of: first.id)
            let next = (place ?? -1) + 1
            let limit = next < names.count ? names[next] : nil
            let end = rest.firstIndex { line in limit.map { line.id >= $0 } ?? false } ?? rest.endIndex
            var group = rest[rest.startIndex..<end]
            let isAtEnd = limit == nil && last.map { $0 < first.id } ?? true
            var isJoined = !isAtEnd
            if let place, isAtEnd {
                // Fill up the newest segment first, so repeated sealing doesn't leave many small ones.
                let count = try fittingCount(group, into: place, size: size)
                isJoined = count > 0
                if isJoined { group = group.prefix(count) }
            }
            rest = rest[group.endIndex...]
            if let place, isJoined {
                try rewrite(place, adding: Array(group), size: size)
            } else {
                for piece in Self.pieces(Array(group), size: size) { try write(piece, name: piece[0].id) }
            }
            try refresh(isForced: true, isCleared: false)
        }
    }

    /// Removes messages from disk. Skips unknown IDs.
    func remove(_ ids: Set<ULID>, size: Int) throws(StoreFailure) {
        var places: Set<Int> = []
        for id in ids {
            if let place = place(of: id), try contains(id) { places.insert(place) }
        }
        for place in places.sorted() { try rewrite(place, dropping: { ids.contains($0) }, size: size) }
        if !places.isEmpty { try refresh(isForced: true, isCleared: false) }
    }

    /// Removes messages from one segment.
    /// - Parameter cursor: Messages up to and including this one have been processed.
    /// - Returns: False if no more of the messages are in the archive.
    func removeSome(_ ids: Set<ULID>, after cursor: inout ULID?, size: Int) throws(StoreFailure) -> Bool {
        for id in ids.sorted() where cursor.map({ $0 < id }) ?? true {
            cursor = id
            guard let place = place(of: id), try contains(id) else { continue }
            try rewrite(place, dropping: { ids.contains($0) }, size: size)
            try refresh(isForced: true, isCleared: false)
            return true
        }
        return false
    }

    /// Removes one segment older than `limit`, or the older lines of the oldest segment.
    /// - Returns: True if there may be more.
    func removeSome(before limit: ULID, size: Int, _ isChanged: inout Bool) throws(StoreFailure) -> Bool {
        guard let name = names.first, name < limit else { return false }
        // A segment ends where the next one's name begins.
        if names.count > 1 ? names[1] <= limit : last.map({ $0 < limit }) ?? true {
            try remove(name)
        } else {
            guard try hasLines(before: limit) else { return false }
            try rewrite(0, dropping: { $0 < limit }, size: size)
        }
        isChanged = true
        try refresh(isForced: true, isCleared: false)
        return names.first != name
    }

    /// True if the oldest segment has a line older than `limit`, including lines that only later versions understand.
    private func hasLines(before limit: ULID) throws(StoreFailure) -> Bool {
        let oldest = try segment(0)
        if let first = oldest.positions.first, oldest.index.id(first) < limit { return true }
        var isFound = false
        SegmentLines.forEach(try oldest.read(0..<oldest.status.size)) { _, content in
            guard !isFound, case .unknown? = HistoryRecord(line: content) else { return }
            isFound = HistoryRecord.foreignIdentity(content).map { $0 < limit } ?? false
        }
        return isFound
    }

    /// Removes all segments and indexes, but no other files. Call it only once the active file marks the history as
    /// cleared: the mark lets a later call finish after an interruption.
    func removeEverything() throws(StoreFailure) {
        for (folder, suffix) in [(folder, Self.segmentSuffix), (indexFolder, Self.indexSuffix)] {
            var files: [String] = []
            let result = system.listFolder(folder, &files)
            if result == -Int(ENOENT) { continue }
            try StoreFailure.check(result, folder)
            for file in files where Self.name(file, suffix: suffix) != nil {
                let result = system.remove(folder + "/" + file)
                // A folder isn't ours, even if it has such a name.
                if result != -Int(EISDIR) { try StoreFailure.check(result, folder + "/" + file) }
            }
            try Folder.synchronize(folder, system: system)
        }
    }

    private func remove(_ name: ULID) throws(StoreFailure) {
        try removeIndex(name)
        try StoreFailure.check(system.remove(path(name)), path(name))
        try Folder.synchronize(folder, system: system)
    }

    /// Removes a segment's index. Do this before changing the segment, so the index never outlives a deleted text.
    private func removeIndex(_ name: ULID) throws(StoreFailure) {
        let result = system.remove(indexPath(name))
        if result != -Int(ENOENT) { try StoreFailure.check(result, indexPath(name)) }
    }

    // MARK: Segments

    /// How many of the leading lines fit into a segment.
    private func fittingCount(_ lines: ArraySlice<Line>, into place: Int, size: Int) throws(StoreFailure) -> Int {
        var length = try segment(place).status.size
        var count = 0
        for line in lines {
            length += line.bytes.count
            if length > size { break }
            count += 1
        }
        return count
    }

    private static func pieces(_ lines: [Line], size: Int) -> [[Line]] {
        var pieces: [[Line]] = []
        var length = 0
        for line in lines {
            if length == 0 || length + line.bytes.count > size {
                pieces.append([])
                length = 0
            }
            pieces[pieces.count - 1].append(line)
            length += line.bytes.count
        }
        return pieces
    }

    private func write(_ lines: [Line], name: ULID, header: [UInt8] = HistoryRecord.headerLine) throws(StoreFailure) {
        try AtomicFile.write(path(name), lines.reduce(into: header) { $0 += $1.bytes }, system: system)
    }

    /// Replaces a segment with messages added or dropped, and splits it if it exceeds twice the target size. Damaged
    /// lines and those of later versions stay with the message before them.
    func rewrite(
        _ place: Int, adding additions: [Line] = [], dropping isDropped: (ULID) -> Bool = { _ in false }, size: Int
    ) throws(StoreFailure) {
        let name = names[place]
        let limit = place + 1 < names.count ? names[place + 1] : nil
        let segment = try segment(place)
        var header = HistoryRecord.headerLine
        var version = HistoryRecord.version
        var lines: [Line] = []
        var isKept = true
        let bytes = try segment.read(0..<segment.status.size)
        SegmentLines.forEach(bytes) { span, content in
            let whole = Array(content) + [0x0A]
            switch HistoryRecord(line: content) {
            case .message(_, let id):
                isKept = id >= name && limit.map { id < $0 } ?? true && !isDropped(id)
                if isKept { lines.append(Line(id: id, bytes: whole)) }
            case .header(let number): (header, version) = (whole, number)
            case .unknown where HistoryRecord.foreignIdentity(content).map(isDropped) ?? false: break
            case .delete, .restore, .unknown, nil:
                if lines.isEmpty { header += whole } else { lines[lines.count - 1].bytes += whole }
            }
        }
        guard version <= HistoryRecord.version else { throw .laterVersion(path: segment.path) }
        lines += additions
        let sorted = lines.enumerated().sorted { ($0.element.id, $0.offset) < ($1.element.id, $1.offset) }
        var merged: [Line] = []
        for (_, line) in sorted where merged.last?.id != line.id { merged.append(line) }
        let pieces = merged.reduce(0) { $0 + $1.bytes.count } > 2 * size ? Self.pieces(merged, size: size) : [merged]
        try removeIndex(name)
        // Write the upper pieces first. Once they exist, their messages in the old segment no longer count.
        for piece in pieces.dropFirst().reversed() { try write(piece, name: piece[0].id) }
        try write(pieces.first ?? [], name: name, header: header)
    }
}
