// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BroadcastTests {
    @Test func everyObserverGetsWhatIsSentAfterItCame() async {
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

    @Test func aSlowObserverOfAStateKeepsTheNewestOnly() async {
        let broadcast = Broadcast<Int>(bufferingPolicy: .bufferingNewest(1))
        var stream = broadcast.stream().makeAsyncIterator()
        for number in 1...100 { broadcast.send(number) }
        #expect(await stream.next() == 100)
    }

    @Test func anObserverThatHasGoneIsForgottenAndTold() async {
        let broadcast = Broadcast<Void>()
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        let task = Task {
            for await _ in broadcast.stream(onEnd: { end.finish() }) {}
        }
        while !broadcast.isObserved { await Task.yield() }
        task.cancel()
        for await _ in ended {}
        #expect(!broadcast.isObserved)
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
