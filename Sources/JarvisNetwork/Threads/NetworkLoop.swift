// SPDX-License-Identifier: GPL-3.0-or-later
// The thread on which all network input and output runs: a GLib main context of its own, so that neither the window's
// main loop nor Swift's pool ever waits for a server.

import CSoup
public import JarvisPlatform
import Synchronization

/// A GLib main loop on a thread named "network", which lives as long as this object.
public final class NetworkLoop: Sendable {
    private let core = Core()
    /// Told by all that runs on the thread what goes to which server.
    let traffic: TrafficLedger

    /// Starts the thread.
    public init(traffic: TrafficLedger = TrafficLedger()) {
        self.traffic = traffic
        WorkerThread(name: "network").async { [core] in core.run() }
    }

    deinit {
        // After the jobs that were added before.
        perform { [core] in core.quit() }
    }

    /// Runs a job on the thread, after those added earlier.
    func perform(_ job: @escaping @Sendable () -> Void) {
        _ = core.attach(g_idle_source_new(), job)
    }

    /// Runs a job on the thread once the time is over, unless the timer is cancelled before.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> NetworkTimer {
        core.attach(g_timeout_source_new(UInt32(clamping: delay.wholeMilliseconds)), job)
    }

    /// The context and its loop; outlives the handle until the thread is done.
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

/// A job that waits for its time.
final class NetworkTimer: @unchecked Sendable {
    // Unchecked: `source` is constant, and GLib allows destroying a source from any thread.
    private let source: UnsafeMutablePointer<GSource>?

    init(adopting source: UnsafeMutablePointer<GSource>?) {
        self.source = source
    }

    deinit { g_source_unref(source) }

    /// The job will not run again. Idempotent.
    func cancel() { g_source_destroy(source) }
}

private final class JobBox {
    private let job: @Sendable () -> Void
    /// What was done before a job was added comes before the job: GLib's own lock sees to that, but the thread sanitizer
    /// does not see into GLib.
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
