// SPDX-License-Identifier: GPL-3.0-or-later
// The traffic ledger, with real requests to a real server.

import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

struct TrafficTests {
    @Test func trafficIsCountedPerServer() {
        let clock = FakeWallClock()
        let ledger = TrafficLedger(clock: clock)
        ledger.begin("one.example")
        ledger.sent(100, to: "one.example")
        ledger.received(4000, from: "one.example")
        clock.advance(by: .seconds(5))
        ledger.begin("two.example:8000")
        #expect(ledger.entries.map(\.server) == ["two.example:8000", "one.example"], "the last one first")
        let one = ledger.entries[1]
        #expect(one.sentBytes == 100 && one.receivedBytes == 4000 && one.exchangeCount == 1)
        ledger.begin("one.example")
        #expect(ledger.entries.count == 2)
    }

    @Test(.timeLimit(.minutes(3))) func realRequestsAreCounted() async throws {
        let answer = [UInt8](repeating: 7, count: 50_000)
        let server = try FakeServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.respond("200 OK", type: "a/b", headers: "", answer)
        }
        let ledger = TrafficLedger()
        let network = NetworkOnDemand(traffic: ledger)
        #expect(ledger.entries.isEmpty)
        let request = HTTPRequest(
            method: "POST", url: "http://127.0.0.1:\(server.port)/", headers: [("X-Long", "0123456789")],
            body: .bytes([UInt8](repeating: 1, count: 3000), contentType: "a/b"), isDirect: true)
        _ = try await network.http.send(request).bytes()
        let entry = try #require(ledger.entries.first)
        #expect(entry.server == "127.0.0.1:\(server.port)" && entry.exchangeCount == 1)
        #expect(entry.receivedBytes == 50_000)
        #expect((3010...4000).contains(entry.sentBytes), "\(entry.sentBytes)")
    }
}
