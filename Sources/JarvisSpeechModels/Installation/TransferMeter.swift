// SPDX-License-Identifier: GPL-3.0-or-later
// How far an installation has come, and how long it will take. Pure: time comes from the caller.

/// What an installation is doing.
public enum ModelStep: String, Hashable, Sendable, CaseIterable {
    case fetching, unpacking, converting, checking, trying
}

/// How far the present step has come.
public struct ModelProgress: Hashable, Sendable {
    public var step: ModelStep
    public var bytes: Int
    /// Nil where it is not known.
    public var totalBytes: Int?
    /// Of the last seconds; nil in the first moments.
    public var bytesPerSecond: Double?
    /// Nil where it cannot be told.
    public var secondsLeft: Double?

    init(_ step: ModelStep) {
        self.step = step
        bytes = 0
    }
}

/// Makes reports of byte counts, a few each second.
struct TransferMeter {
    /// The rate is measured over this many seconds.
    private static let window = 5.0
    private static let interval = 0.25
    private static let firstRate = 0.5
    /// What is told more often is not remembered: a fast disk tells thousands of times a second.
    private static let granularity = 0.05

    private var progress: ModelProgress
    /// Byte counts with their seconds, oldest first.
    private(set) var past: [(seconds: Double, bytes: Int)] = []
    private var lastReport: Double?

    init(_ step: ModelStep) {
        progress = ModelProgress(step)
    }

    /// - Returns: A report, when one is due: the first and the last always are.
    mutating func note(_ bytes: Int, of total: Int?, at seconds: Double) -> ModelProgress? {
        // After a restart of the transfer the rate starts again.
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
