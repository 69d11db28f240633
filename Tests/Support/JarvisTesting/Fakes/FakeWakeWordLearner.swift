// SPDX-License-Identifier: GPL-3.0-or-later
// A wake-word learner that accepts every recording, or fails if the test says so.

public import JarvisCore
import Synchronization

/// Records the lessons without learning.
public final class FakeWakeWordLearner: WakeWordLearner {
    private struct State {
        var lessons: [(phrase: String, recordings: [[Int16]])] = []
        var failure: WakeCalibrationFailure?
    }

    private let state = Mutex(State())
    public let recordingCount = 3

    public init() {}

    /// The lessons, oldest first.
    public var lessons: [(phrase: String, recordings: [[Int16]])] { state.withLock { $0.lessons } }

    /// Makes every later lesson fail.
    public func fail(_ failure: WakeCalibrationFailure) { state.withLock { $0.failure = failure } }

    public func knows(_ phrase: String) -> Bool { state.withLock { $0.lessons.contains { $0.phrase == phrase } } }

    public func learn(_ phrase: String, from recordings: [[Int16]]) async throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.lessons.append((phrase, recordings))
        }
    }
}
