// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a WAV file's format chunk, and converts bytes in that format to mono samples.

/// The values of a format chunk.
struct WAVFormat: Sendable {
    private enum Encoding: Sendable {
        case unsigned8, signed16, signed24, signed32, float32, float64

        var bytesPerSample: Int {
            switch self {
            case .unsigned8: 1
            case .signed16: 2
            case .signed24: 3
            case .signed32, .float32: 4
            case .float64: 8
            }
        }
    }

    private var encoding: Encoding
    private(set) var channels: Int
    private(set) var bytesPerFrame: Int
    private(set) var sampleRateHertz: Int

    init(_ chunk: ArraySlice<UInt8>) throws(WAVError) {
        var reader = ByteReader(chunk)
        guard var tag = reader.uint16(), let channels = reader.uint16(), let rate = reader.uint32(),
            reader.uint32() != nil, let frameBytes = reader.uint16(), let bits = reader.uint16()
        else { throw .missingChunk("fmt ") }
        // For WAVE_FORMAT_EXTENSIBLE, the real tag is at the start of the sub-format identifier.
        if tag == 0xFFFE, reader.uint16() != nil, reader.uint16() != nil, reader.uint32() != nil,
            let subFormat = reader.uint16()
        {
            tag = subFormat
        }
        encoding =
            switch (tag, bits) {
            case (1, 8): .unsigned8
            case (1, 16): .signed16
            case (1, 24): .signed24
            case (1, 32): .signed32
            case (3, 32): .float32
            case (3, 64): .float64
            default: throw .unsupported(formatTag: tag, bitsPerSample: Int(bits))
            }
        guard channels > 0 else { throw .malformedFormat(reason: "no channels") }
        guard let rate = Int(exactly: rate), WAVFile.sampleRates.contains(rate) else {
            throw .malformedFormat(reason: "sample rate \(rate)")
        }
        guard Int(frameBytes) == Int(channels) * encoding.bytesPerSample else {
            throw .malformedFormat(reason: "\(frameBytes) bytes per frame")
        }
        self.channels = Int(channels)
        bytesPerFrame = Int(frameBytes)
        sampleRateHertz = rate
    }

    /// Decodes whole frames; drops an incomplete last one.
    func decode(_ bytes: ArraySlice<UInt8>) -> WAVFile {
        let scale = 1 / Float(channels)
        let frames = read(bytes) { bytes, offset in
            var offset = offset
            var sum: Float = 0
            for _ in 0..<channels {
                sum += sample(bytes, at: offset)
                offset += encoding.bytesPerSample
            }
            return sum * scale
        }
        return WAVFile(samples: frames, sampleRateHertz: sampleRateHertz)
    }

    /// Decodes each channel separately, up to `limit` of them.
    func decodeChannels(_ bytes: ArraySlice<UInt8>, limit: Int) -> [WAVFile] {
        (0..<min(channels, limit)).map { channel in
            let place = channel * encoding.bytesPerSample
            return WAVFile(
                samples: read(bytes) { sample($0, at: $1 + place) }, sampleRateHertz: sampleRateHertz)
        }
    }

    /// Computes one value for each whole frame; the closure receives the frame's offset.
    private func read(
        _ bytes: ArraySlice<UInt8>, _ value: (UnsafeRawBufferPointer, Int) -> Float
    ) -> [Float] {
        let frames = bytes.count / bytesPerFrame
        return [Float](unsafeUninitializedCapacity: frames) { output, count in
            bytes.withUnsafeBytes { bytes in
                for frame in 0..<frames { output[frame] = value(bytes, frame * bytesPerFrame) }
            }
            count = frames
        }
    }

    private func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
        switch encoding {
        case .unsigned8:
            return (Float(bytes[offset]) - 128) / 128
        case .signed16:
            return Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32768
        case .signed24:
            let low = Int32(bytes[offset]) | Int32(bytes[offset + 1]) << 8
            return Float(low | Int32(Int8(bitPattern: bytes[offset + 2])) << 16) / 8_388_608
        case .signed32:
            let value = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            return Float(value) / 2_147_483_648
        case .float32:
            let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return Self.finite(Float(bitPattern: bits))
        case .float64:
            let bits = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            return Self.finite(Float(Double(bitPattern: bits)))
        }
    }

    private static func finite(_ sample: Float) -> Float {
        sample.isFinite ? sample : 0
    }
}
