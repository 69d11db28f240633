// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetwork
import JarvisKnowledge
import JarvisTesting
import Testing

/// Nothing is sent without consent, and every server failure is explained.
struct ConsentTests {
    private typealias Question = @Sendable (any OnlineServices) async throws -> Void

    private static let questions: [(service: OnlineService, ask: Question)] = [
        (.weather, { _ = try await $0.weather(in: "Oslo") }),
        (.encyclopedia, { _ = try await $0.article(about: "Ada Lovelace") }),
        (.translation, { _ = try await $0.translation(of: "good morning", from: "en", to: "fr") }),
        (.news, { _ = try await $0.headlines() }),
    ]

    @Test(arguments: [OnlineConsent.ask, .off])
    func withoutConsentNoNetworkIsCreated(consent: OnlineConsent) async throws {
        for question in Self.questions {
            let rig = try OnlineRig(consent: consent) { $0.readToEnd() }
            #expect(await failure { try await question.ask(rig.services) } == .notAllowed(question.service))
            // The servers are known without contacting them.
            #expect(rig.services.servers(of: question.service) == ["127.0.0.1"])
            #expect(rig.networkCount == 0 && rig.server.connectionCount == 0)
        }
    }

    @Test func consentCoversASingleService() async throws {
        for agreed in OnlineService.allCases {
            let rig = try OnlineRig(consent: .ask, settings: { settings, _ in settings[agreed] = .on }, answers: [])
            for question in Self.questions where question.service != agreed {
                #expect(await failure { try await question.ask(rig.services) } == .notAllowed(question.service))
            }
            #expect(rig.networkCount == 0 && rig.server.connectionCount == 0)
        }
    }

    private func failures(_ rig: () throws -> OnlineRig) async throws -> [OnlineFailure?] {
        var failures: [OnlineFailure?] = []
        for question in Self.questions {
            let rig = try rig()
            failures.append(await failure { try await question.ask(rig.services) })
        }
        return failures
    }

    @Test func errorStatusesAreReported() async throws {
        let statuses: [(String, OnlineFailure)] = [
            ("500 Internal Server Error", .broken(server: "127.0.0.1")), ("503 Busy", .broken(server: "127.0.0.1")),
            ("429 Too Many Requests", .busy(server: "127.0.0.1")), ("403 Forbidden", .closed(server: "127.0.0.1")),
        ]
        for (status, expected) in statuses {
            let found = try await failures {
                try OnlineRig(answers: [("/", .init(status: status, body: #"{"error":"stack trace"}"#))])
            }
            #expect(found == Array(repeating: expected, count: 4), "\(status)")
        }
    }

    @Test func unreachableServerIsReported() async throws {
        let found = try await failures {
            let rig = try OnlineRig { $0.readToEnd() }
            rig.server.stop()
            return rig
        }
        #expect(found == Array(repeating: .broken(server: "127.0.0.1"), count: 4))
        let cut = try await failures {
            try OnlineRig {
                _ = $0.readRequest(); $0.reset()
            }
        }
        #expect(cut == Array(repeating: .broken(server: "127.0.0.1"), count: 4))
    }

    @Test(.timeLimit(.minutes(3))) func slowServerIsReported() async throws {
        let limits = TransferLimits(
            connection: .seconds(2), answer: .milliseconds(200), pause: .milliseconds(200), total: .seconds(1))
        let silent = try await failures { try OnlineRig(limits: limits) { $0.readToEnd() } }
        #expect(silent == Array(repeating: .slow(server: "127.0.0.1"), count: 4))
        let dripping = try await failures {
            try OnlineRig(limits: limits) { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                while connection.write(" "), !connection.waitsForEnd(milliseconds: 100) {}
            }
        }
        #expect(dripping == Array(repeating: .slow(server: "127.0.0.1"), count: 4))
    }

    @Test(.timeLimit(.minutes(3))) func aHugeResponseIsRejected() async throws {
        let endless = try await failures {
            try OnlineRig { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"results\":[")
                while connection.write(Array(repeating: UInt8(ascii: " "), count: 65_536)) {}
            }
        }
        #expect(endless == Array(repeating: .tooLarge(server: "127.0.0.1"), count: 4))
    }

    @Test func redirectsStayOnTheirSchemeAndServer() async throws {
        let found = try await failures {
            try OnlineRig(answers: [
                ("/", .init(status: "302 Found", headers: "Location: https://example.invalid/\r\n", body: ""))
            ])
        }
        #expect(found == Array(repeating: .moved(server: "127.0.0.1"), count: 4))
    }

    @Test(arguments: ["http://example.org", "ftp://127.0.0.1", "nonsense", "http://192.168.1.4:5000"])
    func questionsAreNotSentUnencrypted(address: String) async throws {
        for question in Self.questions {
            let rig = try OnlineRig(settings: { settings, _ in
                settings.weatherAddress = address
                settings.encyclopediaAddress = address
                settings.translationAddress = address
                settings.feeds = address
            }) { $0.readToEnd() }
            let found = await failure { try await question.ask(rig.services) }
            guard case .unusableAddress = found else {
                Issue.record("\(question.service): \(String(describing: found))")
                continue
            }
            #expect(rig.networkCount == 0 && rig.services.servers(of: question.service) == [])
        }
    }

    @Test func everyFailureHasItsOwnText() {
        let all: [OnlineFailure] = [
            .notAllowed(.weather), .noServer(setting: "K"), .unusableAddress(setting: "K"), .offline(server: "S"),
            .slow(server: "S"), .broken(server: "S"), .busy(server: "S"), .closed(server: "S"), .insecure(server: "S"),
            .tooLarge(server: "S"), .unexpected(server: "S"), .moved(server: "S"), .noSuchPlace(name: "N"),
            .languageMissing(server: "S"),
        ]
        let texts = all.map { $0.explained(to: .window).text }
        #expect(Set(texts).count == all.count)
        for text in texts { #expect(text.hasSuffix(".") && !text.contains("  ")) }
    }

    @Test func unreachableHostMeansOffline() async throws {
        // A name that never resolves (RFC 2606).
        let rig = try OnlineRig(settings: { settings, _ in settings.weatherAddress = "https://weather.invalid" }) {
            $0.readToEnd()
        }
        #expect(await failure { try await rig.services.weather(in: "Oslo") } == .offline(server: "weather.invalid"))
    }
}
