// SPDX-License-Identifier: GPL-3.0-or-later
// Typed conversations with the expected parts of each reply.

import JarvisConversationTesting
import JarvisPlatform
import JarvisProgramTesting
import Testing

/// One request and the expected parts of its reply.
struct Exchange: ExpressibleByArrayLiteral {
    let request: String
    /// All parts must occur in the reply, except that one beginning with "!" must not.
    let parts: [String]

    init(arrayLiteral elements: String...) {
        request = elements.first ?? ""
        parts = Array(elements.dropFirst())
    }

    func isMet(by reply: String) -> Bool {
        parts.allSatisfy { part in
            part.hasPrefix("!") ? !reply.contains(part.dropFirst()) : reply.contains(part)
        }
    }
}

extension Transport {
    /// Starts a typed conversation. Replies are shown, not spoken.
    func typedConversation() async throws -> any ConversationStage {
        let stage = try await stage([("detection.mode", "push-to-talk"), ("conversation.speaks-replies", "false")])
        try await stage.begin()
        return stage
    }

    /// Holds conversations, one after another.
    func hold(_ conversations: [[Exchange]]) async throws {
        let stage = try await typedConversation()
        for conversation in conversations { try await stage.hold(conversation) }
        try await stage.close()
    }
}

extension ConversationStage {
    /// Types each request once the one before it has been answered.
    func hold(_ exchanges: [Exchange]) async throws {
        var said: [String] = []
        for exchange in exchanges {
            let reply = try #require(
                try await reply(to: exchange.request)?.object["text"]?.asText, "\"\(exchange.request)\" is answered")
            said += ["> \(exchange.request)", "< \(reply)"]
            #expect(exchange.isMet(by: reply), "expected \(exchange.parts) in\n\(said.joined(separator: "\n"))")
        }
    }
}
