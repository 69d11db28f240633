// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import Synchronization
import Testing

@testable import JarvisAssistant

@Suite(.timeLimit(.minutes(10)))
struct SerialQueueTests {
    /// The jobs a queue has done, and those it wants run on another thread.
    private final class Log: Sendable {
        private let done = Mutex<[String]>([])
        private let handedOver = Mutex<[@Sendable () -> Void]>([])

        var jobs: [String] { done.withLock { $0 } }
        var handedOverCount: Int { handedOver.withLock { $0.count } }

        func add(_ job: String) { done.withLock { $0.append(job) } }
        func handOver(_ work: @escaping @Sendable () -> Void) { handedOver.withLock { $0.append(work) } }
        func runHandedOver() { handedOver.withLock { $0 }.forEach { $0() } }
    }

    /// Adds a job on another thread, and returns once it has been queued for the running thread.
    private static func addElsewhere(_ job: String, to queue: SerialQueue<String>, _ log: Log) {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { queue.run(job) { log.add($0) } }
        group.wait()
    }

    @Test func jobsFromOtherThreadsAreHandedOverInOrder() {
        let log = Log()
        let queue = SerialQueue<String> { log.handOver($0) }
        queue.run("a") { job in
            log.add(job)
            if job == "a" { Self.addElsewhere("other", to: queue, log) }
        }
        #expect(log.jobs == ["a"])
        queue.run("b") { log.add($0) }
        #expect(log.jobs == ["a"], "what came earlier is not done yet")
        #expect(log.handedOverCount == 1)
        log.runHandedOver()
        #expect(log.jobs == ["a", "other", "b"])
        queue.run("c") { log.add($0) }
        #expect(log.jobs == ["a", "other", "b", "c"], "the queue is free again")
    }

    @Test func jobsAddedByAJobRunBeforeItsThreadContinues() {
        let log = Log()
        let queue = SerialQueue<String> { log.handOver($0) }
        queue.run("a") { job in
            log.add(job)
            guard job == "a" else { return }
            Self.addElsewhere("other", to: queue, log)
            queue.run("b") { log.add($0) }
        }
        #expect(log.jobs == ["a", "other", "b"])
        #expect(log.handedOverCount == 0)
    }
}
