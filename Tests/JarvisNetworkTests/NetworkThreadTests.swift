// SPDX-License-Identifier: GPL-3.0-or-later
// libsoup and GIO objects are released on the network thread.

import CSoup
import Glibc
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisNetwork

/// Records the threads on which objects are disposed of.
private final class DisposalLog: Sendable {
    private let threads = Mutex<[pthread_t]>([])

    var all: [pthread_t] { threads.withLock { $0 } }

    /// Records the disposal of an object; call it on the object's thread.
    func watch(_ object: UnsafeMutableRawPointer?) {
        guard let object else { return }
        let context = Unmanaged.passRetained(self).toOpaque()
        g_object_weak_ref(object.assumingMemoryBound(to: GObject.self), objectDisposed, context)
    }

    fileprivate func note() { threads.withLock { $0.append(pthread_self()) } }
}

private let objectDisposed: GWeakNotify = { context, _ in
    if let context { Unmanaged<DisposalLog>.fromOpaque(context).takeRetainedValue().note() }
}

extension NetworkLoop {
    /// The result of a job on the thread.
    fileprivate func run<Result: Sendable>(_ job: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in perform { continuation.resume(returning: job()) } }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct NetworkThreadTests {
    private let loop = NetworkLoop()
    private let log = DisposalLog()

    @Test func clientSessionEndsOnTheNetworkThread() async throws {
        let thread = await loop.run { pthread_self() }
        let count = 3000
        for _ in 0..<count {
            let client = HTTPClient(loop: loop)
            await loop.run { [log, sessions = client.sessions] in log.watch(sessions.value.session(direct: true)) }
        }
        #expect(await Eventually.holds { log.all.count == count })
        #expect(log.all.count { $0 != thread } == 0)
    }

    @Test func boundObjectIsReleasedOnTheNetworkThread() async throws {
        final class Bound: Sendable {
            let log: DisposalLog
            init(_ log: DisposalLog) { self.log = log }
            deinit { log.note() }
        }
        let thread = await loop.run { pthread_self() }
        let count = 1000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                let bound = NetworkBound(Bound(log), on: loop)
                group.addTask { bound.perform { _ in } }
                group.addTask { withExtendedLifetime(bound) {} }
            }
        }
        #expect(await Eventually.holds { log.all.count == count })
        #expect(log.all.count { $0 != thread } == 0)
    }
}
