// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how far the transcription of a long recording has come: one line that updates on a terminal, or else a line for
// every five minutes of sound.

import Glibc

/// The progress on standard error. Used on one thread.
public final class TranscriptionProgress {
    private static let secondsBetweenLines = 300.0

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let total: Double?
    private var isShown = false
    private var nextLine = TranscriptionProgress.secondsBetweenLines

    /// - Parameter total: The length of the recording in seconds, if known.
    public init(of total: Double?) {
        self.total = total
    }

    /// Shows that everything before this moment has been transcribed.
    public func show(_ seconds: Double) {
        if isTerminal {
            isShown = true
            let line = "\r\u{1B}[K" + Self.line(seconds, of: total)
            _ = Glibc.write(STDERR_FILENO, line, line.utf8.count)
        } else if seconds >= nextLine {
            nextLine += Self.secondsBetweenLines
            Console.note(Self.line(seconds, of: total))
        }
    }

    /// Removes the line from the terminal.
    public func clear() {
        guard isShown else { return }
        isShown = false
        _ = Glibc.write(STDERR_FILENO, "\r\u{1B}[K", 4)
    }

    /// "12:30 of 1:00:00 (20 %)"
    static func line(_ seconds: Double, of total: Double?) -> String {
        let time = SoundFailure.time(seconds)
        guard let total, total > 0 else { return time }
        return "\(time) of \(SoundFailure.time(total)) (\(Int(min(1, seconds / total) * 100)) %)"
    }
}
