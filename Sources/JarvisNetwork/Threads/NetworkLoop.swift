// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the thread for all network input and output. It has its own GLib main context, so that neither the window's
// main loop nor Swift's thread pool ever waits for a server.

import CSoup
public import JarvisPlatform
import Synchronization

/// A GLib main loop on a thread named "network"; both live as long as this object.
public final class NetworkLoop: Sendable {
    private let core = Core()
    /// Records the traffic with each server.
    let traffic: TrafficLedger

    /// Starts the network thread.
    public init(traffic: TrafficLedger = TrafficLedger()) {
        self.traffic = traffic
        WorkerThread(name: "network").async { [core] in core.run() }
    }

    deinit {
        // The loop ends after all earlier jobs.
        perform { [core] in core.quit() }
    }

    /// Runs a job on the network thread, after all earlier ones.
    func perform(_ job: @escaping @Sendable () -> Void) {
        _ = core.attach(g_idle_source_new(), job)
    }

    /// Runs a job on the network thread after a delay, unless the timer is cancelled before.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> NetworkTimer {
        core.attach(g_timeout_source_new(UInt32(clamping: delay.wholeMilliseconds)), job)
    }

    /// The context and its loop, which exist until the thread has ended, possibly longer than the handle.
    private final class Core: @unchecked Sendable {
        // Unchecked: `context` and `loop` are constant, and GLib allows every call made here from any thread.
        private let context: OpaquePointer?
        private let loop: OpaquePointer?

        init() {
            context = g_main_context_new()
            loop = g_main_loop_new(context, 0)
        }

        deinit {
            g_main_loop_unref(loop)
            g_main_context_unref(context)
        }

        func run() {
            g_main_context_push_thread_default(context)
            g_main_loop_run(loop)
            g_main_context_pop_thread_default(context)
        }

        func quit() { g_main_loop_quit(loop) }

        func attach(_ source: UnsafeMutablePointer<GSource>?, _ job: @escaping @Sendable () -> Void) -> NetworkTimer {
            g_source_set_priority(source, G_PRIORITY_DEFAULT)
            g_source_set_callback(source, runJob, Unmanaged.passRetained(JobBox(job)).toOpaque(), releaseJob)
            g_source_attach(source, context)
            return NetworkTimer(adopting: source)
        }
    }
}

/// A job that runs on the network thread after a delay.
final class NetworkTimer: @unchecked Sendable {
    // Unchecked: `source` is constant, and GLib allows destroying a source from any thread.
    private let source: UnsafeMutablePointer<GSource>?

    init(adopting source: UnsafeMutablePointer<GSource>?) {
        self.source = source
    }

    deinit { g_source_unref(source) }

    /// Cancels the job. May be called more than once.
    func cancel() { g_source_destroy(source) }
}

private final class JobBox {
    private let job: @Sendable () -> Void
    /// Orders the job after everything that preceded its submission. GLib's lock already does, but the thread sanitizer
    /// can't see into GLib.
    private let isAdded = Atomic(false)

    init(_ job: @escaping @Sendable () -> Void) {
        self.job = job
        isAdded.store(true, ordering: .releasing)
    }

    func run() {
        if isAdded.load(ordering: .acquiring) { job() }
    }
}

private let runJob: GSourceFunc = { data in
    if let data { Unmanaged<JobBox>.fromOpaque(data).takeUnretainedValue().run() }
    return 0
}

private let releaseJob: GDestroyNotify = { data in
    if let data { Unmanaged<JobBox>.fromOpaque(data).release() }
}
