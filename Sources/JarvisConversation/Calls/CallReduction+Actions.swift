// SPDX-License-Identifier: GPL-3.0-or-later
// Actions that users and programs request. Repeating a request has no further effect, and each is answered: at once, or
// when its outcome is known.

import JarvisCore

extension CallReduction {
    mutating func request(_ asked: WaitingAction) {
        switch asked.action {
        case .start: start(asked)
        case .accept: accept(asked)
        case .reject: refuse(asked, .rejected, .stopped)
        case .snooze(let delay): refuse(asked, .snoozed, .snoozed(delay))
        case .hold: hold(asked)
        case .resume: resume(asked)
        case .end: end(asked)
        }
    }

    private mutating func answer(_ asked: WaitingAction, _ answer: CallAnswer) {
        emit(.answer(asked.token, answer))
    }

    /// Answers once the transition in progress is complete.
    private mutating func wait(_ asked: WaitingAction) {
        state.call?.waiting.append(asked)
    }

    private mutating func start(_ asked: WaitingAction) {
        switch state.open?.status {
        case .ringing: return answer(asked, .refused(.ringing))
        case .offering, .connecting: return wait(asked)
        case .active, .held: return answer(asked, .already)
        case .ended, nil: break
        }
        if let interruption { return answer(asked, .refused(.interrupted(interruption))) }
        begin(.offering)
        wait(asked)
        if let id = state.call?.id { emit(.claimAudio(id)) }
    }

    private mutating func accept(_ asked: WaitingAction) {
        guard let call = state.open else { return answer(asked, .refused(.noCall)) }
        switch call.status {
        case .ringing:
            if let interruption { return answer(asked, .refused(.interrupted(interruption))) }
            state.call?.status = .connecting
            wait(asked)
            emit(.claimAudio(call.id))
        case .connecting: wait(asked)
        case .active, .held: answer(asked, call.isIncoming ? .already : .refused(.notRinging))
        case .offering, .ended: answer(asked, .refused(.notRinging))
        }
    }

    /// Rejects or snoozes the ringing call.
    private mutating func refuse(_ asked: WaitingAction, _ ending: CallEnding, _ ring: RingAnswer) {
        guard let call = state.call else { return answer(asked, .refused(.noCall)) }
        switch call.status {
        case .ringing:
            emit(.answerReminders(call.reasons.map(\.id), ring))
            end(ending)
            answer(asked, .done)
        case .ended(ending): answer(asked, .already)
        case .ended: answer(asked, .refused(.noCall))
        case .offering, .connecting, .active, .held: answer(asked, .refused(.notRinging))
        }
    }

    private mutating func hold(_ asked: WaitingAction) {
        guard let call = state.open else { return answer(asked, .refused(.noCall)) }
        switch call.status {
        case .active where call.isTakingHold, .connecting where call.isTakingHold:
            state.call?.holds.insert(.user)
            // A pending resume is overtaken by this hold.
            answerWaiting(.refused(.overtaken)) { $0 == .resume }
            wait(asked)
        case .active:
            state.call?.holds.insert(.user)
            wait(asked)
            takeHold()
        case .held:
            answer(asked, call.holds.contains(.user) ? .already : .done)
            state.call?.holds.insert(.user)
        case .connecting where call.connectedAt != nil:
            state.call?.holds.insert(.user)
            answerWaiting(.refused(.overtaken)) { $0 == .resume }
            wait(asked)
            takeHold()
        case .offering, .ringing, .connecting, .ended: answer(asked, .refused(.notConnected))
        }
    }

    private mutating func resume(_ asked: WaitingAction) {
        guard let call = state.open else { return answer(asked, .refused(.noCall)) }
        let causes = call.holds.subtracting([.user])
        switch call.status {
        case .held,
            .active where call.isTakingHold,
            .connecting where call.isTakingHold:
            state.call?.holds.remove(.user)
            if let cause = HoldCause.allCases.first(where: { causes.contains($0) }) {
                return answer(asked, .refused(.interrupted(cause)))
            }
            wait(asked)
            if call.status == .held { openAudio() }
        case .active: answer(asked, .already)
        case .connecting where call.connectedAt != nil: wait(asked)
        case .offering, .ringing, .connecting, .ended: answer(asked, .refused(.notConnected))
        }
    }

    private mutating func end(_ asked: WaitingAction) {
        guard let call = state.open else { return answer(asked, state.call == nil ? .refused(.noCall) : .already) }
        guard call.status != .ringing else { return refuse(asked, .rejected, .stopped) }
        end(.hungUp)
        answer(asked, .done)
    }
}
