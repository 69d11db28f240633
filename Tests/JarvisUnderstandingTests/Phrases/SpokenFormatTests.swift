// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisUnderstanding

struct SpokenFormatTests {
    @Test(
        arguments: [
            (0.0, "0"), (48, "48"), (-3, "−3"), (2.5, "2.5"), (1234, "1234"), (12345, "12,345"),
            (0.1 + 0.2, "0.3"),
            (1.0 / 3, "0.333333"), (1e15, "1 × 10^15"), (1_234_567.891, "1,234,567.891"),
            (0.05, "0.05"),
            (-1e-9, "−1 × 10^-9"), (99.9999999, "100"), (.infinity, "infinity"),
        ] as [(Double, String)])
    func saysNumbers(value: Double, text: String) {
        #expect(SpokenFormat.number(value) == text)
    }

    @Test(arguments: [(48.0, "48"), (-2.5, "-2.5"), (12345, "12345"), (0, "0")] as [(Double, String)])
    func writesNumbersForMachines(value: Double, text: String) {
        #expect(SpokenFormat.canonical(value) == text)
    }

    @Test(
        arguments: [
            (0, 0, "midnight"), (12, 0, "noon"), (7, 0, "7:00 AM"), (19, 30, "7:30 PM"),
            (9, 5, "9:05 AM"),
            (0, 15, "12:15 AM"), (12, 45, "12:45 PM"), (23, 59, "11:59 PM"),
        ] as [(Int, Int, String)])
    func saysTimes(hour: Int, minute: Int, text: String) {
        #expect(SpokenFormat.time(hour: hour, minute: minute) == text)
    }

    @Test(
        arguments: [
            (Int64(0), "0 seconds"), (1, "1 second"), (60, "1 minute"), (61, "1 minute and 1 second"), (3600, "1 hour"),
            (5400, "1 hour and 30 minutes"), (3661, "1 hour, 1 minute and 1 second"),
            (5430, "1 hour, 30 minutes and 30 seconds"), (90_000, "1 day and 1 hour"),
            (-5, "0 seconds"),
        ] as [(Int64, String)])
    func saysDurations(seconds: Int64, text: String) {
        #expect(SpokenFormat.duration(seconds: seconds) == text)
    }

    @Test(
        arguments: [
            (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
            (22, "22nd"), (31, "31st"),
        ] as [(Int, String)])
    func saysOrdinals(number: Int, text: String) {
        #expect(SpokenFormat.ordinal(number) == text)
    }

    @Test func saysListsAndBytes() {
        #expect(SpokenFormat.list([]) == "")
        #expect(SpokenFormat.list(["a"]) == "a")
        #expect(SpokenFormat.list(["a", "b"]) == "a and b")
        #expect(SpokenFormat.list(["a", "b", "c"], joiner: "or") == "a, b or c")
        #expect(SpokenFormat.bytes(16_540_000_000) == "16.5 GB")
        #expect(SpokenFormat.duration(seconds: 93_784, mostUnits: 2) == "1 day and 2 hours")
        #expect(SpokenFormat.percent(12.5) == "12.5%")
        #expect(SpokenFormat.bytes(1) == "1 byte")
        #expect(SpokenFormat.bytes(-1) == "0 bytes")
    }

    @Test func formatsNumbersAndTimesForTheRegion() {
        let germany = Region(environment: [
            "LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8",
        ])
        #expect(SpokenFormat.time(hour: 20, minute: 5, in: germany) == "20:05")
        #expect(SpokenFormat.time(hour: 0, minute: 0, in: germany) == "00:00")
        #expect(SpokenFormat.number(1_234_567.5, in: germany) == "1\u{202F}234\u{202F}567,5")
        #expect(SpokenFormat.number(-0.125, in: germany) == "−0,125")
        #expect(SpokenFormat.number(1.125, in: germany) == "1,1250")
        #expect(SpokenFormat.bytes(16_540_000_000, in: germany) == "16,5 GB")
    }
}
