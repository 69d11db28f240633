// SPDX-License-Identifier: GPL-3.0-or-later
// A server that emulates the online services, and the services as the app uses them.

import JarvisCore
import JarvisNetwork
import JarvisKnowledge
import JarvisTesting
import Synchronization

/// One server for all services, which answers by the prefix of the path.
final class OnlineRig: Sendable {
    struct Answer {
        var status = "200 OK"
        var type = "application/json"
        var headers = ""
        var body: String
    }

    let server: FakeServer
    let services: InternetServices
    /// The heads of the requests so far, with their bodies.
    var requests: [String] { seen.withLock { $0 } }
    /// How many times the network was requested.
    var networkCount: Int { count.withLock { $0 } }
    private let seen: Log
    private let count: Counter

    typealias Log = LockedBox<[String]>
    typealias Counter = LockedBox<Int>

    /// - Parameter answers: Answers by path prefix; all other paths are not found.
    convenience init(
        consent: OnlineConsent = .on, limits: TransferLimits = InternetServices.usualLimits,
        settings change: @escaping @Sendable (inout OnlineSettings, Int) -> Void = { _, _ in },
        answers: [(path: String, answer: Answer)]
    ) throws {
        let seen = Log([])
        try self.init(seen, consent: consent, limits: limits, settings: change) { connection in
            while let request = connection.readRequest() {
                seen.withLock { $0.append(request.head + "\n" + String(decoding: request.body, as: UTF8.self)) }
                let path = request.head.split(separator: " ").dropFirst().first ?? ""
                let answer = answers.first { path.hasPrefix($0.path) }?.answer
                let found = answer ?? Answer(status: "404 Not Found", body: "{}")
                connection.respond(found.status, type: found.type, headers: found.headers, Array(found.body.utf8))
            }
        }
    }

    init(
        _ seen: Log = Log([]), consent: OnlineConsent = .on, limits: TransferLimits = InternetServices.usualLimits,
        settings change: @escaping @Sendable (inout OnlineSettings, Int) -> Void = { _, _ in },
        serve: @escaping @Sendable (FakeConnection) -> Void
    ) throws {
        server = try FakeServer(serve)
        self.seen = seen
        let count = Counter(0)
        self.count = count
        let network = NetworkOnDemand()
        var settings = OnlineSettings()
        for service in OnlineService.allCases { settings[service] = consent }
        let address = "http://127.0.0.1:\(server.port)"
        settings.weatherAddress = address
        settings.encyclopediaAddress = address
        settings.translationAddress = address
        settings.feeds = address + "/feed"
        change(&settings, server.port)
        services = InternetServices(settings: { [settings] in settings }, limits: limits) {
            count.withLock { $0 += 1 }
            return network.http
        }
    }

    deinit { server.stop() }
}

final class LockedBox<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        value.withLock { value in body(&value) }
    }
}

/// The failure that an operation throws; nil if it succeeds.
func failure<Answer>(_ ask: () async throws -> Answer) async -> OnlineFailure? {
    do {
        _ = try await ask()
        return nil
    } catch {
        return error as? OnlineFailure
    }
}
