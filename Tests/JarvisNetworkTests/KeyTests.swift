// SPDX-License-Identifier: GPL-3.0-or-later
// Which server receives which API key, and over which connection.

import JarvisCore
import JarvisNetworkTesting
import Synchronization
import Testing

@testable import JarvisNetwork

@Suite(.timeLimit(.minutes(3)))
struct KeyTests {
    private let http = FakeHTTP()

    private func endpoint(_ text: String, _ keys: KeyRing, _ http: FakeHTTP? = nil) throws -> ServerEndpoint {
        ServerEndpoint(
            address: try ServerAddress(text, schemes: [.http, .https]), keys: keys, http: http ?? self.http)
    }

    private var sentKeys: [String?] {
        http.requests.map { $0.headers.first { $0.name == "Authorization" }?.value }
    }

    @Test func environmentKeyNeedsAnOrigin() async throws {
        let keys = KeyRing(EnvironmentSecrets(before: FakeSecrets(), value: "mine"))
        try await endpoint("https://api.example.org", keys).probe()
        #expect(sentKeys == [nil])
    }

    @Test(arguments: ["http://192.168.1.20:8000", "http://nas.local", "http://api.example.org/v1", "http://[fe80::1]"])
    func keyIsNotSentOverPlainHTTPToAnotherComputer(text: String) async throws {
        let origin = try ServerAddress(text, schemes: [.http]).origin
        let keys = KeyRing(FakeSecrets([origin: "k"]))
        let failure = await #expect(throws: ServerFailure.self) { try await endpoint(text, keys).probe() }
        #expect(failure?.advice.contains(origin) == true)
        #expect(http.requests.isEmpty)
    }

    @Test(arguments: ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000", "https://192.168.1.20"])
    func keyIsSentLocallyAndOverTLS(text: String) async throws {
        let origin = try ServerAddress(text, schemes: [.http, .https]).origin
        try await endpoint(text, KeyRing(FakeSecrets([origin: "k"]))).probe()
        #expect(sentKeys == ["Bearer k"])
    }

    @Test(arguments: ["http://127.0.0.1.example.org", "http://127.evil.0.1", "http://localhost.example.org"])
    func lookalikesOfLocalhostAreRemote(text: String) async throws {
        let origin = try ServerAddress(text, schemes: [.http]).origin
        let keys = KeyRing(FakeSecrets([origin: "k"]))
        await #expect(throws: ServerFailure.self) { try await endpoint(text, keys).probe() }
        #expect(http.requests.isEmpty)
    }

    @Test func plainHTTPExceptionCoversOneServer() async throws {
        var settings = Settings()
        let setting = try #require(SettingDescriptor.named("servers.plain-keys"))
        try setting.set(text: "http://nas.local:8000/v1, http://other.local", in: &settings)
        let secrets = FakeSecrets(["http://nas.local:8000": "k", "http://nas.local:8001": "other"])
        let keys = KeyRing(secrets, allowsPlainHTTP: { [settings] in settings.network.allowsPlainKey(for: $0) })
        try await endpoint("http://nas.local:8000", keys).probe()
        await #expect(throws: ServerFailure.self) { try await endpoint("http://nas.local:8001", keys).probe() }
        #expect(sentKeys == ["Bearer k"])
        #expect(throws: SettingError.self) { try setting.set(text: "nas.local", in: &settings) }
    }

    @Test func plainHTTPWorksWithoutAKey() async throws {
        try await endpoint("http://nas.local:8000", KeyRing(FakeSecrets())).probe()
        #expect(sentKeys == [nil])
    }

    private final class Seconds: Sendable {
        private let passed = Mutex<Int64>(0)

        var nanoseconds: Int64 { passed.withLock { $0 } }
        func advance(by seconds: Int64) { passed.withLock { $0 += seconds * 1_000_000_000 } }
    }

    @Test func failedKeyringIsRetriedAfterAMinute() async throws {
        let (secrets, time) = (FakeSecrets(["https://api.example.org:443": "k"]), Seconds())
        secrets.failure = SecretFailure(advice: "Unlock it.")
        let keys = KeyRing(secrets, now: { time.nanoseconds })
        let server = try endpoint("https://api.example.org", keys)
        try await server.probe()
        secrets.failure = nil
        time.advance(by: 59)
        try await server.probe()
        #expect(secrets.questions.count == 1 && !keys.knowsNone(for: server.address))
        time.advance(by: 1)
        try await server.probe()
        #expect(sentKeys == [nil, nil, "Bearer k"])
    }

    @Test func environmentKeyIsLimitedToItsOriginAndComesFirst() throws {
        let kept = FakeSecrets(["https://a.example:443": "kept a", "https://b.example:443": "kept b"])
        let secrets = EnvironmentSecrets(before: kept, value: "mine", server: "https://A.example/v1/")
        #expect(try secrets.secret(for: "https://a.example:443") == "mine")
        #expect(try secrets.secret(for: "https://b.example:443") == "kept b")
        for other in ["http://a.example:443", "https://a.example:8443", "https://sub.a.example:443"] {
            #expect(try secrets.secret(for: other) == nil)
        }
        #expect(secrets.absence(for: "https://b.example:443") == nil)
        let unset = EnvironmentSecrets(before: kept, value: nil, server: "https://a.example")
        #expect(try unset.secret(for: "https://a.example:443") == "kept a")
    }

    @Test(arguments: [nil, "api.example.org"])
    func environmentKeyForTheWrongOriginIsExplained(server: String?) async throws {
        let refusing = FakeHTTP(status: 401)
        let keys = KeyRing(EnvironmentSecrets(before: FakeSecrets(), value: "mine", server: server))
        let failure = await #expect(throws: ServerFailure.self) {
            try await endpoint("https://api.example.org", keys, refusing).probe()
        }
        #expect(failure?.advice.contains("JARVIS_API_KEY_ORIGIN") == true, "\(String(describing: failure?.advice))")
        #expect(failure?.advice.contains("https://api.example.org:443") == true)
    }
}
