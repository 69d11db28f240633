// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a host written as a number, in any spelling that the C library accepts. Pure.

/// An IPv4 or IPv6 address.
struct HostNumber {
    /// 4 bytes, including IPv4 within IPv6; otherwise 16.
    let bytes: [UInt8]

    /// - Parameter host: In lower case, without brackets.
    /// - Returns: nil for a name.
    init?(_ host: some StringProtocol) {
        // Resolvers convert digits of other scripts before a lookup, so do the same here.
        let plain = String(
            host.map { character in
                character.wholeNumberValue.flatMap { (0...9).contains($0) ? Character("\($0)") : nil } ?? character
            })
        guard let bytes = plain.contains(":") ? Self.six(plain.prefix { $0 != "%" }) : Self.four(plain) else {
            return nil
        }
        self.bytes = Self.unwrapped(bytes)
    }

    /// True if the number means this computer: a loopback or unspecified address.
    var isThisComputer: Bool {
        guard bytes.count == 16 else { return bytes[0] == 127 || bytes.allSatisfy { $0 == 0 } }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// True for addresses in the local network, which internet routers do not forward.
    var isNearby: Bool {
        if isThisComputer { return true }
        switch (bytes[0], bytes[1]) {
        case (0xfe, 0x80...) where bytes.count == 16: return true
        case (0xfc...0xfd, _) where bytes.count == 16: return true
        case (10, _) where bytes.count == 4: return true
        case (192, 168), (169, 254), (172, 16...31), (100, 64...127): return bytes.count == 4
        default: return false
        }
    }

    /// One to four numbers, decimal, octal after "0" or hexadecimal after "0x"; the last one fills the remaining bytes.
    private static func four(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(number)
        guard (1...4).contains(parts.count), numbers.count == parts.count, let last = numbers.last else { return nil }
        let first = numbers.dropLast()
        let room = 4 - first.count
        guard first.allSatisfy({ $0 <= 255 }), last < 1 << (8 * room) else { return nil }
        return first.map { UInt8($0) } + (0..<room).reversed().map { UInt8(truncatingIfNeeded: last >> (8 * $0)) }
    }

    private static func number(_ text: Substring) -> UInt64? {
        let (digits, radix): (Substring, Int) =
            text.hasPrefix("0x") ? (text.dropFirst(2), 16) : text.hasPrefix("0") ? (text.dropFirst(), 8) : (text, 10)
        if digits.isEmpty { return radix == 8 ? 0 : nil }
        guard digits.count <= 20, digits.first?.isHexDigit == true else { return nil }
        return UInt64(digits, radix: radix)
    }

    private static func six(_ text: Substring) -> [UInt8]? {
        let halves = text.firstRange(of: "::").map { [text[..<$0.lowerBound], text[$0.upperBound...]] } ?? [text]
        let read = halves.compactMap(groups)
        guard read.count == halves.count else { return nil }
        guard read.count == 2 else { return read[0].count == 16 ? read[0] : nil }
        let missing = 16 - read[0].count - read[1].count
        return missing > 0 ? read[0] + [UInt8](repeating: 0, count: missing) + read[1] : nil
    }

    /// Groups of 16 bits; the last may be written as IPv4.
    private static func groups(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        for part in text.split(separator: ":", omittingEmptySubsequences: false) {
            if part.contains("."), let four = four(String(part)) {
                bytes += four
            } else if let group = UInt16(part, radix: 16), part.count <= 4, part.first?.isHexDigit == true {
                bytes += [UInt8(group >> 8), UInt8(group & 0xff)]
            } else {
                return nil
            }
        }
        return bytes
    }

    /// IPv4 embedded in IPv6: mapped, or for NAT64 (64:ff9b::).
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count == 16 else { return bytes }
        let (head, four) = (bytes[..<12], Array(bytes[12...]))
        let isMapped = head[..<10].allSatisfy { $0 == 0 } && head[10] == 0xff && head[11] == 0xff
        let isGateway = head.starts(with: [0, 0x64, 0xff, 0x9b]) && head[4...].allSatisfy { $0 == 0 }
        let isOld = head.allSatisfy { $0 == 0 } && four[..<3] != [0, 0, 0]
        return isMapped || isGateway || isOld ? four : bytes
    }
}
