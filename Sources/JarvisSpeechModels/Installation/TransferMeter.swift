// SPDX-License-Identifier: GPL-3.0-or-later
// Measures progress and remaining time of an installation step. Pure: the caller provides the time.

/// A step of an installation.
public enum ModelStep: String, Hashable, Sendable, CaseIterable {
    case fetching, unpacking, converting, checking, trying
}

/// The progress of the current step.
public struct ModelProgress: Hashable, Sendable {
    public var step: ModelStep
    public var bytes: Int
    /// The total size; nil if unknown.
    public var totalBytes: Int?
    /// The rate over the last seconds; nil at first.
    public var bytesPerSecond: Double?
    /// The estimated remaining time; nil if unknown.
    public var secondsLeft: Double?

    init(_ step: ModelStep) {
        self.step = step
        bytes = 0
    }
}

/// Converts byte counts to progress reports, a few per second.
struct TransferMeter {
    /// The number of seconds over which to measure the rate.
    private static let window = 5.0
    private static let interval = 0.25
    private static let firstRate = 0.5
    /// Seconds between two stored counts at least, since a fast disk reports thousands a second.
    private static let granularity = 0.05

    private var progress: ModelProgress
    /// Byte counts with their times, oldest first.
    private(set) var past: [(seconds: Double, bytes: Int)] = []
    private var lastReport: Double?

    init(_ step: ModelStep) {
        progress = ModelProgress(step)
    }

    /// Adds a byte count.
    /// - Returns: A report if one is due; the first and the last count always give one.
    mutating func note(_ bytes: Int, of total: Int?, at seconds: Double) -> ModelProgress? {
        // A restarted transfer starts again at a lower count; forget the rate as well.
        if bytes < progress.bytes { past = [] }
        (progress.bytes, progress.totalBytes) = (bytes, total)
        if past.last.map({ seconds - $0.seconds >= Self.granularity }) ?? true { past.append((seconds, bytes)) }
        while past.count > 2, seconds - past[1].seconds >= Self.window { past.removeFirst() }
        let span = seconds - (past.first?.seconds ?? seconds)
        if span >= Self.firstRate, let first = past.first {
            let rate = Double(bytes - first.bytes) / span
            progress.bytesPerSecond = rate
            progress.secondsLeft = total.flatMap { rate > 0 ? Double($0 - bytes) / rate : nil }
        }
        guard lastReport.map({ seconds - $0 >= Self.interval }) ?? true || bytes == total else { return nil }
        lastReport = seconds
        return progress
    }
}
