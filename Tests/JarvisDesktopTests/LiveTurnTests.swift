// SPDX-License-Identifier: GPL-3.0-or-later
// What the history shows of a turn before it is saved.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop

struct LiveTurnTests {
    private let clock = FakeWallClock()

    private func state(_ change: (inout AssistantState) -> Void) -> AssistantState {
        var state = AssistantState(turn: TurnID(rawValue: 5))
        change(&state)
        return state
    }

    private func texts(_ live: LiveTurn) -> [String] { live.messages.map { "\($0.kind.rawValue) \($0.text)" } }

    private func kept(_ kind: MessageKind, _ text: String, turn: UInt64 = 5, id: String = "01A") -> Message {
        Message(
            id: MessageID(rawValue: id), createdAt: clock.now(),
            draft: MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .voice))
    }

    @Test func liveMessagesFollowRecognitionAndSpeech() {
        var live = LiveTurn()
        live.take(state { $0.turn.utterance.partialTranscript = "what time" }, now: clock.now())
        #expect(texts(live) == ["user what time"])
        let first = live.messages[0].createdAt
        clock.advance(by: .seconds(9))
        live.take(
            state {
                $0.turn.question = Question(text: "what time is it", source: .voice)
                $0.turn.reply.clauses = ["It is noon,", "on Monday."]
                $0.turn.reply.heard = HeardPosition(clause: 0, characters: 5)
            }, now: clock.now())
        #expect(texts(live) == ["user what time is it", "assistant It is"])
        #expect(live.messages[0].createdAt == first, "a line is as old as its first word")
    }

    @Test func unspokenRepliesAppearInFull() {
        var live = LiveTurn()
        live.take(
            state {
                $0.policy.speaksReplies = false
                $0.turn.reply.clauses = ["It is noon,", "on Monday."]
            }, now: clock.now())
        #expect(texts(live) == ["assistant It is noon, on Monday."])
    }

    @Test func finishedTurnsStayUntilSaved() {
        var live = LiveTurn()
        live.take(
            state {
                $0.turn.question = Question(text: "what time is it", source: .voice)
                $0.policy.speaksReplies = false
                $0.turn.reply.clauses = ["It is noon."]
            }, now: clock.now())
        live.take(state { $0.turn = Turn(id: TurnID(rawValue: 6)) }, now: clock.now())
        #expect(texts(live) == ["user what time is it", "assistant It is noon."])
        live.keep([kept(.user, "what time is it")])
        #expect(texts(live) == ["assistant It is noon."] && live.isSettling)
        live.keep([kept(.assistant, "It is noon.")])
        #expect(texts(live) == [] && !live.isSettling)
    }

    @Test func resumedRepliesStayOneMessage() {
        var live = LiveTurn()
        var state = state { $0.turn.question = Question(text: "what time is it", source: .voice) }
        state.phase = .thinking
        func take(_ events: [AssistantEvent]) {
            for event in events { _ = AssistantReducer.reduce(&state, event) }
            live.take(state, now: clock.now())
        }
        let asked = state.turn.id
        take([
            .replyClause(asked, "It is noon."), .replyFinished(asked, ReplySummary(skill: nil)),
            .playbackStarted(asked), .heard(asked, HeardPosition(clause: 0, characters: 5)),
        ])
        take([.interruptionConfirmed(asked)])
        #expect(state.turn.id != asked && texts(live) == ["user what time is it", "assistant It is"])
        #expect(!live.isSettling)
        take([.transcribed(state.turn.id, nil), .playbackStarted(state.turn.id)])
        #expect(texts(live) == ["user what time is it", "assistant It is"])
        take([.playbackFinished(state.turn.id)])
        live.keep([kept(.assistant, "It is noon.")])
        #expect(texts(live) == ["user what time is it"], "it is kept under the turn of its question")
    }

    @Test func droppedWordsDisappearWithTheirTurn() {
        var live = LiveTurn()
        live.take(state { $0.turn.utterance.partialTranscript = "hmm" }, now: clock.now())
        live.take(state { $0.turn = Turn(id: TurnID(rawValue: 6)) }, now: clock.now())
        #expect(texts(live) == [])
    }

    @Test func repeatedQuestionsAreNotShownAgain() {
        var live = LiveTurn()
        live.take(
            state {
                $0.turn.question = Question(
                    text: "what time is it", source: .voice, isRepeated: true, regenerates: MessageID(rawValue: "01A"))
                $0.policy.speaksReplies = false
                $0.turn.reply.clauses = ["Noon."]
            }, now: clock.now())
        #expect(texts(live) == ["assistant Noon."])
        #expect(live.messages[0].regenerates == MessageID(rawValue: "01A"))
    }

    @Test func announcementsAreNotShown() {
        var live = LiveTurn()
        live.take(
            state {
                $0.turn.speech.content = .announcement(rings: true)
                $0.policy.speaksReplies = false
                $0.turn.reply.clauses = ["Tea is ready."]
            }, now: clock.now())
        #expect(texts(live) == [])
    }

    @Test func unsavedMessagesStayVisible() {
        var live = LiveTurn()
        live.take(state { $0.turn.question = Question(text: "what time is it", source: .voice) }, now: clock.now())
        live.take(
            state {
                $0.turn = Turn(id: TurnID(rawValue: 6))
                $0.recent = [kept(.user, "what time is it", id: "unsaved-5-user")]
            }, now: clock.now())
        live.giveUp()
        #expect(texts(live) == ["user what time is it"])
        #expect(!live.messages[0].isKept)
    }

    @Test func onlyASwipeToTheRightClosesAPane() {
        #expect(PaneSwipe.closes(800, 20))
        #expect(!PaneSwipe.closes(-800, 20) && !PaneSwipe.closes(100, 0))
        #expect(!PaneSwipe.closes(800, 700) && !PaneSwipe.closes(0, 800))
    }

    @Test func messagesDeletedDuringTheirTurnStayHidden() {
        var live = LiveTurn()
        let speaking = state {
            $0.turn.speech.content = .reply
            $0.turn.question = Question(text: "what time is it", source: .voice)
        }
        live.take(speaking, now: clock.now())
        #expect(texts(live) == ["user what time is it"])
        live.drop([kept(.user, "what time is it")])
        #expect(texts(live).isEmpty)
        live.take(speaking, now: clock.now())
        #expect(texts(live).isEmpty)
        var next = speaking
        next.turn = Turn(id: TurnID(rawValue: 6))
        next.turn.question = speaking.turn.question
        live.take(next, now: clock.now())
        #expect(texts(live) == ["user what time is it"])
    }
}
