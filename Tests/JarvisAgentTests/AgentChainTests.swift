// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAgent
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct AgentChainTests {
    private let first = ScriptedAgent()
    private let second = ScriptedAgent()

    private func updates(_ chain: AgentChain, context: [Message] = []) async throws -> [AgentUpdate] {
        let request = AgentRequest(turn: TurnID(rawValue: 9), text: "hello", source: .typed, context: context)
        var updates: [AgentUpdate] = []
        for try await update in chain.respond(to: request) { updates.append(update) }
        return updates
    }

    @Test func aDeclinedRequestGoesToTheNextAgent() async throws {
        first.play([.update(.progress), .update(.notMine)])
        second.play([.update(.clause("Hello.")), .update(.finished(ReplySummary(skill: "second")))])
        let all = try await updates(AgentChain([first, second]))
        #expect(all == [.progress, .clause("Hello."), .finished(ReplySummary(skill: "second"))])
        #expect(first.requests.count == 1 && second.requests.count == 1)
    }

    @Test func theChainStopsAtTheFirstAnswer() async throws {
        first.play([.update(.clause("Hello.")), .update(.finished(ReplySummary(skill: "first")))])
        let all = try await updates(AgentChain([first, second]))
        #expect(all.last == .finished(ReplySummary(skill: "first")))
        #expect(second.requests.isEmpty)
    }

    @Test func aFailureStopsTheChain() async {
        first.play([.failure(.skillFailed(skill: "first", reason: "no"))])
        await #expect(throws: AgentFailure.skillFailed(skill: "first", reason: "no")) {
            _ = try await updates(AgentChain([first, second]))
        }
        #expect(second.requests.isEmpty)
    }

    @Test func aChainWhoseAgentsAllDeclineReportsNotMine() async throws {
        first.play([.update(.notMine)])
        second.play([.update(.notMine)])
        #expect(try await updates(AgentChain([first, second])) == [.notMine])
        #expect(try await updates(AgentChain([])) == [.notMine])
    }

    @Test func eachAgentGetsAsMuchContextAsItsBudgetAllows() async throws {
        first.play([.update(.notMine)], budget: ContextBudget(turns: 1, characters: 100))
        second.play([.update(.notMine)], budget: ContextBudget(turns: 5, characters: 100))
        let chain = AgentChain([first, second])
        #expect(chain.contextBudget == ContextBudget(turns: 5, characters: 100))
        let messages = (1...4).flatMap { turn in
            [MessageKind.user, .assistant].map { kind in
                Message(
                    id: MessageID(rawValue: "\(turn)\(kind)"), createdAt: Timestamp(secondsSinceEpoch: Int64(turn)),
                    draft: MessageDraft(turn: TurnID(rawValue: UInt64(turn)), kind: kind, text: "12345", source: .typed)
                )
            }
        }
        _ = try await updates(chain, context: messages)
        #expect(first.requests.first?.context.map(\.turn.rawValue) == [4, 4])
        #expect(second.requests.first?.context.count == 8)
    }

    @Test func cancellingTheIterationCancelsTheRunningAgent() async {
        first.play([.update(.progress), .forever])
        let chain = AgentChain([first, second])
        let request = AgentRequest(turn: TurnID(rawValue: 9), text: "hello", source: .typed)
        let listener = Task { for try await _ in chain.respond(to: request) {} }
        await yieldUntil { first.requests.count == 1 }
        listener.cancel()
        await yieldUntil { first.wasCancelled }
        #expect(second.requests.isEmpty)
    }
}
