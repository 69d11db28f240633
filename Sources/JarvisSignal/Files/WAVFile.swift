// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes WAV files: decodes every PCM and float variant to mono, and encodes 16-bit mono. Works on bytes in
// memory.

/// Mono sound read from, or to be written to, a WAV file.
public struct WAVFile: Sendable {
    /// The valid sample rates, in hertz.
    public static let sampleRates: ClosedRange<Int> = 1_000...768_000

    /// The mono samples, −1…1.
    public var samples: [Float]
    /// The number of samples per second.
    public var sampleRateHertz: Int

    /// Creates sound from samples in −1…1.
    public init(samples: [Float], sampleRateHertz: Int) {
        self.samples = samples
        self.sampleRateHertz = sampleRateHertz
    }

    /// Creates sound from signed 16-bit samples.
    public init(samples: [Int16], sampleRateHertz: Int) {
        self.samples = samples.map { Float($0) / 32768 }
        self.sampleRateHertz = sampleRateHertz
    }

    /// The length in seconds.
    public var seconds: Double { Double(samples.count) / Double(sampleRateHertz) }

    /// The samples as signed 16-bit integers.
    public var int16Samples: [Int16] { samples.map(Self.int16) }

    /// The samples at another rate, as signed 16-bit integers.
    public func int16Samples(atRate rate: Int) -> [Int16] {
        guard rate != sampleRateHertz else { return int16Samples }
        return Resampler.resample(samples, from: sampleRateHertz, to: rate).map(Self.int16)
    }

    /// The nearest 16-bit sample, clipped; NaN becomes silence.
    static func int16(_ sample: Float) -> Int16 {
        guard sample == sample else { return 0 }
        return Int16(min(max((sample * 32768).rounded(), -32768), 32767))
    }

    /// Reads 8-, 16-, 24-, 32-bit integer or 32-, 64-bit float PCM of any rate and channel count; channels are
    /// averaged.
    public static func decode(_ bytes: [UInt8]) throws(WAVError) -> WAVFile {
        let (format, sound) = try parts(of: bytes)
        return format.decode(sound)
    }

    /// Reads speech in the form of processed microphone sound: 16 kHz mono from the channels that carry speech, without
    /// offset and rumble.
    public static func decodeSpeech(_ bytes: [UInt8]) throws(WAVError) -> [Int16] {
        let (format, sound) = try parts(of: bytes)
        let channels = format.decodeChannels(sound, limit: ChannelMixer.mostChannels)
        return SoundIntake.mono(
            of: channels.map {
                Resampler.resample($0.samples, from: $0.sampleRateHertz, to: SoundIntake.sampleRateHertz)
            })
    }

    private static func parts(of bytes: [UInt8]) throws(WAVError) -> (WAVFormat, ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.tag() == "RIFF", reader.uint32() != nil, reader.tag() == "WAVE" else { throw .notWAV }
        var format: WAVFormat?
        while let tag = reader.tag(), let size = reader.uint32() {
            if tag == "fmt " {
                format = try WAVFormat(reader.chunk(size))
            } else if tag == "data" {
                guard let format else { throw .missingChunk("fmt ") }
                return (format, try reader.soundBytes(announced: size))
            } else {
                reader.skip(size)
                continue
            }
            reader.pad(size)
        }
        throw .missingChunk(format == nil ? "fmt " : "data")
    }

    /// Encodes samples as 16-bit mono PCM.
    public static func encode(_ samples: [Int16], sampleRateHertz: Int) -> [UInt8] {
        let dataSize = UInt32(clamping: samples.count * 2)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + samples.count * 2)
        func append(_ text: StaticString) {
            text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        }
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append("RIFF")
        append(dataSize &+ 36)
        append("WAVEfmt ")
        append(UInt32(16))
        append(UInt16(1))  // PCM
        append(UInt16(1))  // mono
        append(UInt32(clamping: sampleRateHertz))
        append(UInt32(clamping: sampleRateHertz * 2))
        append(UInt16(2))  // bytes per frame
        append(UInt16(16))
        append("data")
        append(dataSize)
        samples.withUnsafeBufferPointer { samples in
            for sample in samples { append(sample) }
        }
        return bytes
    }
}
