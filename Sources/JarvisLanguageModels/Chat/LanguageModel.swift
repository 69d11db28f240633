// SPDX-License-Identifier: GPL-3.0-or-later
// The port of a language model: messages in, pieces of an answer out.

/// A language model that answers in a conversation.
public protocol LanguageModel: Sendable {
    /// What the user calls it.
    var name: String { get }
    /// Answers; the last update is `finished`. Errors are `LanguageModelFailure`. What does not fit into the model's
    /// context is left out, oldest first. Ending the iteration closes the connection, which ends the server's work.
    /// The buffer has no limit: answers are short, and are taken as they come.
    func answer(_ request: ChatRequest) -> AsyncThrowingStream<ChatUpdate, any Error>
    /// The models that its server has; none where it keeps no list.
    /// - Throws: `LanguageModelFailure` or `CancellationError`.
    func models() async throws -> [String]
    /// Has the server load the model, where it can be told to; failures show when something is asked.
    func warmUp() async
}
