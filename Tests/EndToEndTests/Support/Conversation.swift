// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations that are typed in the window, with what each reply must say.

import JarvisPlatform
import Testing

/// One request and a part of the reply to it.
struct Exchange: ExpressibleByArrayLiteral {
    let request: String
    /// Parts of the reply, all of which must be there; one that begins with "!" must not.
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

/// A window in which conversations are typed. Replies are shown, not spoken.
struct TypedConversations {
    let program: JarvisProgram

    static func open() async throws -> TypedConversations {
        let program = try JarvisProgram()
        for setting in [["detection.mode", "push-to-talk"], ["conversation.speaks-replies", "false"]] {
            #expect(try await program.command(["config", "set"] + setting).status == 0)
        }
        _ = try await program.openAndWait()
        return TypedConversations(program: program)
    }

    /// Types each request once the one before it has been answered.
    func hold(_ exchanges: [Exchange]) async throws {
        var said: [String] = []
        for exchange in exchanges {
            let index = program.allEvents().count
            try await program.ask(exchange.request)
            let reply = try #require(
                try await program.event("reply", after: index)?.object["text"]?.asText,
                "\"\(exchange.request)\" is answered")
            said += ["> \(exchange.request)", "< \(reply)"]
            #expect(exchange.isMet(by: reply), "expected \(exchange.parts) in\n\(said.joined(separator: "\n"))")
        }
    }

    func close() async throws {
        program.expectHealthy()
        try await program.close()
    }
}
