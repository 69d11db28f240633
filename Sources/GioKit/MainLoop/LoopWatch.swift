// SPDX-License-Identifier: GPL-3.0-or-later
// Watches how long each turn of the main loop takes: from one wait for something to happen to the next. Nothing else on the
// main thread, neither frames nor input nor answers to assistive technology, gets its turn meanwhile.

import CGio
import Glibc

/// Tells of turns that took long, until it is released. One at a time.
@MainActor
public final class LoopWatch {
    /// One turn of the loop, in seconds.
    public struct Turn: Hashable, Sendable {
        public var wall: Double
        /// What the main thread computed; the rest of the time it waited, or others had the processor.
        public var processor: Double
    }

    private let threshold: Double
    private let handler: @MainActor (Turn) -> Void
    private var begin: (wall: Double, processor: Double)?

    /// - Parameters:
    ///   - threshold: only turns that take more than these seconds are told.
    ///   - handler: called at the end of such a turn, before the loop waits.
    public init(longerThan threshold: Double, _ handler: @escaping @MainActor (Turn) -> Void) {
        self.threshold = threshold
        self.handler = handler
        watching = self
        g_main_context_set_poll_func(nil, watchedPoll)
    }

    isolated deinit {
        // Another one may have taken over.
        if watching == nil { g_main_context_set_poll_func(nil, nil) }
    }

    /// What the main thread has computed since it began, in seconds.
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

/// GLib hands its poll function no data of ours, so what is watched with has to be found from here.
@MainActor private weak var watching: LoopWatch?

private let watchedPoll: GPollFunc = { descriptors, count, timeout in
    // The default context is only ever run by the main thread.
    MainActor.assumeIsolated { watching?.turnEnds() }
    let result = poll(
        UnsafeMutableRawPointer(descriptors)?.assumingMemoryBound(to: pollfd.self), nfds_t(count), timeout)
    MainActor.assumeIsolated { watching?.turnBegins() }
    return result
}
