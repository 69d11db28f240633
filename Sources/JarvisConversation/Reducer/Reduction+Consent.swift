// SPDX-License-Identifier: GPL-3.0-or-later
// Asking for consent: JARVIS says the question, then the microphone listens for its answer only. Only a whole utterance
// can agree. Anything else refuses: another request, a press, speech during the question, silence.

import JarvisCore

extension Reduction {
    mutating func consentRequested(_ request: ConsentRequest) {
        guard state.turn.reply.take(request) else { return }
        // A person may take time to think; the question has its own timer for that.
        if state.phase == .thinking { emit(.cancelTimer(.watchdog)) }
        ringDuringWork()
        askForConsent()
    }

    /// Asks the oldest waiting question, once the agent's earlier words have been heard.
    mutating func askForConsent() {
        guard state.turn.reply.consentDialogue == nil, let request = state.turn.reply.consents.first,
            state.phase == .thinking || state.phase == .speaking, state.turn.utterance.openEnd == nil,
            state.turn.reply.awaitsAgent || !isHeardByUser
        else { return }
        state.turn.reply.consentDialogue = ConsentDialogue(id: request.id)
        say(request)
    }

    /// True if clauses are playing or will be.
    private var isHeardByUser: Bool { state.turn.reply.isSpoken && state.turn.speech.output != .failed }

    /// Speaks the question, or just waits for its answer if speech is off or has failed.
    private mutating func say(_ request: ConsentRequest) {
        guard var dialogue = state.turn.reply.consentDialogue else { return }
        startConsentTimer(dialogue.id, round: dialogue.round)
        let isSpoken =
            state.policy.speaksReplies && state.turn.speech.output != .failed && !state.turn.speech.ringsDuringWork
        guard isSpoken else { return listenForConsent() }
        dialogue.stage = .spoken
        state.turn.reply.consentDialogue = dialogue
        // Like a filler, it is not part of the reply, and the next clause replaces it.
        state.turn.speech.fillers += 1
        let opening = dialogue.isRepeated ? ConsentPhrases.byLanguage["en"].map { $0.repetition + " " } ?? "" : ""
        emit(.askConsent(opening + request.question, dialogue.id, state.turn.id))
    }

    /// The question has played to its end: the time for the answer starts.
    mutating func consentQuestionHeard(_ id: ConsentID) {
        guard let dialogue = state.turn.reply.consentDialogue, dialogue.id == id, dialogue.stage == .spoken else {
            return
        }
        state.turn.reply.consentDialogue?.round += 1
        state.turn.speech.fillers = 0
        startConsentTimer(id, round: dialogue.round + 1)
        listenForConsent()
    }

    /// With a screen reader there is no time limit: reading the card aloud takes longer than reading it.
    private mutating func startConsentTimer(_ id: ConsentID, round: Int) {
        guard !state.hasScreenReader else { return }
        emit(.startTimer(.consent(state.turn.id, id, round: round), ConsentRequest.answerLifetime))
    }

    private mutating func listenForConsent() {
        state.turn.reply.consentDialogue?.stage = .listening
        state.turn.reply.consentDialogue?.heard = nil
        state.turn.reply.consentDialogue?.isSettled = false
        guard state.policy.detectionMode.isAutomatic, state.microphone.failure == nil, state.microphone.loan == nil
        else { return }
        openMicrophone()
        emit(.listen(.untilSpeechEnds, state.turn.id, task: .answer))
    }

    // MARK: Answers

    /// True while speech can only be the answer to a consent question.
    var listensForConsent: Bool { state.turn.reply.consentDialogue?.stage == .listening }

    /// Handles words spoken while an answer was expected.
    mutating func consentHeard(_ transcript: Transcript?) {
        let text = transcript?.text.trimmed ?? ""
        let hasWords = text.contains { $0.isLetter || $0.isNumber }
        let heard: ConsentDialogue.Heard =
            hasWords ? .words(text, confidence: transcript?.confidence ?? 0) : .nothing
        state.turn.reply.consentDialogue?.heard = heard
        judgeConsent()
    }

