// SPDX-License-Identifier: GPL-3.0-or-later
// Indexes the history file's lines: backwards from the known part to the start, and forwards to the end.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    private static let blockSize = 64 << 10

    /// Indexes one more block of lines before the known part.
    func extendBackward() throws(StoreFailure) {
        let end = index.start
        guard end > 0 else { return }
        var size = Self.blockSize
        while true {
            let begin = max(0, end - size)
            let bytes = try read(begin..<end)
            // The file shrank while being read, so its known part is invalid.
            guard bytes.count == end - begin else { return index = HistoryIndex(at: 0) }
            // The block may begin in the middle of a line; that line waits for the next block.
            let firstLine = begin == 0 ? 0 : bytes.dropLast().firstIndex(of: 0x0A).map { $0 + 1 }
            if let firstLine {
                return bytes.withUnsafeBufferPointer { prepend($0, from: firstLine, base: begin) }
            }
            if size > Self.maximumLineLength {
                return index.prepend(nil, at: begin..<end, length: end - begin)
            }
            size *= 4
        }
    }

    private func prepend(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int, base: Int) {
        var end = bytes.count
        while end > first {
            let hasNewline = bytes[end - 1] == 0x0A
            let contentEnd = hasNewline ? end - 1 : end
            let begin = bytes[first..<contentEnd].lastIndex(of: 0x0A).map { $0 + 1 } ?? first
            let span = (base + begin)..<(base + end)
            let line = UnsafeBufferPointer(rebasing: bytes[begin..<contentEnd])
            if line.isEmpty {
                index.skip(span)
            } else {
                index.prepend(HistoryRecord(line: line), at: span, length: line.count)
            }
            end = begin
        }
    }

    /// Indexes lines that were added up to `size`, and records the changes if there is an observer.
    func readForward(to size: Int) throws(StoreFailure) {
        var length = 1 << 20
        while index.end < size {
            let begin = index.end
            let bytes = try read(begin..<min(size, begin + length))
            guard !bytes.isEmpty else { return }
            let isLast = begin + bytes.count == size
            // Only the last line of the file may lack its newline; anywhere else the line continues in the next block.
            let whole = isLast ? bytes.count : bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            if whole > 0 {
                try takeIn(Array(bytes[..<whole]), base: begin)
            } else if length > Self.maximumLineLength {
                index.append(nil, at: begin..<(begin + bytes.count), length: bytes.count)
            } else {
                length *= 4
            }
        }
    }

    /// Indexes whole lines of the file, starting at `base`, the known end.
    func takeIn(_ bytes: [UInt8], base: Int) throws(StoreFailure) {
        var begin = 0
        while begin < bytes.count {
            let contentEnd = bytes[begin...].firstIndex(of: 0x0A) ?? bytes.count
            let end = min(contentEnd + 1, bytes.count)
            let span = (base + begin)..<(base + end)
            if contentEnd == begin {
                index.skip(span)
            } else {
                let record = bytes[begin..<contentEnd].withUnsafeBufferPointer(HistoryRecord.init(line:))
                try append(record, at: span, length: contentEnd - begin)
            }
            begin = end
        }
    }

    private func append(_ record: HistoryRecord?, at span: Range<Int>, length: Int) throws(StoreFailure) {
        guard isObserved else {
            index.append(record, at: span, length: length)
            return
        }
        switch record {
        case .message(let message, let id):
            if index.append(record, at: span, length: length), !index.isDeleted(id) {
                note(.appended(message))
            }
        case .delete(let ids):
            let gone = ids.filter { !index.isDeleted($0) }
            index.append(record, at: span, length: length)
            if !gone.isEmpty { note(.deleted(gone.map { MessageID(rawValue: $0.text) })) }
        case .restore(let ids):
            let back = ids.filter { index.isDeleted($0) }
            index.append(record, at: span, length: length)
            var messages: [Message] = []
            for id in back {
                if let entry = try entry(id), let message = try message(entry) { messages.append(message) }
            }
            if !messages.isEmpty { note(.restored(messages)) }
        case .header, .unknown, nil:
            index.append(record, at: span, length: length)
        }
    }

    /// The entry of a message in the active file, deleted or not; nil if it has none. Indexes backwards as far as
    /// needed.
    func entry(_ id: ULID) throws(StoreFailure) -> HistoryIndex.Entry? {
        while true {
            if let entry = index.entry(id) { return entry }
            if index.isComplete { return nil }
            if index.isOrdered, let first = index.first, first.id < id { return nil }
            try extendBackward()
        }
    }

    /// Reads one message; nil if its line has changed.
    func message(_ entry: HistoryIndex.Entry) throws(StoreFailure) -> Message? {
        let bytes = try read(entry.offset..<(entry.offset + Int(entry.length)))
        guard case .message(let message, entry.id)? = bytes.withUnsafeBufferPointer(HistoryRecord.init(line:)) else {
            return nil
        }
        return message
    }
}
