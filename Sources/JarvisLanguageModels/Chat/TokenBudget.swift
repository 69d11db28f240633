// SPDX-License-Identifier: GPL-3.0-or-later
// Limits conversations to a model's context. Token counts are estimates, since only the server knows its tokens. Pure.

import JarvisPlatform

/// Fits requests into a model's context.
struct TokenBudget: Hashable, Sendable {
    /// The context size in tokens, for question and answer together.
    var contextTokens: Int
    /// Tokens reserved for the answer.
    var answerTokens: Int

    /// By default a quarter of the context is reserved for the answer, up to this many tokens.
    private static let longestAnswer = 1024
    /// The tokens to add for the delimiters around a message.
    private static let messageOverhead = 6

    /// - Parameter options: Options that give the context size and the longest answer.
    init(_ options: ChatOptions) {
        contextTokens = options.contextTokens
        let reserved = options.maximumTokens ?? Self.longestAnswer
        answerTokens = min(reserved, options.contextTokens / 4)
    }

    /// A token estimate: one for three and a half Latin letters, and one for each character of other scripts. Most
    /// models need fewer, so a request that fits by this estimate will fit.
    static func tokens(in text: String) -> Int {
        var (latin, others) = (0, 0)
        for scalar in text.unicodeScalars {
            if scalar.value < 0x0250 { latin += 1 } else { others += 1 }
        }
        return (latin * 2 + 6) / 7 + others
    }

    /// A token estimate for a message.
    static func tokens(of message: ChatMessage) -> Int {
        let calls = message.toolCalls.reduce(0) { $0 + tokens(in: $1.name) + tokens(in: $1.arguments) }
        return tokens(in: message.text) + calls + messageOverhead
    }

    /// A token estimate for the description of a tool.
    static func tokens(of tool: ChatTool) -> Int {
        let parameters = JSONValue.object(tool.parameters).line
        return tokens(in: tool.name) + tokens(in: tool.summary) + tokens(in: parameters) + messageOverhead
    }

    /// The size of the request with half as many tokens in its messages and all of its tools, as a share of the room
    /// for questions.
    func halved(_ request: ChatRequest) -> Double {
        let used = request.messages.reduce(0) { $0 + Self.tokens(of: $1) }
        let tools = request.tools.reduce(0) { $0 + Self.tokens(of: $1) }
        return Double(used / 2 + tools) / Double(max(1, contextTokens - answerTokens))
    }

    /// Drops the oldest turns of the request until it fits. The instructions and the last turn always stay; a turn
    /// reaches from one user message to the next, so that no result loses its call. If the last turn alone is too
    /// long, its tool results are shortened.
    /// - Parameter share: The share of the room to use, for a server with a smaller context than assumed.
    func fitting(_ request: ChatRequest, share: Double = 1) -> ChatRequest {
        let tools = request.tools.reduce(0) { $0 + Self.tokens(of: $1) }
        let room = Int(Double(contextTokens - answerTokens) * share) - tools
        let instructions = request.messages.prefix { $0.role == .system }
        var turns: [[ChatMessage]] = []
        for message in request.messages.dropFirst(instructions.count) {
            if message.role == .user || turns.isEmpty { turns.append([]) }
            turns[turns.count - 1].append(message)
        }
        var used = instructions.reduce(0) { $0 + Self.tokens(of: $1) }
        var kept: [[ChatMessage]] = []
        for turn in turns.reversed() {
            let size = turn.reduce(0) { $0 + Self.tokens(of: $1) }
            guard kept.isEmpty || used + size <= room else { break }
            used += size
            kept.append(kept.isEmpty ? Self.cut(turn, by: used - room) : turn)
        }
        return ChatRequest(messages: instructions + kept.reversed().flatMap { $0 }, tools: request.tools)
    }

    /// The fewest tokens to keep of a tool's result.
    private static let shortestResult = 64
    /// Ends a result that was cut.
    private static let cutMark = "… [The rest is left out.]"

    /// The turn with its longest results truncated to save about `excess` tokens.
    private static func cut(_ turn: [ChatMessage], by excess: Int) -> [ChatMessage] {
        var (turn, excess) = (turn, excess)
        let results = turn.indices.filter { turn[$0].role == .tool && tokens(in: turn[$0].text) > 2 * shortestResult }
        for place in results.sorted(by: { turn[$0].text.utf8.count > turn[$1].text.utf8.count }) where excess > 0 {
            let text = turn[place].text
            let before = tokens(in: text)
            let left = max(shortestResult, before - excess - tokens(in: cutMark))
            turn[place].text = text.prefix(text.count * left / before) + cutMark
            excess -= before - tokens(in: turn[place].text)
        }
        return turn
    }
}