    /// The speaker continues: the words so far are void.
    mutating func consentContinued() {
        state.turn.reply.consentDialogue?.heard = nil
        state.turn.reply.consentDialogue?.isSettled = false
    }

    mutating func consentSettled() {
        state.turn.reply.consentDialogue?.isSettled = true
        judgeConsent()
    }

    /// A refusal counts at once; anything else only once the speaker has certainly finished.
    private mutating func judgeConsent() {
        guard let dialogue = state.turn.reply.consentDialogue, let heard = dialogue.heard else { return }
        guard case .words(let text, let confidence) = heard else {
            if dialogue.isSettled { listenForConsent() }
            return
        }
        let answer = ConsentPhrases.answer(text)
        if answer == .denied { return answerConsent(state.turn.id, dialogue.id, .denied) }
        guard dialogue.isSettled else { return }
        if let answer, mayBeSaid(answer),
            state.turn.reply.consentDialogue?.isSure(of: answer, confidence: confidence) == true
        {
            return answerConsent(state.turn.id, dialogue.id, answer)
        }
        consentMisunderstood()
    }

    private func mayBeSaid(_ answer: ConsentAnswer) -> Bool {
        answer != .always || state.turn.reply.consents.first?.always == .byHandOrVoice
    }

    /// The words were not an answer: the question is asked once more, and then refused.
    private mutating func consentMisunderstood() {
        guard let dialogue = state.turn.reply.consentDialogue else { return }
        guard !dialogue.isRepeated, let request = state.turn.reply.consents.first else {
            return answerConsent(state.turn.id, dialogue.id, .denied)
        }
        state.turn.reply.consentDialogue?.isRepeated = true
        state.turn.reply.consentDialogue?.round += 1
        listenForStopPhrases()
        say(request)
    }

    /// Text typed while a question waits is its answer, if it reads as one.
    /// - Returns: False if it is another request.
    mutating func answerConsent(byTyping text: String) -> Bool {
        guard let id = state.turn.reply.consentDialogue?.id, state.phase == .thinking || state.phase == .speaking,
            let answer = ConsentPhrases.answer(text, wasTyped: true), mayBeSaid(answer)
        else { return false }
        answerConsent(state.turn.id, id, answer)
        return true
    }

    mutating func consentExpired(_ id: ConsentID, round: Int) {
        guard let dialogue = state.turn.reply.consentDialogue, dialogue.id == id, dialogue.round == round,
            !state.hasScreenReader
        else { return }
        answerConsent(state.turn.id, id, .unanswered)
    }

    /// Refuses all requests that the agent waits for, because the next words don't concern them.
    mutating func refuseConsents() {
        guard !state.turn.reply.consents.isEmpty else { return }
        for request in state.turn.reply.consents { emit(.answerConsent(state.turn.askedIn, request.id, .denied)) }
        state.turn.reply.consents = []
        endConsentDialogue()
        agentIsAtWork()
    }

    /// Passes an answer to the agent. Ignores it if its turn is over and the question is closed.
    mutating func answerConsent(_ turn: TurnID, _ id: ConsentID, _ answer: ConsentAnswer) {
        // Agents may reuse an identity in another turn.
        guard turn == state.turn.id, let index = state.turn.reply.consents.firstIndex(where: { $0.id == id }) else {
            return
        }
        state.turn.reply.consents.remove(at: index)
        emit(.answerConsent(state.turn.askedIn, id, answer))
        if state.turn.reply.consentDialogue?.id == id { endConsentDialogue() }
        agentIsAtWork()
        askForConsent()
    }

    private mutating func endConsentDialogue() {
        guard let dialogue = state.turn.reply.consentDialogue else { return }
        state.turn.reply.consentDialogue = nil
        switch dialogue.stage {
        case .spoken: endFiller()
        case .listening: listenForStopPhrases()
        }
    }
}
