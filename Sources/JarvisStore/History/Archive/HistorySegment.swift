// SPDX-License-Identifier: GPL-3.0-or-later
// One sealed segment, open for reading. Finds lines through the segment's index, rebuilding it if missing or stale.

import Glibc
import JarvisCore
import JarvisPlatform

/// A sealed segment. It never changes while open, because rewriting a segment creates a new file.
final class HistorySegment {
    /// In bytes. This program never makes a longer segment, so it refuses to read one.
    static let maximumSize = 1 << 30

    /// The lowest ID that belongs here.
    let name: ULID
    let path: String
    let status: FileStatus
    let index: SegmentIndex
    /// The entries that belong here. Any others belong to the next segment, which also has them.
    let positions: Range<Int>
    /// Spans of damaged lines, with their newlines. Known only if the index has just been built.
    let damaged: [Range<Int>]
    private let file: OpenFile

    /// - Parameters:
    ///   - indexPath: The index file; written if the index had to be built.
    ///   - limit: The name of the next segment; nil for the last one.
    init(
        _ name: ULID, path: String, indexPath: String, limit: ULID?, system: FileSystem
    ) throws(StoreFailure) {
        self.name = name
        self.path = path
        file = try OpenFile(path, flags: O_RDONLY, system: system)
        status = try file.status()
        if let index = Self.index(at: indexPath, of: status, system: system) {
            self.index = index
            damaged = []
        } else {
            let made = try Self.makeIndex(file, status)
            index = made.index
            damaged = made.damaged
            // If writing fails, the next reader rebuilds the index. Don't save it while there is damage, so that each
            // reader finds the damage until it has been set aside.
            if damaged.isEmpty { try? AtomicFile.write(indexPath, index.bytes, system: system) }
        }
        positions = index.position(of: name)..<(limit.map(index.position(of:)) ?? index.count)
    }

    /// True if the segment has a matching index, which means that its lines have been checked.
    static func isChecked(path: String, indexPath: String, system: FileSystem) -> Bool {
        var status = FileStatus()
        guard system.statusOfPath(path, &status) >= 0 else { return false }
        return index(at: indexPath, of: status, system: system) != nil
    }

    func read(_ range: Range<Int>) throws(StoreFailure) -> [UInt8] {
        try file.read(at: range.lowerBound, count: range.count)
    }

    /// The position of this message; nil if it isn't here.
    func position(_ id: ULID) -> Int? {
        let position = index.position(of: id)
        return positions.contains(position) && index.id(position) == id ? position : nil
    }

    func message(at position: Int) throws(StoreFailure) -> Message? {
        let entry = index[position]
        let bytes = try read(entry.offset..<(entry.offset + entry.length))
        guard case .message(let message, entry.id)? = bytes.withUnsafeBufferPointer(HistoryRecord.init(line:)) else {
            return nil
        }
        return message
    }

    // MARK: The index

    private static func index(at path: String, of status: FileStatus, system: FileSystem) -> SegmentIndex? {
        guard let file = try? OpenFile(path, flags: O_RDONLY, system: system),
            let header = try? file.read(at: 0, count: SegmentIndex.headerSize),
            let size = SegmentIndex.tableSize(header: header), size <= maximumSize,
            let table = try? file.read(at: 0, count: SegmentIndex.headerSize + size)
        else { return nil }
        return SegmentIndex(table, of: status)
    }

    private static func makeIndex(
        _ file: OpenFile, _ status: FileStatus
    ) throws(StoreFailure) -> (index: SegmentIndex, damaged: [Range<Int>]) {
        guard status.size <= maximumSize else { throw .inputOutput(path: file.path, errno: EFBIG) }
        var lines: [SegmentIndex.Line] = []
        var damaged: [Range<Int>] = []
        let bytes = try file.read(at: 0, count: status.size)
        SegmentLines.forEach(bytes) { span, content in
            switch content.count > HistoryFile.maximumLineLength ? nil : HistoryRecord(line: content) {
            case .message(let message, let id):
                let text = SearchFolding.fold(message.text)
                let line = span.lowerBound..<(span.lowerBound + content.count)
                lines.append(SegmentIndex.Line(id: id, span: line, kind: message.kind, text: text))
            case nil: damaged.append(span)
            case .header, .delete, .restore, .unknown: break
            }
        }
        return (SegmentIndex(lines, of: status), damaged)
    }
}

/// Splits a buffer into lines.
enum SegmentLines {
    /// Calls `body` with each non-empty line: its span with the newline, and its content without.
    static func forEach(_ bytes: [UInt8], _ body: (Range<Int>, UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var begin = 0
            while begin < bytes.count {
                let end = bytes[begin...].firstIndex(of: 0x0A) ?? bytes.count
                let next = min(end + 1, bytes.count)
                if end > begin { body(begin..<next, UnsafeBufferPointer(rebasing: bytes[begin..<end])) }
                begin = next
            }
        }
    }
}
