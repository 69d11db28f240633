// SPDX-License-Identifier: GPL-3.0-or-later
// The folded texts to search: those of a segment, read from its index in one go, and those of the active file, kept in
// memory.

import Glibc
import JarvisCore
import JarvisPlatform

/// A buffer for one segment's index, reused for the next segment.
final class SegmentTexts {
    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 16)
    private var size = 0

    deinit {
        room.deallocate()
    }

    /// Loads the segment at a place of the archive and searches its texts.
    /// - Returns: The IDs of visible matches, oldest first.
    func matches(
        _ query: SearchQuery, in archive: HistoryArchive, at place: Int, before limit: ULID?,
        isVisible: (ULID) -> Bool
    ) throws(StoreFailure) -> [ULID] {
        if try !load(archive, place) { return [] }
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<size])
        let count = Int(Self.number(UInt32.self, bytes, 8))
        let textsStart = SegmentIndex.headerSize + count * SegmentIndex.entrySize
        func base(_ position: Int) -> Int { SegmentIndex.headerSize + position * SegmentIndex.entrySize }
        func id(_ position: Int) -> ULID {
            ULID(
                high: Self.number(UInt64.self, bytes, base(position)),
                low: Self.number(UInt64.self, bytes, base(position) + 8))
        }
        func position(_ wanted: ULID) -> Int { (0..<count).partitioningIndex { id($0) >= wanted } }
        let next = place + 1 < archive.names.count ? archive.names[place + 1] : nil
        let last = [next, limit].compactMap(\.self).min().map(position) ?? count
        let positions = min(position(archive.names[place]), last)..<last
        let kinds = query.kinds.map { Set($0.map(SegmentIndex.code)) }
        return query.matches(
            in: UnsafeRawBufferPointer(rebasing: bytes[textsStart...]), positions: positions,
            end: { Int(Self.number(UInt32.self, bytes, base($0) + 24)) }
        ).compactMap { position in
            if let kinds, !kinds.contains(bytes[base(position) + 28]) { return nil }
            let id = id(position)
            return isVisible(id) ? id : nil
        }
    }

    private static func number<Number: FixedWidthInteger>(
        _ type: Number.Type, _ bytes: UnsafeRawBufferPointer, _ offset: Int
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// - Returns: False if the segment is gone.
    private func load(_ archive: HistoryArchive, _ place: Int) throws(StoreFailure) -> Bool {
        let name = archive.names[place]
        var status = FileStatus()
        guard archive.system.statusOfPath(archive.path(name), &status) >= 0 else { return false }
        if fill(from: archive.indexPath(name), system: archive.system), belongs(to: status) { return true }
        // Rebuild the index and save it. If it cannot be saved, use the copy in memory.
        let index = try archive.segment(place).index
        if index.bytes.count >= index.size {
            reserve(index.bytes.count)
            index.bytes.withUnsafeBytes { room.copyMemory(from: $0) }
            size = index.bytes.count
            return true
        }
        return fill(from: archive.indexPath(name), system: archive.system) && belongs(to: status)
    }

    private func belongs(to status: FileStatus) -> Bool {
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<size])
        guard SegmentIndex.belongs(bytes, to: status) else { return false }
        let texts = Int(Self.number(UInt32.self, bytes, 40))
        return size
            >= SegmentIndex.headerSize + Int(Self.number(UInt32.self, bytes, 8)) * SegmentIndex.entrySize + texts
    }

    private func fill(from path: String, system: FileSystem) -> Bool {
        guard let file = try? OpenFile(path, flags: O_RDONLY, system: system), let status = try? file.status(),
            status.size <= HistorySegment.maximumSize
        else { return false }
        reserve(status.size)
        guard let count = try? file.read(at: 0, into: UnsafeMutableRawBufferPointer(rebasing: room[..<status.size]))
        else { return false }
        size = count
        return true
    }

    private func reserve(_ count: Int) {
        guard room.count < count else { return }
        room.deallocate()
        room = .allocate(byteCount: count + count / 4, alignment: 16)
    }
}

/// The folded texts of the active file. Each search folds only what was added since the last one.
struct ActiveTexts {
    private var lineage: HistoryIndex.Lineage?
    private var count = 0
    private var texts: [UInt8] = []
    private var ends: [Int] = []
    private var kinds: [MessageKind?] = []

    /// The matches in the active file, oldest first. The file must be indexed to its start.
    mutating func matches(_ query: SearchQuery, in file: HistoryFile) throws(StoreFailure) -> [ULID] {
        try update(file)
        let positions = texts.withUnsafeBytes { bytes in
            query.matches(in: bytes, positions: 0..<ends.count) { ends[$0] }
        }
        var found: [ULID] = []
        for position in positions {
            guard let kind = kinds[position], query.kinds?.contains(kind) ?? true else { continue }
            let id = file.index[position].id
            if file.index.isDeleted(id) { continue }
            if try file.isSealed(id) { continue }
            found.append(id)
        }
        return found
    }

    private mutating func update(_ file: HistoryFile) throws(StoreFailure) {
        if lineage !== file.index.lineage || count > file.index.count { self = ActiveTexts() }
        lineage = file.index.lineage
        var window = LineWindow(isForward: true)
        while count < file.index.count {
            let entry = file.index[count]
            let message = try window.message(entry.id, entry.offset, Int(entry.length)) {
                range throws(StoreFailure) in try file.read(range)
            }
            if let message { texts += SearchFolding.fold(message.text) }
            ends.append(texts.count)
            texts.append(0x0A)
            kinds.append(message?.kind)
            count += 1
        }
    }
}
