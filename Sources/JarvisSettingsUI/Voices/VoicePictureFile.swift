// SPDX-License-Identifier: GPL-3.0-or-later
// The file of waveform thumbnails: a line with the program's version, then a line for each voice. Thumbnails of another
// version are ignored, because its voices may sound different. Pure.

/// The bars of a voice's thumbnail, 0…255 each.
typealias VoiceBars = [UInt8]

enum VoicePictureFile {
    private static let mark = "jarvis-voice-pictures 1 "

    static func encode(_ pictures: [String: VoiceBars], version: String) -> [UInt8] {
        let lines = pictures.sorted { $0.key < $1.key }.map { id, bars in
            bars.map { hexadecimal($0) }.joined() + " " + id
        }
        return Array(([mark + version] + lines).joined(separator: "\n").utf8) + [10]
    }

    /// The thumbnails in a file, by voice. Skips lines that can't be parsed.
    static func decode(_ bytes: [UInt8], version: String, count: Int) -> [String: VoiceBars] {
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, first == mark + version else { return [:] }
        lines.removeFirst()
        var pictures: [String: VoiceBars] = [:]
        for line in lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let bars = bars(parts[0]), bars.count == count else { continue }
            pictures[String(parts[1])] = bars
        }
        return pictures
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }

    private static func bars(_ text: Substring) -> VoiceBars? {
        let digits = text.map { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count % 2 == 0 else { return nil }
        var bars: VoiceBars = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[start], let low = digits[start + 1] else { return nil }
            bars.append(UInt8(16 * high + low))
        }
        return bars
    }
}
