// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the progress of an installation on the command line: one line that updates on a terminal, or else a line per
// step. Ctrl+C stops the work and keeps the part downloaded so far.

import Dispatch
import Glibc
import JarvisSpeechModels
import Synchronization

final class ModelConsole: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let lastStep = Mutex<ModelStep?>(nil)

    /// Runs work that Ctrl+C or a termination signal cancels.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        defer { clear() }
        do {
            return try runInterruptible(work)
        } catch is CancellationError {
            clear()
            throw CommandFailure(
                "Stopped. Run the same command again to resume a download.")
        }
    }

    /// Shows the progress of the work.
    func show(_ progress: ModelProgress) {
        let isNew = lastStep.withLock { step in
            defer { step = progress.step }
            return step != progress.step
        }
        if isTerminal {
            let line = "\r\u{1B}[K" + Self.line(progress)
            _ = Glibc.write(STDERR_FILENO, line, line.utf8.count)
        } else if isNew {
            Console.note(Self.words(progress.step) + (progress.totalBytes.map { ", " + Self.megabytes($0) } ?? ""))
        }
    }

    private func clear() {
        guard isTerminal, lastStep.withLock({ $0 }) != nil else { return }
        _ = Glibc.write(STDERR_FILENO, "\r\u{1B}[K", 4)
    }

    /// The progress as text, for example "fetching 12 of 58 MB, 3.1 MB/s, 15 s left".
    static func line(_ progress: ModelProgress) -> String {
        var line = words(progress.step)
        guard progress.bytes > 0 else { return line }
        line +=
            " "
            + (progress.totalBytes.map { "\(progress.bytes / 1_000_000) of \(megabytes($0))" }
                ?? megabytes(progress.bytes))
        if let rate = progress.bytesPerSecond { line += ", \((rate / 100_000).rounded() / 10) MB/s" }
        if let left = progress.secondsLeft { line += ", \(Int(left.rounded(.up))) s left" }
        return line
    }

    static func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }

    private static func words(_ step: ModelStep) -> String {
        switch step {
        case .fetching: "fetching"
        case .unpacking: "unpacking"
        case .converting: "converting"
        case .checking: "checking"
        case .trying: "trying"
        }
    }
}
