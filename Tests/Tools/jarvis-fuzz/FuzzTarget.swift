// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of outside data, under the names that scripts/fuzz accepts.

import Glibc
import JarvisPlatform

/// A reader, with the claims that must hold for any bytes.
struct FuzzTarget: Sendable {
    /// The approximate length to which short inputs are repeated.
    private static let grownBytes = 96 << 10

    var name: String
    var check: @Sendable ([UInt8]) -> Void
    /// The separator between repetitions of a short input.
    private var separator: [UInt8]
    private var (opening, closing): ([UInt8], [UInt8])

    init(
        _ name: String, opening: String = "", separator: String = "", closing: String = "",
        _ check: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.check = check
        (self.opening, self.separator, self.closing) = (
            Array(opening.utf8), Array(separator.utf8), Array(closing.utf8)
        )
    }

    /// A long input made by repeating a short one.
    func grown(_ bytes: [UInt8]) -> [UInt8] {
        var grown = opening
        while grown.count < Self.grownBytes { grown += bytes + separator }
        grown.removeLast(separator.count)
        return grown + closing
    }

    static let all: [FuzzTarget] = documents + wire + models + words + outside

    static let chosen: FuzzTarget = {
        let name = Environment.value("JARVIS_FUZZ_TARGET")
        if let target = all.first(where: { $0.name == name }) { return target }
        let names = Array((all.map(\.name).joined(separator: "\n") + "\n").utf8)
        _ = write(STDOUT_FILENO, names, names.count)
        // libFuzzer treats a normal exit inside its call as a finding.
        _exit(name == nil ? 0 : 2)
    }()
}

/// Checks that a reader gives the same result for pieces as for the whole input.
/// - Parameters:
///   - bytes: Cut into pieces of 1 to 23 bytes, depending on their contents.
///   - read: Reads pieces one after another.
func holdInPieces<Result: Equatable>(_ bytes: [UInt8], _ claim: String, _ read: ([[UInt8]]) -> Result) -> Result {
    let whole = read([bytes])
    guard bytes.count <= 16 << 10 else { return whole }
    var random = SeededPieces(state: UInt64(Choice.of(bytes)))
    hold(read(random.pieces(of: bytes)) == whole, claim + " in pieces is the same")
    return whole
}

private struct SeededPieces {
    var state: UInt64

    mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            // Knuth's linear congruential generator.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let end = min(bytes.count, start + 1 + Int(state >> 33) % 23)
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return pieces
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The first line, and everything after it.
    var headAndRest: (head: [UInt8], rest: [UInt8]) {
        let end = firstIndex(of: 0x0A) ?? count
        return (Array(self[..<end]), Array(self[Swift.min(end + 1, count)...]))
    }
}
