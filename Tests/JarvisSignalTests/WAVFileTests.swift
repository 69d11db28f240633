// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import JarvisTesting
import Testing

struct WAVFileTests {
    private func little(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A WAV file built by hand.
    private func file(
        tag: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, extensible: Bool = false,
        before: [UInt8] = [], data: [UInt8], announced: Int? = nil
    ) -> [UInt8] {
        let frame = channels * bits / 8
        var format = little(extensible ? 0xFFFE : tag, 2) + little(channels, 2) + little(rate, 4)
        format += little(rate * frame, 4) + little(frame, 2) + little(bits, 2)
        if extensible { format += little(22, 2) + little(bits, 2) + little(0, 4) + little(tag, 2) + little(0, 14) }
        let body = Array("WAVE".utf8) + before + Array("fmt ".utf8) + little(format.count, 4) + format
        let sound = Array("data".utf8) + little(announced ?? data.count, 4) + data
        return Array("RIFF".utf8) + little(body.count + sound.count, 4) + body + sound
    }

    @Test func everySampleWidthDecodesToTheSameSamples() throws {
        let half = [
            file(bits: 8, data: [192]),
            file(bits: 16, data: little(16_384, 2)),
            file(bits: 24, data: little(4_194_304, 3)),
            file(bits: 32, data: little(1_073_741_824, 4)),
            file(tag: 3, bits: 32, data: little(Int(Float(0.5).bitPattern), 4)),
            file(tag: 3, bits: 64, data: little(Int(Double(0.5).bitPattern), 8)),
            file(bits: 24, extensible: true, data: little(4_194_304, 3)),
        ]
        for bytes in half { #expect(try WAVFile.decode(bytes).samples == [0.5]) }
        #expect(try WAVFile.decode(file(bits: 24, data: [0, 0, 0x80])).samples == [-1])
    }

    @Test func channelsAreAveragedAndTheRateIsKept() throws {
        let wav = try WAVFile.decode(
            file(channels: 2, rate: 44_100, data: little(8192, 2) + little(24_576, 2) + little(-16_384, 2) + [0, 0]))
        #expect(wav.samples == [0.5, -0.25])
        #expect(wav.sampleRateHertz == 44_100)
    }

    @Test func otherChunksAreSkippedWithTheirPadding() throws {
        let list = Array("LIST".utf8) + little(3, 4) + [1, 2, 3, 0]
        #expect(try WAVFile.decode(file(before: list, data: little(16_384, 2))).samples == [0.5])
    }

    @Test func encodedSamplesAreDecodedUnchanged() throws {
        let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 1234]
        let wav = try WAVFile.decode(WAVFile.encode(samples, sampleRateHertz: 22_050))
        #expect(wav.int16Samples == samples)
        #expect(wav.sampleRateHertz == 22_050)
    }

    @Test func soundOfUnknownLengthExtendsToTheEnd() throws {
        #expect(try WAVFile.decode(file(data: [0, 64, 0, 64], announced: 0xFFFF_FFFF)).samples == [0.5, 0.5])
        #expect(try WAVFile.decode(file(data: [0, 64], announced: 0x7FFF_F000)).samples == [0.5])
    }

    @Test func invalidFilesThrowSpecificErrors() {
        #expect(throws: WAVError.notWAV) { try WAVFile.decode([]) }
        #expect(throws: WAVError.notWAV) { try WAVFile.decode(Array("OggS and so on, not WAVE".utf8)) }
        #expect(throws: WAVError.truncated(announcedBytes: 100, presentBytes: 4)) {
            try WAVFile.decode(file(data: [1, 2, 3, 4], announced: 100))
        }
        #expect(throws: WAVError.unsupported(formatTag: 85, bitsPerSample: 16)) {
            try WAVFile.decode(file(tag: 85, data: [0, 0]))
        }
        #expect(throws: WAVError.malformedFormat(reason: "no channels")) {
            try WAVFile.decode(file(channels: 0, data: [0, 0]))
        }
        #expect(throws: WAVError.malformedFormat(reason: "sample rate 0")) {
            try WAVFile.decode(file(rate: 0, data: [0, 0]))
        }
        let headless = Array("RIFF".utf8) + little(4, 4) + Array("WAVE".utf8)
        #expect(throws: WAVError.missingChunk("fmt ")) { try WAVFile.decode(headless) }
        #expect("\(WAVError.truncated(announcedBytes: 9, presentBytes: 4))".contains("cut short"))
    }

    @Test func mutatedFilesAreRejectedOrDecodedWithoutCrashing() {
        var generator = SeededGenerator(seed: 7)
        let seeds = [
            file(data: little(16_384, 2) + little(3, 2)),
            file(channels: 2, bits: 24, extensible: true, data: [UInt8](repeating: 9, count: 12)),
            file(tag: 3, bits: 64, before: Array("fact".utf8) + little(4, 4) + little(1, 4), data: little(-1, 8)),
        ]
        var accepted = 0
        for round in 0..<6000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            if let wav = try? WAVFile.decode(bytes) {
                accepted += 1
                #expect(wav.samples.allSatisfy { $0.isFinite })
                _ = wav.int16Samples
            }
        }
        #expect(accepted > 100 && accepted < 5900, "the mutations must reach both outcomes")
    }
}
