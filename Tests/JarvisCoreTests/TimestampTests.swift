// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct TimestampTests {
    @Test func secondsAreRoundedDownOnBothSidesOfTheEpoch() {
        let pairs: [(Int64, Int64)] = [(0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2)]
        for (milliseconds, seconds) in pairs {
            #expect(Timestamp(millisecondsSinceEpoch: milliseconds).secondsSinceEpoch == seconds)
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func extremeTimestampsDoNotOverflow(milliseconds: Int64) {
        let instant = Timestamp(millisecondsSinceEpoch: milliseconds)
        #expect(Timestamp(secondsSinceEpoch: instant.secondsSinceEpoch) <= instant)
        #expect(instant.advanced(by: .seconds(Int64.max)) >= instant)
        #expect(instant.advanced(by: .seconds(Int64.min)) <= instant)
        #expect(instant.since(instant) <= .milliseconds(0))
        #expect(instant.since(Timestamp(millisecondsSinceEpoch: .max)) <= .zero)
        #expect(instant.since(Timestamp(millisecondsSinceEpoch: .min + 1)) >= .milliseconds(-1))
        _ = Timestamp(secondsSinceEpoch: milliseconds)
    }

    @Test func numbersArePaddedWithZeros() {
        #expect([0, 7, 12, 2026].map { $0.padded() } == ["00", "07", "12", "2026"])
        #expect(Int64(95).padded(to: 4) == "0095")
    }
}
