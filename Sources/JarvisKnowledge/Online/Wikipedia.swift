// SPDX-License-Identifier: GPL-3.0-or-later
// Articles from Wikipedia, or another MediaWiki site, through its REST API
// (https://www.mediawiki.org/wiki/API:REST_API, https://en.wikipedia.org/api/rest_v1). One request finds the article,
// and another gets its introduction.

import JarvisCore
import JarvisPlatform

struct Wikipedia: Sendable {
    let client: OnlineClient

    private static let redirectLimit = 3

    static func server(_ settings: OnlineSettings) throws(OnlineFailure) -> OnlineServer {
        let own = settings.encyclopediaAddress.trimmed
        return try OnlineServer(
            own.isEmpty ? "https://en.wikipedia.org" : own, setting: "online.encyclopedia-address")
    }

    func article(about topic: String) async throws -> EncyclopediaArticle? {
        let server = try Self.server(client.settings())
        let found = try await client.askJSON(
            .encyclopedia, server,
            "/w/rest.php/v1/search/page?limit=1&q=\(topic.prefix(200).percentEncoded)",
            redirectLimit: Self.redirectLimit)
        guard let pages = found["pages"]?.asArray else { throw OnlineFailure.unexpected(server: server.name) }
        guard let key = pages.first?.asObject?["key"]?.asText, !key.isEmpty else { return nil }
        do {
            let page = try await client.askJSON(
                .encyclopedia, server, "/api/rest_v1/page/summary/\(key.percentEncoded)",
                redirectLimit: Self.redirectLimit)
            guard let title = page["title"]?.asText, let summary = page["extract"]?.asText else {
                throw OnlineFailure.unexpected(server: server.name)
            }
            return EncyclopediaArticle(
                title: String(title.prefix(200)), summary: summary,
                isAmbiguous: page["type"]?.asText == "disambiguation")
        } catch let error as OnlineAnswerError where error.status == 404 {
            return nil
        }
    }
}
