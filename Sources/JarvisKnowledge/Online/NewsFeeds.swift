// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches the headlines of the user's feeds. If one feed fails, the others are still read.

import JarvisCore
import JarvisPlatform

struct NewsFeeds: Sendable {
    let client: OnlineClient

    private static let setting = "online.feeds"
    private static let maximumBytes = 2 << 20

    static func addresses(_ settings: OnlineSettings) -> [String] {
        SettingDescriptor.Domain.entries(of: settings.feeds).map(\.trimmed).filter { !$0.isEmpty }
    }

    static func server(_ address: String) throws(OnlineFailure) -> OnlineServer {
        try OnlineServer(address, setting: setting)
    }

    /// Fetches all feeds at once, and returns them in the order of the setting.
    /// - Throws: The first failure if no feed can be read.
    func headlines() async throws -> Headlines {
        let addresses = Self.addresses(client.settings())
        guard !addresses.isEmpty else { throw OnlineFailure.noServer(setting: Self.setting) }
        let results = try await withThrowingTaskGroup(of: (Int, Result<Headlines.Feed, OnlineFailure>).self) { group in
            for (place, address) in addresses.enumerated() {
                group.addTask {
                    do {
                        return (place, .success(try await feed(at: address)))
                    } catch let failure as OnlineFailure {
                        return (place, .failure(failure))
                    } catch let error as OnlineAnswerError {
                        return (place, .failure(error.failure))
                    }
                }
            }
            var results: [(Int, Result<Headlines.Feed, OnlineFailure>)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
        var headlines = Headlines(feeds: [])
        for result in results {
            switch result {
            case .success(let feed): headlines.feeds.append(feed)
            case .failure(let failure): headlines.failures.append(failure)
            }
        }
        if headlines.feeds.isEmpty, let failure = headlines.failures.first { throw failure }
        return headlines
    }

    private func feed(at address: String) async throws -> Headlines.Feed {
        let server = try Self.server(address)
        let answer = try await client.answer(.news, server, "", maximumBytes: Self.maximumBytes, redirectLimit: 3)
        guard var feed = FeedReader.feed(in: answer.bytes, contentType: answer.contentType) else {
            throw OnlineFailure.unexpected(server: server.name)
        }
        feed.server = server.name
        if feed.title.isEmpty { feed.title = server.name }
        return feed
    }
}
