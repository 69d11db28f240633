// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps ducked streams and their original volumes in a file, to restore them even after a crash. The sound server
// remembers volumes per program, including those that JARVIS has set.

import CPulse
import JarvisCore
import JarvisPlatform

/// A ducked stream, and how to restore it.
struct DuckedStream: Equatable {
    var index: UInt32
    var key: String
    var original: [UInt32]
    /// The volume that JARVIS has set; if the stream has another one, the user has changed it. Empty if JARVIS has
    /// muted it.
    var applied: [UInt32]
    /// When streams of its program were first seen at their original volume; nil before that. Not saved.
    var restoredAt: ContinuousClock.Instant?

    /// True while the stream has the volume that JARVIS has set.
    func isAsSet(_ stream: ProgramStream) -> Bool {
        applied.isEmpty
            ? stream.isMuted : stream.volume.count == applied.count && zip(stream.volume, applied).allSatisfy(isNear)
    }

    /// True if two volumes are equal, apart from rounding by the server.
    private func isNear(_ one: UInt32, _ other: UInt32) -> Bool { max(one, other) - min(one, other) <= 16 }

    /// The ducked volume: 20 % of the amplitude (−14 dB), which is still audible but doesn't mask speech.
    static func softer(_ volume: [UInt32]) -> [UInt32] {
        volume.map { pa_sw_volume_multiply($0, pa_sw_volume_from_linear(0.2)) }
    }
}

/// The file of ducked streams: a line with the format version, followed by a line per stream.
struct DuckedStreams {
    private static let header = "jarvis-other-players 1"
    /// The most streams to read; far fewer play at once.
    private static let limit = 64

    let path: String

    func read() -> [DuckedStream] {
        // An unreadable file is ignored; the next ducking writes a new one.
        guard let bytes = (try? AtomicFile.read(path)) ?? nil else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.first.map(String.init) == Self.header else { return [] }
        return lines.dropFirst().prefix(Self.limit).compactMap(Self.stream)
    }

    /// Writes the streams, or deletes the file if there are none. If the folder isn't writable, only crash recovery is
    /// lost.
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
