// SPDX-License-Identifier: GPL-3.0-or-later
// Which streams are ducked, and how loud they were: kept in a file, so that they are restored even after a crash. The
// sound server remembers volumes per program, also those that we have set.

import CPulse
import JarvisCore
import JarvisPlatform

/// One stream that is ducked.
struct DuckedStream: Equatable {
    var index: UInt32
    var key: String
    var original: [UInt32]
    /// The volume that we set; a stream with any other volume belongs to its user again. Empty: it was muted.
    var applied: [UInt32]
    /// When its program's streams were first seen to be as loud as before; nil until then. Not in the file.
    var restoredAt: ContinuousClock.Instant?

    /// True while the stream is as we have set it.
    func isAsSet(_ stream: ProgramStream) -> Bool {
        applied.isEmpty
            ? stream.isMuted : stream.volume.count == applied.count && zip(stream.volume, applied).allSatisfy(isNear)
    }

    /// Servers round volumes.
    private func isNear(_ one: UInt32, _ other: UInt32) -> Bool { max(one, other) - min(one, other) <= 16 }

    /// 20 % of the amplitude (−14 dB): still there, and out of the way of speech.
    static func softer(_ volume: [UInt32]) -> [UInt32] {
        volume.map { pa_sw_volume_multiply($0, pa_sw_volume_from_linear(0.2)) }
    }
}

/// The file: one line for each stream, behind a line with the format's version.
struct DuckedStreams {
    private static let header = "jarvis-other-players 1"
    /// More than play at once.
    private static let limit = 64

    let path: String

    func read() -> [DuckedStream] {
        // A file that cannot be read tells nothing; the next turn writes a new one.
        guard let bytes = (try? AtomicFile.read(path)) ?? nil else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.first.map(String.init) == Self.header else { return [] }
        return lines.dropFirst().prefix(Self.limit).compactMap(Self.stream)
    }

    /// Without streams the file goes. A folder that cannot be written costs the memory of a crash, nothing else.
    func write(_ streams: [DuckedStream]) {
        let lines = [Self.header] + streams.suffix(Self.limit).map(Self.line)
        if streams.isEmpty {
            _ = FileSystem().remove(path)
        } else {
            try? AtomicFile.write(path, Array((lines.joined(separator: "\n") + "\n").utf8))
        }
    }

    static func line(_ stream: DuckedStream) -> String {
        let lists = [stream.original, stream.applied].map { $0.map(String.init).joined(separator: ",") }
        let key = String(stream.key.map { $0 == "\t" || $0.isNewline ? " " : $0 })
        return "\(stream.index)\t\(lists[0])\t\(lists[1])\t\(key)"
    }

    static func stream(_ line: Substring) -> DuckedStream? {
        let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let index = UInt32(parts[0]) else { return nil }
        let lists = parts[1...2].map { $0.split(separator: ",").compactMap { UInt32($0) } }
        return DuckedStream(index: index, key: String(parts[3]), original: lists[0], applied: lists[1])
    }
}
