// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a conversation a model can take: an estimate, since only the server knows its tokens. Pure.

import JarvisPlatform

/// Fits requests into the context of a model.
struct TokenBudget: Hashable, Sendable {
    /// Tokens of question and answer together.
    var contextTokens: Int
    /// Tokens that are left for the answer.
    var answerTokens: Int

    /// Where nothing else is set, a quarter of the context is for the answer, up to this many tokens.
    private static let longestAnswer = 1024
    /// What the marks around a message take.
    private static let messageOverhead = 6

    /// - Parameter options: The options of the model.
    init(_ options: ChatOptions) {
        contextTokens = options.contextTokens
        let reserved = options.maximumTokens ?? Self.longestAnswer
        answerTokens = min(reserved, options.contextTokens / 4)
    }

    /// About how many tokens a text has: three and a half letters of a Latin script make one, a sign of any other script
    /// one by itself. That is more than most models need, so that what fits by this fits.
    static func tokens(in text: String) -> Int {
        var (latin, others) = (0, 0)
        for scalar in text.unicodeScalars {
            if scalar.value < 0x0250 { latin += 1 } else { others += 1 }
        }
        return (latin * 2 + 6) / 7 + others
    }

    /// About how many tokens a message takes.
    static func tokens(of message: ChatMessage) -> Int {
        let calls = message.toolCalls.reduce(0) { $0 + tokens(in: $1.name) + tokens(in: $1.arguments) }
        return tokens(in: message.text) + calls + messageOverhead
    }

    /// About how many tokens the description of a tool takes.
    static func tokens(of tool: ChatTool) -> Int {
        let parameters = JSONValue.object(tool.parameters).line
        return tokens(in: tool.name) + tokens(in: tool.summary) + tokens(in: parameters) + messageOverhead
    }

    /// Half of what the messages of a request take, beside its tools, as a share of the room.
    func halved(_ request: ChatRequest) -> Double {
        let used = request.messages.reduce(0) { $0 + Self.tokens(of: $1) }
        let tools = request.tools.reduce(0) { $0 + Self.tokens(of: $1) }
        return Double(used / 2 + tools) / Double(max(1, contextTokens - answerTokens))
    }

    /// The request with its oldest turns left out until it fits. Instructions and the last turn always stay; a turn is
    /// what lies between one message of the user's and the next, so that no result is left without its call. Where the
    /// last turn is too long by itself, what tools returned in it is cut.
    /// - Parameter share: The share of the room that may be used, for a server that had less than it was thought to have.
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

    /// Of the result of a tool at least so much stays, tokens.
    private static let shortestResult = 64
    /// What stands where a result was cut.
    private static let cutMark = "… [The rest is left out.]"

    /// A turn without the ends of its longest results, until it takes about this many tokens less.
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
