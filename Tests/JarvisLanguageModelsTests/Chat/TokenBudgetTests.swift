// SPDX-License-Identifier: GPL-3.0-or-later
// Trimming conversations to the token budget, oldest turns first.

import Testing

@testable import JarvisLanguageModels

struct TokenBudgetTests {
    private func request(turns: Int) -> ChatRequest {
        var messages = [ChatMessage(.system, "Be brief.")]
        for turn in 1...turns {
            messages.append(ChatMessage(.user, "question \(turn) " + String(repeating: "x", count: 300)))
            messages.append(ChatMessage(.assistant, "answer \(turn)"))
        }
        messages.append(ChatMessage(.user, "and now?"))
        return ChatRequest(messages: messages)
    }

    @Test func aRequestWithinTheBudgetIsUnchanged() {
        let request = request(turns: 3)
        #expect(TokenBudget(ChatOptions(contextTokens: 4096)).fitting(request) == request)
    }

    @Test func oldestTurnsAreDroppedWhole() {
        let fitting = TokenBudget(ChatOptions(contextTokens: 512)).fitting(request(turns: 20))
        #expect(fitting.messages.first?.role == .system && fitting.messages.last?.text == "and now?")
        #expect(fitting.messages.count < 12)
        #expect(fitting.messages[1].role == .user, "no answer without its question")
        let used = fitting.messages.reduce(0) { $0 + TokenBudget.tokens(of: $1) }
        #expect(used <= 512 * 3 / 4)
    }

    @Test func theLastTurnIsAlwaysKept() {
        let long = ChatRequest(messages: [
            ChatMessage(.system, "Be brief."), ChatMessage(.user, String(repeating: "y", count: 100_000)),
        ])
        #expect(TokenBudget(ChatOptions(contextTokens: 512)).fitting(long) == long)
    }

    @Test func callsStayWithTheirResults() {
        let call = ChatToolCall(id: "1", name: "timer", arguments: "{}")
        var messages = request(turns: 10).messages
        messages.append(ChatMessage(.assistant, "", toolCalls: [call]))
        messages.append(ChatMessage(resultOf: call, "done"))
        let fitting = TokenBudget(ChatOptions(contextTokens: 512)).fitting(ChatRequest(messages: messages))
        #expect(fitting.messages.suffix(3).map(\.role) == [.user, .assistant, .tool])
    }

    @Test func tokensAreEstimatedForEveryScript() {
        #expect(TokenBudget.tokens(in: "") == 0)
        #expect((25...40).contains(TokenBudget.tokens(in: String(repeating: "word ", count: 22))))
        #expect(TokenBudget.tokens(in: "今日は良い天気") == 7)
    }

    @Test func aSmallerShareKeepsFewerMessages() {
        let budget = TokenBudget(ChatOptions(contextTokens: 4096))
        let all = request(turns: 20)
        #expect(budget.fitting(all, share: 0.3).messages.count < budget.fitting(all).messages.count)
    }

    /// A page returned by a tool can be longer than the whole context of many models.
    @Test func toolResultsAreTruncatedAsALastResort() {
        let call = ChatToolCall(id: "1", name: "read", arguments: "{}")
        let messages = [
            ChatMessage(.system, "Be brief."), ChatMessage(.user, "read both"),
            ChatMessage(.assistant, "", toolCalls: [call]),
            ChatMessage(resultOf: call, String(repeating: "long ", count: 3_000)),
            ChatMessage(resultOf: call, "short"),
        ]
        let budget = TokenBudget(ChatOptions(contextTokens: 2048))
        let fitting = budget.fitting(ChatRequest(messages: messages))
        let used = fitting.messages.reduce(0) { $0 + TokenBudget.tokens(of: $1) }
        #expect((1200...1550).contains(used), "\(used)")
        #expect(fitting.messages[3].text.hasSuffix("… [The rest is left out.]"))
        #expect(fitting.messages[4].text == "short" && fitting.messages.count == 5)
        var (request, count) = (fitting, 0)
        while budget.fitting(request, share: budget.halved(request)) != request, count < 100 {
            request = budget.fitting(request, share: budget.halved(request))
            count += 1
        }
        #expect((2...12).contains(count), "it gives way more than once, and comes to an end")
    }
}
