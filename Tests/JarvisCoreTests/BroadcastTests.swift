// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BroadcastTests {
    @Test func observersReceiveOnlyLaterValues() async {
        let broadcast = Broadcast<Int>()
        broadcast.send(1)
        var first = broadcast.stream().makeAsyncIterator()
        broadcast.send(2)
        var second = broadcast.stream().makeAsyncIterator()
        broadcast.send(3)
        #expect(await first.next() == 2)
        #expect(await first.next() == 3)
        #expect(await second.next() == 3)
    }

    @Test func aSlowObserverKeepsOnlyTheNewestState() async {
        let broadcast = Broadcast<Int>(bufferingPolicy: .bufferingNewest(1))
        var stream = broadcast.stream().makeAsyncIterator()
        for number in 1...100 { broadcast.send(number) }
        #expect(await stream.next() == 100)
    }

    @Test func aCancelledObserverIsRemovedAndItsEndReported() async {
        let broadcast = Broadcast<Void>()
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        let task = Task {
            for await _ in broadcast.stream(onEnd: { end.finish() }) {}
        }
        await yieldUntil { broadcast.isObserved }
        task.cancel()
        for await _ in ended {}
        #expect(!broadcast.isObserved)
    }

    @Test func handlersAreCalledSynchronouslyInOrder() {
        let broadcast = Broadcast<Int>()
        let seen = Mutex<[String]>([])
        broadcast.send(1)
        let first = broadcast.observe { number in seen.withLock { $0.append("a\(number)") } }
        let second = broadcast.observe { number in seen.withLock { $0.append("b\(number)") } }
        #expect(broadcast.isObserved)
        broadcast.send(2)
        #expect(seen.withLock { $0 } == ["a2", "b2"])
        first.cancel()
        broadcast.send(3)
        #expect(seen.withLock { $0 } == ["a2", "b2", "b3"])
        second.cancel()
        second.cancel()
        #expect(!broadcast.isObserved)
    }

    @Test func aHandlerEndsWithItsObservation() {
        let broadcast = Broadcast<Void>()
        let count = Mutex(0)
        var observation: Observation? = broadcast.observe { count.withLock { $0 += 1 } }
        broadcast.send()
        #expect(observation != nil && count.withLock { $0 } == 1)
        observation = nil
        broadcast.send()
        #expect(!broadcast.isObserved && count.withLock { $0 } == 1)
    }

    @Test func aHandlerCanCancelAnotherAndSendAgain() {
        let broadcast = Broadcast<Int>()
        let later = Mutex<Observation?>(nil)
        let seen = Mutex<[Int]>([])
        let first = broadcast.observe { [weak broadcast] number in
            seen.withLock { $0.append(number) }
            later.withLock { $0 }?.cancel()
            if number == 1 { broadcast?.send(2) }
        }
        later.withLock { $0 = broadcast.observe { number in seen.withLock { $0.append(-number) } } }
        broadcast.send(1)
        #expect(seen.withLock { $0 } == [1, 2])
        first.cancel()
    }

    @Test func streamsEndWithTheBroadcast() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        let stream = broadcast?.stream()
        broadcast?.send(1)
        broadcast = nil
        var seen: [Int] = []
        if let stream { for await number in stream { seen.append(number) } }
        #expect(seen == [1])
    }
}
