// SPDX-License-Identifier: GPL-3.0-or-later
// The port for language models: messages in, pieces of an answer out.

/// A language model for conversations.
public protocol LanguageModel: Sendable {
    /// The user's name for the model.
    var name: String { get }
    /// Streams the answer; the last update is `finished`. Throws `LanguageModelFailure`. If the conversation exceeds
    /// the model's context, the oldest parts are left out. Ending the iteration closes the connection, which stops the
    /// server's work. The buffer is unbounded: answers are short, and are consumed as they arrive.
    func answer(_ request: ChatRequest) -> AsyncThrowingStream<ChatUpdate, any Error>
    /// The server's models; empty if it keeps no list.
    /// - Throws: `LanguageModelFailure` or `CancellationError`.
    func models() async throws -> [String]
    /// Asks the server to load the model, if it supports that; failures appear with the next question.
    func warmUp() async
}
