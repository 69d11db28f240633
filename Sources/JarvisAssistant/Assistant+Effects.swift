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
            if rehearsal?.turn == turn { cancelRehearsal() }
        case .cancelAsk(let turn):
            if asking?.turn == turn { asking?.cancel() }
        case .settleAsk(let turn):
            if asking?.turn == turn { asking?.request.settlement.settle() }
        case .answerConsent(let turn, let id, let answer):
            if asking?.turn == turn { asking?.request.consents.answer(id, answer) }
        case .ring(let turn): speaking.ring(turn: turn)
        case .speak(let text, let clause, let turn):
            timing.mark(.firstClause, turn: turn)
            speaking.speak(text, clause: clause, turn: turn)
        case .finishSpeaking(let turn): speaking.finish(turn: turn)
        case .stopSpeaking: speaking.stop()
        case .setSpeechGain(let turn, let gain): speaking.setGain(gain, turn: turn)
        case .startFillerTimer(let turn, let delay):
            fillerTimer?.cancel()
            fillerTimer = after(delay) { $0.send(.fillerDue(turn)) }
        case .sayFiller(let filler, let turn):
            speaking.sayFiller(filler, turn: turn)
            ports.log.record(
                "filler", ["number": .integer(Int64(filler.number)), "turn": .integer(Int64(turn.rawValue))])
        case .ringDuringWork(let texts, let turn): speaking.ringDuringWork(texts, turn: turn)
        case .save(let draft): save(draft)
        case .startWatchdog(let turn, let phase, let delay):
            watchdog?.cancel()
            watchdog = after(delay, despiteStandstill: true) { $0.send(.watchdogExpired(turn, phase)) }
        case .cancelWatchdog:
            watchdog?.cancel()
        case .startBannerTimer(let id, let message):
            bannerTimer?.cancel()
            bannerTimer = after(Banner.lifetime(of: ports.bannerText(message))) { $0.send(.bannerExpired(id)) }
        case .startWakeTimer(let turn, let delay):
            wakeTimer?.cancel()
            wakeTimer = after(delay) { $0.send(.wakeWindowEnded(turn)) }
        case .feedback(let feedback):
            ports.log.record("feedback", ["kind": .text(feedback.rawValue)])
        }
    }

    /// - Parameter despiteStandstill: waits once more when the computer slept or the process was stopped meanwhile: the
    ///   engines stood still, too, and have not had their time.
    private func after(
        _ delay: Duration, despiteStandstill: Bool = false, _ action: @escaping @MainActor (Assistant) -> Void
    ) -> Task<Void, Never> {
        let clock = ports.clock
        return Task { [weak self] in
            guard let slept = try? await clock.measure({ try await clock.sleep(for: delay) }) else { return }
            if despiteStandstill, slept > delay + .seconds(1) {
                guard (try? await clock.sleep(for: delay)) != nil else { return }
            }
            guard let self, !Task.isCancelled else { return }
            action(self)
        }
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
