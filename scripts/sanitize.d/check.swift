// SPDX-License-Identifier: GPL-3.0-or-later
// Shows that the thread sanitizer with runtime.c is quiet about a mutex that threads wait for and about a continuation
// resumed before its task suspends, and that it still finds a race. scripts/sanitize runs it before the tests.
//
// usage: check ordered|race

import Glibc
import Synchronization

final class Box: @unchecked Sendable {
    // Unchecked: `number` is used under a lock or on one thread after the other, but for the planted race.
    var number = 0
}

final class Sum: Sendable {
    let number = Mutex(Box())
}

final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

func start(_ work: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Work(work)).toOpaque()
    pthread_create(
        &thread, nil,
        { box in
            if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
            return nil
        }, box)
    return thread
}

/// Adds from several threads that wait for each other.
func sum(_ add: @escaping @Sendable () -> Void) {
    let threads = (0..<4).map { _ in start { for _ in 0..<100_000 { add() } } }
    for thread in threads { pthread_join(thread, nil) }
}

/// Hands over a box before the task suspends. Nothing else orders the two threads, since the flag is relaxed.
func handOver() async -> Int {
    let hasResumed = Flag()
    let box = await withCheckedContinuation { (continuation: CheckedContinuation<Box, Never>) in
        pthread_detach(
            start {
                let box = Box()
                box.number = 1
                continuation.resume(returning: box)
                hasResumed.value.store(true, ordering: .relaxed)
            })
        while !hasResumed.value.load(ordering: .relaxed) { sched_yield() }
    }
    return box.number
}

final class Flag: Sendable {
    let value = Atomic(false)
}

@main enum Check {
    static func main() async {
        let (box, total) = (Box(), Sum())
        if CommandLine.arguments.last == "race" {
            sum { box.number += 1 }
        } else {
            sum { total.number.withLock { $0.number += 1 } }
            print(total.number.withLock { $0.number }, await handOver())
        }
    }
}
