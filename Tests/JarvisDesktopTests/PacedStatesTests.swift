// SPDX-License-Identifier: GPL-3.0-or-later
// Limits how often a fast-growing reply is shown.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PacedStatesTests {
    private static let burst = 2000
    private let assistant: Assistant

    init() {
        let agent = FakeAgent()
        agent.setSilent(true)
        var settings = Settings()
        settings.speaksReplies = false
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: FakeMicrophone(), recognizer: FakeRecognizer(), synthesizer: FakeSynthesizer(),
                player: FakePlayer(), agent: agent, history: FakeConversationStore(),
                settings: FakeSettingsStore(settings), reminders: FakeReminderStore(), log: FakeEventLog(),
                wallClock: FakeWallClock(), clock: ManualClock(), reminderText: { $0.label }))
    }

    @Test func burstsOfClausesAreShownInFewUpdates() throws {
        var shown: [AssistantState] = []
        let paced = PacedStates(assistant) { shown.append($0) }
        let start = FramePacer.now
        assistant.send(.textSubmitted("tell me a story", .typed))
        let turn = assistant.state.turn.id
        for number in 0..<Self.burst { assistant.send(.replyClause(turn, "Part \(number).")) }
        assistant.send(.replyFinished(turn, ReplySummary(skill: nil)))
        let pictures = Int((FramePacer.now - start) * 1000) / DesignTokens.Frames.text
        #expect(paced.count == shown.count)
        // The first state, the question, the first clause and the end, and as many in between as there is time for.
        #expect((4...pictures + 6).contains(shown.count), "\(shown.count) in \(pictures)")
        #expect(
            shown.contains { $0.turn.id == turn && $0.turn.reply.clauses.count == Self.burst }, "nothing is missing")
        #expect(shown.last == assistant.state)
        paced.cancel()
        assistant.send(.textSubmitted("and another one", .typed))
        #expect(paced.count == shown.count && shown.last != assistant.state)
    }

    @Test func onlyAGrowingReplyIsDelayed() {
        var before = AssistantState(turn: TurnID(rawValue: 1), policy: ConversationPolicy(Settings()))
        before.turn.reply.clauses = ["One."]
        var more = before
        more.turn.reply.clauses.append("Two.")
        more.turn.reply.heard = HeardPosition(clause: 1, characters: 2)
        #expect(more.isMoreOfTheReply(than: before) && !before.isMoreOfTheReply(than: more))
        let changes: [(inout AssistantState) -> Void] = [
            { $0.phase = .speaking }, { $0.turn = Turn(id: TurnID(rawValue: 2)) },
            { $0.turn.reply.summary = ReplySummary(skill: nil) },
            {
                $0.recent = []; $0.bannerCount = 1
            },
            { $0.turn.reply.consents = [ConsentRequest(id: "1", question: "May I?")] },
        ]
        for change in changes {
            var other = more
            change(&other)
            #expect(!other.isMoreOfTheReply(than: before))
        }
        before.turn.reply.clauses = []
        #expect(!more.isMoreOfTheReply(than: before), "the first words come at once")
    }
}
