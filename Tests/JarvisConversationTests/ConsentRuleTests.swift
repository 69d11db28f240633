// SPDX-License-Identifier: GPL-3.0-or-later
// How consent questions are asked and answered. A misheard word must never run a tool.

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

struct ConsentRuleTests {
    private static let answers: [(String, ConsentAnswer)] = [
        ("yes", .granted), ("Yes, please.", .granted), ("Yeah", .granted), ("Just once.", .granted),
        ("Jarvis, go ahead!", .granted), ("yes, you may", .granted), ("Always", .always), ("Yes, always.", .always),
        ("no", .denied), ("No, thank you.", .denied), ("never", .denied), ("Don't do it", .denied),
        ("no, I don't want that at all", .denied), ("not now", .denied),
    ]
    private static let others = [
        "", "maybe", "yes but not that file", "I said yes to her", "yes and then delete everything", "yesterday",
        "is it always like that", "what does that mean", "sure is warm today", "always on my mind", "oh", "please",
        "yes yes yes yes yes of course", "they said go ahead", "once upon a time", "allow me to explain",
    ]

    private func consent(_ always: ConsentRequest.Always = .byHandOrVoice, id: ConsentID = "1") -> ConsentRequest {
        ConsentRequest(id: id, question: "May I use drop table, of files?", always: always)
    }

    /// A question spoken to its end, whose answer is awaited.
    private func listening(_ request: ConsentRequest, _ mode: DetectionMode = .auto) -> AssistantState {
        var state = Situation.thinking.state(mode)
        _ = AssistantReducer.reduce(&state, .consentRequested(state.turn.id, request))
        _ = AssistantReducer.reduce(&state, .consentQuestionHeard(state.turn.id, request.id))
        return state
    }

    private func hear(_ text: String?, _ state: inout AssistantState, confidence: Double = 0.9) -> [AssistantEffect] {
        let turn = state.turn.id
        let heard = text.map { Transcript(text: $0, confidence: confidence, engine: "test", search: .dictation) }
        return [.speechStarted(turn), .speechEnded(turn, .pause), .transcribed(turn, heard), .utteranceSettled(turn)]
            .flatMap { AssistantReducer.reduce(&state, $0) }
    }

    private func given(_ effects: [AssistantEffect]) -> [ConsentAnswer] {
        effects.compactMap { if case .answerConsent(_, _, let answer) = $0 { answer } else { nil } }
    }

