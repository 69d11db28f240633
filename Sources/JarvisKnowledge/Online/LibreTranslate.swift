// SPDX-License-Identifier: GPL-3.0-or-later
// Translates through a server with the LibreTranslate API (https://docs.libretranslate.com), without an API key.

import JarvisCore
import JarvisNetwork
import JarvisPlatform

struct LibreTranslate: Sendable {
    let client: OnlineClient

    private static let setting = "online.translation-address"
    /// More characters than anyone says in one breath.
    private static let letterLimit = 2000

    static func server(_ settings: OnlineSettings) throws(OnlineFailure) -> OnlineServer {
        let own = settings.translationAddress.trimmed
        guard !own.isEmpty else { throw OnlineFailure.noServer(setting: setting) }
        return try OnlineServer(own, setting: setting)
    }

    func translation(of text: String, _ source: String, _ target: String) async throws -> String {
        let server = try Self.server(client.settings())
        let question: JSONValue = .object([
            "q": .text(String(text.prefix(Self.letterLimit))), "source": .text(source), "target": .text(target),
            "format": .text("text"),
        ])
        do {
            let answer = try await client.askJSON(
                .translation, server, "/translate",
                body: .bytes(question.bytes, contentType: "application/json"))
            guard let translated = answer["translatedText"]?.asText?.trimmed, !translated.isEmpty else {
                throw OnlineFailure.unexpected(server: server.name)
            }
            return String(translated.prefix(2 * Self.letterLimit))
        } catch let error as OnlineAnswerError where error.status == 400 {
            // The server responds with 400 to an unsupported language.
            throw OnlineFailure.languageMissing(server: server.name)
        }
    }
}
