// SPDX-License-Identifier: GPL-3.0-or-later
// Measures each turn of the main loop, from one wait for events to the next. During a turn nothing else can run on the
// main thread: no frames, no input, no replies to assistive technology.

import CGio
import Glibc

/// Reports slow turns until this is released. Only one watch can be active.
@MainActor
public final class LoopWatch {
    /// The duration of one turn of the loop, in seconds.
    public struct Turn: Hashable, Sendable {
        public var wall: Double
        /// The CPU time of the main thread; in the rest of the turn it waited, or other processes had the CPU.
        public var processor: Double
    }

    private let threshold: Double
    private let handler: @MainActor (Turn) -> Void
    private var begin: (wall: Double, processor: Double)?

    /// - Parameters:
    ///   - threshold: The duration in seconds above which a turn is reported.
    ///   - handler: Called at the end of such a turn, before the loop waits.
    public init(longerThan threshold: Double, _ handler: @escaping @MainActor (Turn) -> Void) {
        self.threshold = threshold
        self.handler = handler
        watching = self
        g_main_context_set_poll_func(nil, watchedPoll)
    }

    isolated deinit {
        // Leave the poll function in place if another watch has taken over.
        if watching == nil { g_main_context_set_poll_func(nil, nil) }
    }

    /// The CPU time of the main thread so far, in seconds.
    public static var processorSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    fileprivate func turnEnds() {
        guard let begin else { return }
        self.begin = nil
        let wall = Self.seconds(CLOCK_MONOTONIC) - begin.wall
        guard wall > threshold else { return }
        handler(Turn(wall: wall, processor: Self.seconds(CLOCK_THREAD_CPUTIME_ID) - begin.processor))
    }

    fileprivate func turnBegins() {
        begin = (Self.seconds(CLOCK_MONOTONIC), Self.seconds(CLOCK_THREAD_CPUTIME_ID))
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The current watch. A global, since GLib passes no user data to its poll function.
@MainActor private weak var watching: LoopWatch?

private let watchedPoll: GPollFunc = { descriptors, count, timeout in
    // Only the main thread runs the default context.
    MainActor.assumeIsolated { watching?.turnEnds() }
    let result = poll(
        UnsafeMutableRawPointer(descriptors)?.assumingMemoryBound(to: pollfd.self), nfds_t(count), timeout)
    MainActor.assumeIsolated { watching?.turnBegins() }
    return result
}
