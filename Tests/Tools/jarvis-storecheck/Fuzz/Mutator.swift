// SPDX-License-Identifier: GPL-3.0-or-later
// Damage to lines and files as by bad disks, half-written lines, editors and malice; the same for the same seed.

import JarvisTesting

struct Mutator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func below(_ limit: Int) -> Int {
        limit > 0 ? Int.random(in: 0..<limit, using: &random) : 0
    }

    private mutating func place(in bytes: [UInt8]) -> Range<Int> {
        let begin = below(bytes.count + 1)
        return begin..<min(bytes.count, begin + below(1 + below(24)))
    }

    // MARK: Lines

    private static let tokens: [[UInt8]] = [
        "\"type\":\"delete\"", "\"type\":\"message\"", "\"type\":\"restore\"", "\"ids\":[]", "\"ids\":[\"\"]",
        "\"version\":3", "\"version\":-1", "\"format\":\"jarvis-history\"", "\"cleared\":true", "\"kind\":\"hologram\"",
        "\"kind\":null", "\"text\":{}", "\"at\":-9223372036854775808", "\"at\":9223372036854775807",
        "\"at\":99999999999999999999999", "\"turn\":18446744073709551615", "\"turn\":1e400", "\"turn\":-0.0",
        "\"id\":\"7ZZZZZZZZZZZZZZZZZZZZZZZZZ\"", "\"id\":\"00000000000000000000000000\"",
        "\"id\":\"8ZZZZZZZZZZZZZZZZZZZZZZZZZ\"", "\\ud800", "\\udc00\\ud800", "\\u0000", "\\u12", "\\", "\"", "{", "}",
        "[", "]", ",", ":", "null", "true", "1E+", "-", "\n", "\r\n", "\0", "\u{FEFF}", "\u{202E}", "e\u{301}\u{301}",
        "\u{1F468}\u{200D}\u{1F469}", "İ", "ß", " ",
    ].map { Array($0.utf8) }

    /// Damages a line (without its newline) in one to four ways.
    mutating func line(_ line: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var line = line
        for _ in 0...below(4) {
            let span = place(in: line)
            switch below(16) {
            case 0, 1: if !line.isEmpty { line[below(line.count)] ^= 1 << UInt8(below(8)) }
            case 2: if !line.isEmpty { line[below(line.count)] = UInt8(below(256)) }
            case 3: line.insert(contentsOf: (0...below(12)).map { _ in UInt8(below(256)) }, at: span.lowerBound)
            case 4: line.removeSubrange(span)
            case 5: line.insert(contentsOf: line[span], at: span.lowerBound)
            case 6: line.removeLast(line.count - span.lowerBound)
            case 7: line.removeFirst(span.lowerBound)
            case 8: line = Array(line[..<span.lowerBound] + other.suffix(below(other.count + 1)))
            case 9, 10, 11:
                line.replaceSubrange(span, with: Self.tokens[below(Self.tokens.count)])
            case 12: line = withKey(line)
            case 13: line = withIdentity(line, of: other)
            case 14:
                let open: UInt8 = below(2) == 0 ? 0x5B : 0x7B
                line.insert(contentsOf: [UInt8](repeating: open, count: below(600)), at: span.lowerBound)
            default:
                let many = below(50) == 0 ? 200_000 : 300
                line.insert(
                    contentsOf: [UInt8](repeating: UInt8(below(256)), count: below(many)), at: span.lowerBound)
            }
        }
        return line
    }

    /// Adds another key, which may be there already, before the closing brace.
    private mutating func withKey(_ line: [UInt8]) -> [UInt8] {
        guard line.last == 0x7D else { return line }
        return line.dropLast() + [0x2C] + Self.tokens[below(20)] + [0x7D]
    }

    /// Replaces the identity with that of another line.
    private mutating func withIdentity(_ line: [UInt8], of other: [UInt8]) -> [UInt8] {
        let key = Array("\"id\":\"".utf8)
        func place(_ line: [UInt8]) -> Int? {
            guard line.count > key.count + 26 else { return nil }
            return (0..<(line.count - key.count - 26)).first { line[$0..<($0 + key.count)].elementsEqual(key) }
                .map { $0 + key.count }
        }
        guard let own = place(line), let from = place(other) else { return line }
        var line = line
        line.replaceSubrange(own..<(own + 26), with: other[from..<(from + 26)])
        return line
    }

    // MARK: Files

    /// Damages a file of lines.
    /// - Returns: The number of damaged lines.
    mutating func lines(_ bytes: inout [UInt8], chance: Int) -> Int {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        var count = 0
        for place in lines.indices where below(100) < chance && !lines[place].isEmpty {
            lines[place] = line(lines[place], lines[below(lines.count)])
            count += 1
        }
        switch below(12) {
        case 0: lines.swapAt(below(lines.count), below(lines.count))
        case 1: lines.insert(lines[below(lines.count)], at: below(lines.count))
        case 2: lines.remove(at: below(lines.count))
        case 3: lines.reverse()
        case 4: if lines.last?.isEmpty ?? false { lines.removeLast() }
        case 5: lines.removeFirst(min(1, lines.count - 1))
        default: break
        }
        bytes = Array(lines.joined(separator: [0x0A]))
        if below(40) == 0 { bytes.removeLast(below(bytes.count)) }
        return count
    }

    /// Damages a file of numbers and texts.
    mutating func binary(_ bytes: inout [UInt8]) {
        for _ in 0...below(6) {
            guard !bytes.isEmpty else { return }
            // Mostly in the numbers at the start.
            let offset = below(3) == 0 ? below(bytes.count) : below(min(bytes.count, 256))
            switch below(7) {
            case 0: bytes.removeLast(below(bytes.count))
            case 1: bytes.append(contentsOf: (0...below(64)).map { _ in UInt8(below(256)) })
            case 2: for place in offset..<min(bytes.count, offset + 4) { bytes[place] = 0xFF }
            case 3: for place in offset..<min(bytes.count, offset + 8) { bytes[place] = 0 }
            case 4: bytes[offset] = UInt8(below(256))
            default: bytes[offset] ^= 1 << UInt8(below(8))
            }
        }
    }
}
