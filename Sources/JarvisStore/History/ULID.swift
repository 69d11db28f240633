// SPDX-License-Identifier: GPL-3.0-or-later
// IDs that sort by time: 48 bits of milliseconds and 80 random bits, written as 26 characters (github.com/ulid/spec).

import JarvisCore

/// A ULID in two words. Values compare like their texts.
struct ULID: Hashable, Comparable, Sendable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The lowest ID with this time.
    init(lowestAt time: Timestamp) {
        self.init(high: (UInt64(clamping: time.millisecondsSinceEpoch) & 0xFFFF_FFFF_FFFF) << 16, low: 0)
    }

    static let maximum = ULID(high: .max, low: .max)

    /// The next ID in order.
    var next: ULID { low < .max ? ULID(high: high, low: low + 1) : ULID(high: high &+ 1, low: 0) }

    /// A new ID for `time`. If that would not exceed `last`, takes the next one after `last`, so IDs always rise.
    init(at time: Timestamp, after last: ULID?, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.millisecondsSinceEpoch) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | UInt64.random(in: 0...0xFFFF, using: &random)
        low = UInt64.random(in: .min ... .max, using: &random)
        guard let last, self <= last else { return }
        // Nothing follows the last possible ID, so fall back to a random one out of order.
        guard last.high < .max || last.low < .max else { return }
        low = last.low &+ 1
        high = low == 0 ? last.high + 1 : last.high
    }

    /// Reads 26 characters of Crockford's base 32, in either case; nil for anything else.
    init?(_ text: String) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard let digit = Self.digit(byte) else { return nil }
            // The first character holds only three bits.
            if count == 0, digit > 7 { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | digit
            count += 1
        }
        guard count == 26 else { return nil }
        self.high = high
        self.low = low
    }

    var text: String {
        var (high, low) = (high, low)
        var digits: [UInt8] = []
        for _ in 0..<26 {
            digits.append(Self.alphabet[Int(low & 31)])
            low = low >> 5 | high << 59
            high >>= 5
        }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    static func < (lhs: ULID, rhs: ULID) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The value of each byte; 32 if it is not a digit.
    private static let digits = (UInt8.min ... .max).map { byte in
        let upper = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
        return UInt64(alphabet.firstIndex(of: upper) ?? 32)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = digits[Int(byte)]
        return digit < 32 ? digit : nil
    }
}
