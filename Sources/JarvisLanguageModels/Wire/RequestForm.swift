// SPDX-License-Identifier: GPL-3.0-or-later
// How requests must be written for a server or model that does not accept all of a usual one. Pure.

/// The form of requests that a server accepts, as far as its refusals have shown.
struct RequestForm: Hashable {
    /// A part of a request that servers may refuse.
    enum Part: Hashable {
        /// The maximum length of the answer.
        case length
        case temperature
        /// The instructions as a message of their own.
        case instructions
    }

    /// The maximum length is called `max_completion_tokens`, as OpenAI's newer models want it.
    private(set) var namesCompletionTokens = false
    private(set) var leavesOut: Set<Part> = []
    /// True to send requests to the other of the two addresses that a path may stand for.
    var usesOtherAddress = false

    /// Changes the form so that it avoids what was refused.
    /// - Returns: False if the form had avoided it already, so that another try is useless.
    mutating func avoid(_ part: Part) -> Bool {
        if part == .length, !namesCompletionTokens {
            namesCompletionTokens = true
            return true
        }
        return leavesOut.insert(part).inserted
    }

    /// The request without a message of instructions, if the model knows none: they begin the first question then.
    func applied(to request: ChatRequest) -> ChatRequest {
        guard leavesOut.contains(.instructions) else { return request }
        let instructions = request.messages.filter { $0.role == .system }.map(\.text)
        var messages = request.messages.filter { $0.role != .system }
        guard !instructions.isEmpty, let first = messages.firstIndex(where: { $0.role == .user }) else {
            return request
        }
        messages[first].text = (instructions + [messages[first].text]).joined(separator: "\n\n")
        return ChatRequest(messages: messages, tools: request.tools)
    }
}
