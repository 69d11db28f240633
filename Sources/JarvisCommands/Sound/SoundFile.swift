// SPDX-License-Identifier: GPL-3.0-or-later
// A recording that the user names, of any kind, as speech at the recognizers' rate. Reads piece by piece, so that its
// length doesn't matter. Used on one thread; reading blocks.

import Glibc
import JarvisPlatform
import JarvisSignal

/// A sound file, open for reading from start to end.
public final class SoundFile {
    /// The rate of the sound that this delivers.
    public static let sampleRateHertz = 16_000

    /// The end of a file this near to the announced one counts as reached: encoders pad, and announce estimates.
    private static let endSlackSeconds = 2.0

    private let path: String
    private let mayBeCut: Bool
    /// Keeps a stream's copy in memory alive.
    private let copy: MemoryFile?
    private let file: OpenFile
    private let source: any SoundSource
    private var resamplers: [Resampler] = []
    private var deliveredSeconds = 0.0
    private var hasEnded = false

    /// Opens a recording.
    /// - Parameters:
    ///   - path: A file, or a pipe, which is read to its end first.
    ///   - mayBeCut: Whether to use what there is of a file that is cut short.
    /// - Throws: `CommandFailure` with a sentence that names the file and a remedy.
    public convenience init(_ path: String, mayBeCut: Bool = false) throws {
        try self.init(path, mayBeCut: mayBeCut, runner: ProcessRunner())
    }

    init(_ path: String, mayBeCut: Bool, runner: ProcessRunner) throws {
        (self.path, self.mayBeCut) = (path, mayBeCut)
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileBytes.failure(path) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        do {
            let copy = isRegular ? nil : try MemoryFile(FileBytes.read(path), name: "jarvis-sound")
            let file = try OpenFile(copy?.path ?? path, flags: O_RDONLY)
            source = try Self.source(file, file.status().size, mayBeCut, runner)
            (self.copy, self.file) = (copy, file)
        } catch let failure as SoundFailure {
            throw CommandFailure(failure.message(path))
        }
    }

    /// The length in seconds that the file announces; nil if it doesn't.
    public var announcedSeconds: Double? { source.announcedSeconds }

    /// The next samples of each channel, about a second of them; nil at the end.
    /// - Throws: `CommandFailure`; for a file that is cut short, at its end.
    public func next() throws -> [[Float]]? {
        do {
            while !hasEnded {
                guard let piece = try source.next() else {
                    hasEnded = true
                    try checkEnd()
                    let last = resamplers.indices.map { resamplers[$0].flush() }
                    return last.first?.isEmpty == false ? last : nil
                }
                deliveredSeconds += Double(piece.first?.count ?? 0) / Double(source.sampleRateHertz)
                if source.sampleRateHertz == Self.sampleRateHertz { return piece }
                if resamplers.isEmpty {
                    let resampler = Resampler(from: source.sampleRateHertz, to: Self.sampleRateHertz)
                    resamplers = piece.map { _ in resampler }
                }
                let converted = piece.indices.map { resamplers[$0].process(piece[$0]) }
                if converted.first?.isEmpty == false { return converted }
            }
            return nil
        } catch let failure as SoundFailure {
            if mayBeCut, deliveredSeconds > 0 { return nil }
            if case .damaged = failure, deliveredSeconds >= 1 {
                throw CommandFailure(
                    SoundFailure.cutShort(after: deliveredSeconds, of: announcedSeconds).message(path))
            }
            throw CommandFailure(failure.message(path))
        }
    }

    /// All of the rest as speech: one channel of 16-bit samples.
    /// - Throws: `CommandFailure`.
    public func speech() throws -> [Int16] {
        var channels: [[Float]] = []
        while let piece = try next() { channels.extend(by: piece) }
        return SoundIntake.mono(of: channels)
    }

    private func checkEnd() throws(SoundFailure) {
        guard deliveredSeconds > 0 else { throw .noSound }
        guard !mayBeCut, let announced = announcedSeconds else { return }
        let lack = announced - deliveredSeconds
        guard lack < max(Self.endSlackSeconds, announced * 0.01) else {
            throw .cutShort(after: deliveredSeconds, of: announced)
        }
    }

    /// The packages that read what libsndfile doesn't, as Debian names them.
    public static let gstreamerPackages = SoundFailure.gstreamerPackages

    /// What there is to read recordings with: libsndfile's version, and whether GStreamer decodes M4A.
    public static func readers() -> (sndfile: String?, hasGStreamer: Bool) {
        func has(_ element: String) -> Bool {
            let command = ProcessCommand("gst-inspect-1.0", ["--exists", element])
            return (try? runBlocking { try await ProcessRunner().run(command, limit: .seconds(30)) })?.exit.isSuccess
                == true
        }
        return (SndfileSource.version, has("qtdemux") && ["avdec_aac", "fdkaacdec", "faad"].contains(where: has))
    }

    // MARK: Choosing the source

    private static func source(
        _ file: OpenFile, _ size: Int, _ mayBeCut: Bool, _ runner: ProcessRunner
    ) throws -> any SoundSource {
        guard size > 0 else { throw SoundFailure.empty }
        guard let kind = SoundKind(try file.read(at: 0, count: SoundKind.headBytes)[...]) else {
            throw SoundFailure.unknownKind
        }
        // These paths need no quotation marks, whatever the file is called.
        let path = "/proc/\(getpid())/fd/\(file.number)"
        guard kind.isReadBySndfile else { return try GStreamerSource(path, kind, by: runner) }
        if kind == .wav, let source = try wav(file, size, mayBeCut) { return source }
        // libsndfile 1.2 takes the first frame's bit rate for that of the whole file, and stops early without a word.
        if kind == .mp3, try !tellsItsLength(file), let source = try? GStreamerSource(path, kind, by: runner) {
            return source
        }
        do {
            return try SndfileSource(path, kind)
        } catch {
            // Perhaps a codec that libsndfile doesn't know, in a container that it does.
            if let other = try? GStreamerSource(path, kind, by: runner) { return other }
            throw error
        }
    }

    /// Whether an MP3 file begins with a frame that tells its length, as files of varying bit rate should.
    private static func tellsItsLength(_ file: OpenFile) throws -> Bool {
        let tag = try file.read(at: 0, count: 10)
        var start = 0
        if tag.starts(with: Array("ID3".utf8)), tag.count == 10 {
            start = 10 + tag[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        }
        let head = try file.read(at: start, count: 4_096)
        return ["Xing", "Info", "VBRI"].contains { name in
            let bytes = Array(name.utf8)
            return head.indices.contains { head[$0...].starts(with: bytes) }
        }
    }

    /// Plain PCM; nil for other codecs, and headers beyond the usual.
    private static func wav(_ file: OpenFile, _ size: Int, _ mayBeCut: Bool) throws -> WAVSource? {
        let head = try file.read(at: 0, count: min(size, WAVLayout.headBytes))
        do {
            return try WAVSource(file, WAVLayout(head: head), fileBytes: size, mayBeCut: mayBeCut)
        } catch {
            switch error {
            case .unsupported, .notWAV: return nil
            case .missingChunk where size > head.count: return nil
            default: throw SoundFailure.wav(error)
            }
        }
    }
}

extension [[Float]] {
    /// Appends the next samples of each channel.
    public mutating func extend(by piece: [[Float]]) {
        if isEmpty { self = piece } else { for channel in indices { self[channel] += piece[channel] } }
    }
}
