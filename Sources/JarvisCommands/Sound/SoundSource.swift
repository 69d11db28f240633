// SPDX-License-Identifier: GPL-3.0-or-later
// Where a recording's sound comes from, piece by piece, and the two sources that need no child process.

import CSndfile
import JarvisPlatform
import JarvisSignal

/// A recording as a stream of samples. Used on one thread; reading blocks.
protocol SoundSource: AnyObject {
    var sampleRateHertz: Int { get }
    /// The length in seconds that the file announces; nil if unknown.
    var announcedSeconds: Double? { get }
    /// The next samples of each channel in −1…1, all of the same length; nil at the end.
    /// - Throws: `SoundFailure`.
    func next() throws -> [[Float]]?
}

/// PCM in a WAV file, read without any library.
final class WAVSource: SoundSource {
    private static let framesAtOnce = 16_384

    private let layout: WAVLayout
    private let file: OpenFile
    private var offset: Int
    private let end: Int

    /// - Throws: `WAVError.truncated`, unless the file may be cut.
    init(_ file: OpenFile, _ layout: WAVLayout, fileBytes: Int, mayBeCut: Bool) throws(WAVError) {
        (self.file, self.layout, offset) = (file, layout, layout.soundOffset)
        let present = fileBytes - layout.soundOffset
        if let announced = layout.announcedBytes, announced > present, !mayBeCut {
            throw .truncated(announcedBytes: announced, presentBytes: max(0, present))
        }
        end = layout.soundOffset + min(layout.announcedBytes ?? present, present)
    }

    var sampleRateHertz: Int { layout.sampleRateHertz }
    var announcedSeconds: Double? {
        Double((end - layout.soundOffset) / layout.bytesPerFrame) / Double(layout.sampleRateHertz)
    }

    func next() throws -> [[Float]]? {
        let bytes = try file.read(at: offset, count: min(Self.framesAtOnce * layout.bytesPerFrame, end - offset))
        guard bytes.count >= layout.bytesPerFrame else { return nil }
        offset += bytes.count
        return layout.channels(of: bytes[...])
    }
}

/// What libsndfile reads.
final class SndfileSource: SoundSource {
    private static let framesAtOnce = 16_384
    private static let mostChannels = 64

    private let functions: sndfile_functions
    private let file: OpaquePointer
    private let info: sndfile_info
    private let kind: SoundKind
    private var buffer: [Float]

    /// The library's version, such as "1.2.0"; nil if it isn't installed.
    static var version: String? {
        var functions = sndfile_functions()
        guard sndfile_load(&functions) == nil, let text = functions.version_string() else { return nil }
        return String(cString: text).split(separator: "-").last.map(String.init)
    }

    /// - Throws: `SoundFailure`.
    init(_ path: String, _ kind: SoundKind) throws(SoundFailure) {
        var functions = sndfile_functions()
        guard sndfile_load(&functions) == nil else { throw .sndfileMissing(kind) }
        var info = sndfile_info()
        guard let file = functions.open(path, Int32(sndfile_read), &info) else {
            throw .damaged(kind, reason: Self.reason(functions.strerror(nil)))
        }
        guard WAVFile.sampleRates.contains(Int(info.sample_rate)), (1...Self.mostChannels).contains(Int(info.channels))
        else {
            _ = functions.close(file)
            throw .damaged(kind, reason: "")
        }
        (self.functions, self.file, self.info, self.kind) = (functions, file, info, kind)
        buffer = [Float](repeating: 0, count: Self.framesAtOnce * Int(info.channels))
    }

    deinit {
        _ = functions.close(file)
    }

    var sampleRateHertz: Int { Int(info.sample_rate) }
    var announcedSeconds: Double? {
        // Longer than a year stands for "unknown".
        let seconds = Double(info.frames) / Double(info.sample_rate)
        return info.frames > 0 && seconds < 31_536_000 ? seconds : nil
    }

    func next() throws -> [[Float]]? {
        let count = buffer.withUnsafeMutableBufferPointer {
            Int(functions.readf_float(file, $0.baseAddress, Int64(Self.framesAtOnce)))
        }
        guard count > 0 else {
            guard functions.error(file) != 0 else { return nil }
            throw SoundFailure.damaged(kind, reason: Self.reason(functions.strerror(file)))
        }
        let channels = Int(info.channels)
        return (0..<min(channels, ChannelMixer.mostChannels)).map { channel in
            (0..<count).map { frame in
                let sample = buffer[frame * channels + channel]
                return sample.isFinite ? sample : 0
            }
        }
    }

    /// The library's reason without its period.
    private static func reason(_ text: UnsafePointer<CChar>?) -> String {
        let text = text.map { String(cString: $0) } ?? ""
        return String(text.drop { $0 == " " }.prefix(120).reversed().drop { $0 == "." || $0 == " " }.reversed())
    }
}
