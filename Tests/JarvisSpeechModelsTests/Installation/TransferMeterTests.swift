// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpeechModels

struct TransferMeterTests {
    @Test func rateAndTimeLeftReflectTheLastSeconds() throws {
        var meter = TransferMeter(.fetching)
        // A slow start: 1 MB/s for ten seconds, then 10 MB/s.
        var bytes = 0
        var last: ModelProgress?
        for tick in 0...200 {
            last = meter.note(bytes, of: 200_000_000, at: Double(tick) / 10) ?? last
            bytes += tick < 100 ? 100_000 : 1_000_000
        }
        let progress = try #require(last)
        #expect(abs((progress.bytesPerSecond ?? 0) - 10_000_000) < 500_000)
        #expect(abs((progress.secondsLeft ?? 0) - 9) < 1)
    }

    @Test func reportsAreLimitedButTheLastIsAlwaysSent() {
        var meter = TransferMeter(.unpacking)
        let reports = (0...1_000).compactMap { meter.note($0, of: 1_000, at: Double($0) / 1_000) }
        #expect(reports.count <= 6)
        #expect(reports.first?.bytes == 0 && reports.last?.bytes == 1_000)
    }

    @Test func onlyRecentMeasurementsAreKept() {
        var meter = TransferMeter(.unpacking)
        for tick in 0..<100_000 { _ = meter.note(tick, of: 100_000, at: Double(tick) / 10_000) }
        #expect(meter.past.count <= 110, "five seconds of them, and one before")
    }

    @Test func anUnknownTotalHasNoTimeLeft() {
        var meter = TransferMeter(.fetching)
        _ = meter.note(0, of: nil, at: 0)
        let report = meter.note(1_000, of: nil, at: 1)
        #expect(report?.bytesPerSecond == 1_000 && report?.secondsLeft == nil)
    }

    @Test func aRestartedTransferForgetsItsEarlierRate() {
        var meter = TransferMeter(.fetching)
        _ = meter.note(1_000_000, of: nil, at: 0)
        _ = meter.note(0, of: nil, at: 1)
        #expect(meter.note(500, of: nil, at: 2)?.bytesPerSecond == 500)
    }
}
