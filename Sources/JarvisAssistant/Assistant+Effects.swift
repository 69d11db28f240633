// SPDX-License-Identifier: GPL-3.0-or-later
// Executes effects on the ports.

import JarvisConversation
import JarvisCore

extension Assistant {
    func execute(_ effect: AssistantEffect) {
        switch effect {
        case .listen(let mode, let turn, let task):
            listening.listen(mode, turn: turn, task: task, device: ports.settings.current.inputDevice)
        case .finishUtterance(let turn): listening.finish(turn: turn)
        case .discardUtterance(let turn): listening.discard(turn: turn)
        case .keepUtterance(let turn): listening.keep(turn: turn)
        case .recognizeAgain(let turn, let task): listening.recognizeAgain(turn: turn, task: task)
        case .forgetUtterance: listening.forgetKept()
        case .closeMicrophone: listening.close()
        case .setMicrophoneMuted(let isMuted): ports.microphone.setMuted(isMuted)
        case .ask(let draft, let turn): ask(draft, turn: turn)
        case .rehearse(let draft, let aloud, let turn): rehearse(draft, aloud: aloud, turn: turn)
        case .cancelRehearsal(let turn):
            cancelRehearsal(in: turn)
        case .cancelAsk(let turn):
            if asking?.turn == turn { asking?.cancel() }
            cancelRehearsal(in: turn)
        case .settleAsk(let turn):
            if asking?.turn == turn { asking?.request.settlement.settle() }
        case .dropQuestion: ports.agent.dropQuestion()
        case .askConsent(let question, let id, let turn):
            speaking.ask(question, turn: turn, end: .consentQuestionHeard(turn, id))
        case .answerConsent(let turn, let id, let answer):
            ports.log.record("consentAnswered", ["answer": .text(answer.rawValue), "id": .text(id.rawValue)])
            if asking?.turn == turn { asking?.request.consents.answer(id, answer) }
        case .ring(let turn): speaking.ring(turn: turn)
        case .speak(let text, let clause, let turn):
            timing.mark(.firstClause, turn: turn)
            speaking.speak(text, clause: clause, turn: turn)
        case .finishSpeaking(let turn): speaking.finish(turn: turn)
        case .stopSpeaking: speaking.stop()
        case .setSpeechGain(let turn, let gain): speaking.setGain(gain, turn: turn)
        case .sayFiller(let filler, let turn):
            speaking.sayFiller(filler, turn: turn)
            ports.log.record(
                "filler", ["number": .integer(Int64(filler.number)), "turn": .integer(Int64(turn.rawValue))])
        case .ringDuringWork(let texts, let turn): speaking.ringDuringWork(texts, turn: turn)
        case .startRinging(let signal, let turn, let isDuringWork): startRinging(signal, turn, isDuringWork)
        case .requestOfCall(let request): onCallRequest?(request)
        case .settleReminders(let ids, let outcome): settleReminders(ids, outcome)
        case .save(let draft):
            if draft.kind == .user, draft.source == .voice {
                listening.confirm(turn: draft.turn)
                logWithheldTranscript(of: draft.turn)
            }
            save(draft)
        case .startTimer(let timer, let delay): start(timer, delay)
        case .startBannerTimer(let id, let message):
            start(.banner(id), Banner.lifetime(of: ports.bannerText(message)))
        case .cancelTimer(let kind): timers.cancel(kind)
        case .feedback(let feedback):
            ports.log.record("feedback", ["kind": .text(feedback.rawValue)])
            for player in ports.feedback { player.give(feedback) }
        }
    }

    private func start(_ timer: AssistantTimer, _ delay: Duration) {
        // While the computer sleeps, engines stand still as well, and are not stuck.
        timers.start(timer.kind, delay, despiteStandstill: timer.kind == .watchdog) { [weak self] in
            self?.send(.timerEnded(timer))
        }
    }

    private func startRinging(_ signal: RingSignal, _ turn: TurnID, _ isDuringWork: Bool) {
        ports.log.record(
            "ringing",
            [
                "sound": .text(signal.sound.rawValue), "count": .integer(Int64(signal.ids.count)),
                "step": .integer(Int64(signal.step)), "ids": .text(signal.ids.joined(separator: " ")),
            ])
        speaking.ring(signal, turn: turn, isDuringWork: isDuringWork)
        reminders?.sounds(signal.ids)
    }

    private func settleReminders(_ ids: [String], _ outcome: RingOutcome) {
        let name: (String, Int64) =
            switch outcome {
            case .stopped: ("stopped", 0)
            case .snoozed(let delay): ("snoozed", delay.components.seconds)
            case .unanswered: ("unanswered", 0)
            }
        ports.log.record(
            "ringSettled",
            ["ids": .text(ids.joined(separator: " ")), "outcome": .text(name.0), "seconds": .integer(name.1)])
        reminders?.settle(ids, outcome)
        onRingSettled?(ids, outcome)
    }

    private func save(_ draft: MessageDraft) {
        let earlier = saves
        let history = ports.history
        let wallClock = ports.wallClock
        saves = Task { [weak self] in
            await earlier?.value
            do {
                let message = try await history.append(draft)
                self?.send(.messageSaved(message))
            } catch {
                let failure =
                    error as? StoreFailure ?? .inputOutput(path: String(describing: error), errno: 0)
                self?.send(.saveFailed(Message(unsaved: draft, createdAt: wallClock.now()), failure))
            }
        }
    }
}