    @Test func theQuestionIsSpokenBeforeItsAnswerIsListenedFor() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        let asked = AssistantReducer.reduce(&state, .consentRequested(turn, consent()))
        #expect(asked.contains(.askConsent("May I use drop table, of files?", "1", turn)))
        #expect(asked.contains(.startTimer(.consent(turn, "1", round: 1), ConsentRequest.answerLifetime)))
        #expect(state.turn.reply.consentDialogue?.stage == .spoken)
        let heard = AssistantReducer.reduce(&state, .consentQuestionHeard(turn, "1"))
        #expect(heard.contains(.listen(.untilSpeechEnds, turn, task: .answer)))
        #expect(heard.contains(.startTimer(.consent(turn, "1", round: 2), ConsentRequest.answerLifetime)))
        let answered = hear("yes", &state)
        #expect(given(answered) == [.granted] && state.turn.reply.consents.isEmpty)
        #expect(answered.contains(.listen(.stopPhrases, turn, task: .stopPhrase)), "stop works again")
        #expect(state.phase == .thinking && state.turn.reply.consentDialogue == nil)
    }

    @Test(arguments: answers) func wholeAnswerPhrasesAreRecognized(text: String, answer: ConsentAnswer) {
        var state = listening(consent())
        #expect(ConsentPhrases.answer(text) == answer)
        #expect(given(hear(text, &state)) == [answer])
    }

    @Test(arguments: [("no", true), ("don't do it", true), ("no lights in the kitchen", false), ("not now", true)])
    func onlyAWholeTypedPhraseRefuses(text: String, isAnswer: Bool) {
        var state = listening(consent())
        let effects = AssistantReducer.reduce(&state, .textSubmitted(text, .typed))
        #expect(given(effects) == (isAnswer ? [.denied] : []))
        let isAsked = effects.contains { if case .ask = $0 { true } else { false } }
        #expect(isAsked != isAnswer)
    }

    @Test(arguments: others) func otherSentencesNeverGrantConsent(text: String) {
        #expect(ConsentPhrases.answer(text) != .granted && ConsentPhrases.answer(text) != .always)
        var state = listening(consent())
        #expect(!given(hear(text, &state)).contains { $0 == .granted || $0 == .always })
    }

    /// A soundalike that agreed itself would keep the phrase from ever being certain.
    @Test func soundalikesOfAgreementsGrantNothing() throws {
        let table = try #require(ConsentPhrases.byLanguage["en"])
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        for phrase in table.granting + table.always {
            for rival in ConsentPhrases.rivals(of: words(phrase)) {
                let answer = ConsentPhrases.answer(rival.joined(separator: " "))
                #expect(answer != .granted && answer != .always, "\(rival)")
            }
        }
        #expect(ConsentPhrases.rivals(of: ["yes"]).contains(["guess"]))
        #expect(ConsentPhrases.rivals(of: ["yes", "please"]).contains(["guess", "please"]))
        #expect(ConsentPhrases.rivals(of: ["no"]).isEmpty && ConsentPhrases.rivals(of: ["yesterday"]).isEmpty)
    }

    @Test func anUnclearAnswerIsAskedAgainOnceThenRefused() {
        var state = listening(consent())
        let turn = state.turn.id
        let again = hear("what do you mean", &state)
        #expect(given(again).isEmpty && state.turn.reply.consentDialogue?.isRepeated == true)
        #expect(again.contains(.askConsent("Please say yes or no. May I use drop table, of files?", "1", turn)))
        _ = AssistantReducer.reduce(&state, .consentQuestionHeard(turn, "1"))
        #expect(given(hear("well I never know", &state)) == [.denied])
    }

    @Test func noiseIsNotTreatedAsAnAnswer() {
        var state = listening(consent())
        let effects = hear(nil, &state)
        #expect(given(effects).isEmpty && effects.contains(.listen(.untilSpeechEnds, state.turn.id, task: .answer)))
        #expect(state.turn.reply.consentDialogue?.isRepeated == false)
    }

    @Test func aYesFollowedByMoreSpeechIsNotConsent() {
        var state = listening(consent())
        let turn = state.turn.id
        for event in [AssistantEvent.transcribed(turn, transcript("yes")), .utteranceContinued(turn)] {
            #expect(given(AssistantReducer.reduce(&state, event)).isEmpty)
        }
        #expect(!given(hear("yes but not that one", &state)).contains(.granted))
    }

    @Test func aYesWithLowConfidenceIsNotConsent() {
        var state = listening(consent())
        #expect(given(hear("yes", &state, confidence: 0.3)).isEmpty)
        #expect(state.turn.reply.consentDialogue?.isRepeated == true)
    }

    @Test(arguments: [("yes", 0.25, ConsentAnswer.granted), ("yes", 0.1, .denied), ("always", 0.4, .denied)])
    func aRepeatedYesNeedsLessConfidence(first: String, confidence: Double, answer: ConsentAnswer) {
        var state = listening(consent())
        #expect(given(hear(first, &state, confidence: confidence)).isEmpty)
        _ = AssistantReducer.reduce(&state, .consentQuestionHeard(state.turn.id, "1"))
        #expect(given(hear("yes", &state, confidence: 0.25)) == [answer])
    }

    @Test func destructiveToolsCannotBeAlwaysAllowedByVoice() {
        var state = listening(consent(.byHand))
        #expect(given(hear("always", &state)).isEmpty)
        let turn = state.turn.id
        let effects = AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .always))
        #expect(given(effects) == [.always], "a hand may")
    }

    @Test func silenceRefuses() {
        var state = listening(consent())
        let turn = state.turn.id
        #expect(
            given(AssistantReducer.reduce(&state, .timerEnded(.consent(turn, "1", round: 1)))).isEmpty, "an old clock")
        #expect(given(AssistantReducer.reduce(&state, .timerEnded(.consent(turn, "1", round: 2)))) == [.unanswered])
        #expect(state.phase == .thinking, "the agent tells of it")
    }

    @Test func tappingTheMicrophoneRefuses() {
        var state = listening(consent())
        #expect(given(AssistantReducer.reduce(&state, .microphoneTapped)) == [.denied] && state.phase == .thinking)
    }

    @Test func interruptingTheQuestionRefuses() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        for id in ["1", "2"] {
            _ = AssistantReducer.reduce(&state, .consentRequested(turn, consent(id: ConsentID(rawValue: id))))
        }
        #expect(given(AssistantReducer.reduce(&state, .interruptionConfirmed(turn))) == [.denied, .denied])
        #expect(state.phase == .recording)
    }

    @Test(arguments: [
        AssistantEvent.textSubmitted("what day is it", .typed), .cancelRequested, .attended(false), .stopped,
    ])
    func otherActionsCancelTheRequest(event: AssistantEvent) {
        var state = listening(consent())
        let turn = state.turn.id
        let effects = AssistantReducer.reduce(&state, event)
        #expect(given(effects).isEmpty && effects.contains(.cancelAsk(turn)))
        #expect(given(AssistantReducer.reduce(&state, .consentAnswered(turn, "1", .granted))).isEmpty)
    }

    @Test func aTypedYesGrantsConsent() {
        var state = listening(consent())
        #expect(given(AssistantReducer.reduce(&state, .textSubmitted("Yes", .typed))) == [.granted])
        #expect(state.phase == .thinking)
    }

    @Test func stopEndsTheWholeTurn() {
        var state = listening(consent())
        let turn = state.turn.id
        let effects = AssistantReducer.reduce(&state, .transcribed(turn, transcript("stop")))
        #expect(effects.contains(.cancelAsk(turn)) && state.phase.isListening)
    }

    @Test func consentQuestionsAreAskedOneAtATime() {
        var state = listening(consent())
        let turn = state.turn.id
        _ = AssistantReducer.reduce(&state, .consentRequested(turn, consent(id: "2")))
        #expect(state.turn.reply.consentDialogue?.id == "1")
        let effects = hear("yes", &state)
        #expect(effects.contains { if case .askConsent(_, "2", _) = $0 { true } else { false } })
        #expect(state.turn.reply.consentDialogue?.id == "2")
    }

    @Test func aQuestionWaitsForTheReplyBeforeItToBeHeard() {
        var state = Situation.speaking.state(.auto)
        let turn = state.turn.id
        #expect(AssistantReducer.reduce(&state, .consentRequested(turn, consent())).isEmpty)
        #expect(state.turn.reply.consentDialogue == nil)
        let effects = AssistantReducer.reduce(&state, .heard(turn, HeardPosition(clause: 1, characters: 0)))
        #expect(effects.contains { if case .askConsent = $0 { true } else { false } })
    }

    @Test func withSpeechOffTheAnswerIsListenedForAtOnce() {
        var state = Situation.thinking.state(.auto)
        state.policy.speaksReplies = false
        let effects = AssistantReducer.reduce(&state, .consentRequested(state.turn.id, consent()))
        #expect(effects.contains(.listen(.untilSpeechEnds, state.turn.id, task: .answer)))
        #expect(!effects.contains { if case .askConsent = $0 { true } else { false } })
    }

    @Test func inPushToTalkTheMicrophoneStaysClosed() {
        let state = listening(consent(), .pushToTalk)
        #expect(!state.microphone.isOpen && state.turn.reply.consentDialogue?.stage == .listening)
    }

    /// Every event of the tables, while the question is spoken and while its answer is awaited.
    @Test(arguments: [DetectionMode.auto, .pushToTalk]) func noOtherEventGrantsConsent(mode: DetectionMode) {
        let rows = (TransitionTableTests.rows + RingingTests.rows).filter { $0.name != "consent is given" }
        for row in rows {
            for isHeard in [false, true] {
                var state = listening(consent(), mode)
                if !isHeard {
                    state = Situation.thinking.state(mode)
                    _ = AssistantReducer.reduce(&state, .consentRequested(state.turn.id, consent()))
                }
                let before = state.turn.id
                let effects = AssistantReducer.reduce(&state, row.input.at(state.turn.id))
                #expect(given(effects).allSatisfy { $0 == .denied || $0 == .unanswered }, "after \(row.name)")
                let isOpen = state.turn.id == before && !state.turn.reply.consents.isEmpty
                #expect(isOpen == (state.turn.reply.consentDialogue != nil), "after \(row.name)")
                // Whatever ends the question without an answer ends the agent's work.
                let isOver = given(effects).isEmpty && !isOpen
                let isEnded = effects.contains { if case .cancelAsk = $0 { true } else { false } }
                let isFinished = ["reply without text", "reply fails", "not meant for JARVIS", "playback ends"]
                    .contains(row.name)
                #expect(!isOver || isEnded || isFinished, "after \(row.name)")
            }
        }
    }

    /// Random mixtures of answer words and other words.
    @Test func onlyWholeAgreementsRunATool() {
        var generator = SeededGenerator(seed: 4711)
        let table = ConsentPhrases.byLanguage["en"]
        let agreements = Set((table?.granting ?? []) + (table?.always ?? []))
        let words =
            [
                "yes", "no", "always", "once", "go", "ahead", "do", "it", "allow", "sure", "you", "may", "just",
                "never", "not",
            ]
            + [
                "the", "file", "delete", "then", "but", "yesterday", "timer", "and", "please", "jarvis", "table",
                "what",
            ]
        let courtesies: Set = ["please", "jarvis", "you"]
        for _ in 0..<500 {
            let said = (0..<Int.random(in: 1...5, using: &generator)).compactMap { _ in
                words.randomElement(using: &generator)
            }
            var state = listening(consent())
            let ran = given(hear(said.joined(separator: " "), &state)).contains { $0 == .granted || $0 == .always }
            guard ran else { continue }
            var core = said[...]
            while let first = core.first, courtesies.contains(first) { core.removeFirst() }
            while let last = core.last, courtesies.contains(last), !agreements.contains(core.joined(separator: " ")) {
                core.removeLast()
            }
            #expect(
                agreements.contains(core.joined(separator: " ")) || agreements.contains(said.joined(separator: " ")),
                "\(said)")
        }
    }

    @Test func toolCallsAreSavedOnceWhenTheyEnd() {
        var state = Situation.thinking.state(.auto)
        let turn = state.turn.id
        func saved(_ effects: [AssistantEffect]) -> [ToolAction] {
            effects.compactMap { if case .save(let draft) = $0 { draft.action } else { nil } }
        }
        var call = ToolCall(id: "1", title: "Read", action: ToolAction(server: "files", tool: "read"))
        #expect(saved(AssistantReducer.reduce(&state, .toolChanged(turn, call))).isEmpty)
        call.action?.ground = .kept
        #expect(saved(AssistantReducer.reduce(&state, .toolChanged(turn, call))).isEmpty)
        var cutOff = state
        #expect(
            saved(AssistantReducer.reduce(&cutOff, .cancelRequested)).first?.failure?.contains("Cancelled.") == true)
        call.status = .succeeded
        call.action?.resultBytes = 12
        #expect(saved(AssistantReducer.reduce(&state, .toolChanged(turn, call))) == [call.action])
        #expect(saved(AssistantReducer.reduce(&state, .toolChanged(turn, call))).isEmpty, "once")
    }
}
