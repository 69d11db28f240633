// SPDX-License-Identifier: GPL-3.0-or-later
// Language-model failures, in terms of what the user can do about them.

public import JarvisCore

/// A language model gave no answer, or only the beginning of one.
public struct LanguageModelFailure: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The time limit passed while the server was still loading the model.
        case stillLoading
        /// The server is overloaded.
        case overloaded
        /// Nothing arrived within this many seconds.
        case silent(seconds: Int)
        /// The answer stalled for this many seconds.
        case stalled(seconds: Int)
        /// The answer had not ended after this many seconds.
        case endless(seconds: Int)
        /// The connection ended before the answer did.
        case cutOff
        /// The server requires a key, and none is set.
        case keyMissing(origin: String)
        case keyRejected(origin: String)
        /// The server has no model of this name; `known` lists the models that it has.
        case modelMissing(String, known: [String])
        /// No model is set, and the server requires one; `known` lists the models that it has.
        case modelUnnamed(known: [String])
        /// There were too many requests; with the seconds to wait, if the server gives them.
        case limited(seconds: Int?)
        /// Even the shortest form of the conversation exceeds the model's context.
        case tooLong
        /// The server cannot offer tools to this model; with its message.
        case withoutTools(String)
        /// The answer was empty.
        case empty
        /// The model repeatedly called a tool in an unintelligible way.
        case unreadableCall(tool: String)
        /// The model kept calling tools instead of answering, or wrote more than anyone would read.
        case withoutEnd
        /// Any other server failure.
        case server(ServerFailure)
    }

    /// The user's name for the model.
    public var model: String
    public var kind: Kind

    public init(model: String, kind: Kind) {
        self.model = model
        self.kind = kind
    }
}

extension LanguageModelFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch kind {
        case .stillLoading:
            FailureText(
                reader.say("The server \"%1\" is still loading its model.", model), reader.say("Ask again in a minute.")
            )
        case .overloaded:
            FailureText(reader.say("The server \"%1\" is too busy.", model), reader.say("Ask again later."))
        case .silent(let seconds):
            FailureText(
                reader.say("The server \"%1\" didn't answer within %2 seconds.", model, String(seconds)),
                reader.say("Use a smaller model or a faster computer."))
        case .stalled(let seconds):
            FailureText(
                reader.say("The server \"%1\" stalled for %2 seconds.", model, String(seconds)),
                reader.say("See the server's log."))
        case .endless(let seconds):
            FailureText(
                reader.say(
                    "The server \"%1\" was still answering after %2 minutes.", model, String(max(1, seconds / 60))),
                reader.say("Try other words, or use a larger model."))
        case .cutOff:
            FailureText(
                reader.say("The server \"%1\" closed the connection before it finished.", model),
                reader.say("Try again, or see the server's log."))
        case .keyMissing(let origin):
            FailureText(
                reader.say("The server \"%1\" requires a key.", model),
                reader.place == .window
                    ? reader.say("Enter one in Settings, under “Models & tools”.")
                    : reader.say("Store one with \"jarvis config secret set %1\".", origin))
        case .keyRejected(let origin):
            FailureText(
                reader.say("The server \"%1\" rejected the key.", model),
                reader.place == .window
                    ? reader.say("Enter a new one in Settings, under “Models & tools”.")
                    : reader.say("Store a new one with \"jarvis config secret set %1\".", origin))
        case .modelMissing(let name, let known):
            FailureText(
                reader.say("The server \"%1\" has no model \"%2\".", model, name), Self.choice(known, reader))
        case .modelUnnamed(let known):
            FailureText(reader.say("No model is set for the server \"%1\".", model), Self.choice(known, reader))
        case .limited(let seconds):
            FailureText(
                reader.say("The server \"%1\" is limiting requests.", model),
                seconds.map { reader.say("Ask again in %1 seconds.", String($0)) }
                    ?? reader.say("Wait a while, or check your account."))
        case .tooLong:
            FailureText(
                reader.say("The question is too long for the model on \"%1\".", model),
                reader.say("Shorten it, or give the server a larger context."))
        case .withoutTools(let words):
            FailureText(
                reader.say("The server \"%1\" doesn't support tools (%2).", model, words),
                reader.say("Start llama.cpp with --jinja, or use another model."))
        case .empty:
            FailureText(
                reader.say("The model on \"%1\" gave an empty answer.", model), reader.say("Try other words."))
        case .unreadableCall(let tool):
            FailureText(
                reader.say("The model on \"%1\" couldn't use \"%2\".", model, tool),
                reader.say("Try other words, or use a larger model."))
        case .withoutEnd:
            FailureText(
                reader.say("The model on \"%1\" didn't stop.", model),
                reader.say("Try other words, or use a larger model."))
        case .server(let failure): failure.explained(to: reader)
        }
    }

    private static func choice(_ known: [String], _ reader: FailureReader) -> String {
        guard !known.isEmpty else { return reader.say("Load a model there, or choose another one.") }
        let more = known.count > 8 ? ", …" : ""
        return reader.say("Available models: %1.", known.prefix(8).joined(separator: ", ") + more)
    }
}
