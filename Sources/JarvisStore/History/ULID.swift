// SPDX-License-Identifier: GPL-3.0-or-later
// Identities that sort by time: 48 bits of milliseconds, 80 random bits, as 26 characters (github.com/ulid/spec).

import JarvisCore

/// A ULID in two words; compares like its text.
struct ULID: Hashable, Comparable, Sendable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The lowest of all those of `time`.
    init(lowestAt time: Timestamp) {
        self.init(high: (UInt64(clamping: time.millisecondsSinceEpoch) & 0xFFFF_FFFF_FFFF) << 16, low: 0)
    }

    static let maximum = ULID(high: .max, low: .max)

    /// The one right after this one.
    var next: ULID { low < .max ? ULID(high: high, low: low + 1) : ULID(high: high &+ 1, low: 0) }

    /// A new one: of `time`, or right after `last` when that is not earlier, so that they always rise.
    init(at time: Timestamp, after last: ULID?, using random: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(clamping: time.millisecondsSinceEpoch) & 0xFFFF_FFFF_FFFF
        high = milliseconds << 16 | UInt64.random(in: 0...0xFFFF, using: &random)
        low = UInt64.random(in: .min ... .max, using: &random)
        guard let last, self <= last else { return }
        // After the very last possible identity there is none; a fresh one out of order is the best that is left.
        guard last.high < .max || last.low < .max else { return }
        low = last.low &+ 1
        high = low == 0 ? last.high + 1 : last.high
    }

    /// Reads 26 characters of Crockford's base 32, either case; nil when they are anything else.
    init?(_ text: String) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard let digit = Self.digit(byte) else { return nil }
            // The first character holds three bits only.
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

    /// What each byte stands for; 32 for bytes that are not a digit.
    private static let digits = (UInt8.min ... .max).map { byte in
        let upper = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
        return UInt64(alphabet.firstIndex(of: upper) ?? 32)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = digits[Int(byte)]
        return digit < 32 ? digit : nil
    }
}
