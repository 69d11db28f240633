// SPDX-License-Identifier: GPL-3.0-or-later
// Calls as one pure function, defined for every event in every state. Only one call at a time has the microphone and
// speaker; a held call has closed them; an ended call stays ended.

public import JarvisCore

/// The newest call, and the causes that prevent a call.
public struct CallState: Hashable, Sendable {
    /// An ended call stays here until the next one.
    public internal(set) var call: Call?
    /// Causes that take precedence over a call for the microphone and speaker.
    public internal(set) var interruptions: Set<HoldCause> = []
    /// Numbers calls.
    var count = 0

    public init() {}

    /// The call in progress; nil if there is none.
    public var open: Call? { call.flatMap { $0.isOpen ? $0 : nil } }
}

/// The pure state machine of calls.
public enum CallReducer {
    /// How long the microphone and speaker may take to open.
    public static let connectingLimit = Duration.seconds(10)
    /// How long an interruption may hold a call before ending it.
    public static let interruptionLimit = Duration.seconds(600)

    /// Applies `event` to `state` and returns the effects in order.
    public static func reduce(_ state: inout CallState, _ event: CallEvent, at now: Timestamp) -> [CallEffect] {
        var reduction = CallReduction(state: state, now: now)
        reduction.take(event)
        state = reduction.state
        return reduction.effects
    }
}

/// One step of the reducer.
struct CallReduction {
    var state: CallState
    let now: Timestamp
    var effects: [CallEffect] = []

    init(state: CallState, now: Timestamp) {
        self.state = state
        self.now = now
    }

    mutating func take(_ event: CallEvent) {
        switch event {
        case .requested(let action, let token): request(WaitingAction(action: action, token: token))
        case .rang(let reasons): rang(reasons)
        case .ringSettled(let ids, let answer): ringSettled(ids, answer)
        case .audioGranted(let id): audioGranted(id)
        case .audioRefused(let id, let reason): audioRefused(id, reason)
        case .connected(let id, let step): if isCurrent(id, step) { connected() }
        case .connectionFailed(let id, let step, let reason): if isCurrent(id, step) { fail(reason) }
        case .holdTaken(let id, let step): if isCurrent(id, step) { holdTaken() }
        case .holdFailed(let id, let step, let reason): if isCurrent(id, step) { holdFailed(reason) }
        case .interruptionChanged(let cause, let isOn): interrupt(cause, isOn)
        case .farewellSaid: if state.open?.status == .active { end(.farewell) }
        case .timerEnded(let id, let timer, let step): if isCurrent(id, step) { timerEnded(timer) }
        case .stopped: if state.open != nil { end(.quit) }
        }
    }

    mutating func emit(_ effect: CallEffect) { effects.append(effect) }

    /// True for a report about the newest audio command of the call in progress.
    private func isCurrent(_ id: CallID, _ step: Int) -> Bool {
        step > 0 && state.open?.id == id && state.open?.step == step
    }

    /// A cause that currently prevents the call from continuing; deterministic if there are several.
    var interruption: HoldCause? { HoldCause.allCases.first { state.interruptions.contains($0) } }

    // MARK: Beginning

    mutating func begin(_ status: CallStatus, _ reasons: [CallReason] = []) {
        state.count += 1
        state.call = Call(id: CallID(number: state.count, at: now), status: status, reasons: reasons)
    }

    private mutating func rang(_ reasons: [CallReason]) {
        guard !reasons.isEmpty else { return }
        guard let call = state.open else { return begin(.ringing, reasons) }
        // During a call, the conversation announces it in the next gap, like anything due.
        guard call.status == .ringing else { return }
        let known = Set(call.reasons.map(\.id))
        state.call?.reasons += reasons.filter { !known.contains($0.id) }
    }

    private mutating func ringSettled(_ ids: [String], _ answer: RingAnswer) {
        guard let call = state.open, call.status == .ringing, call.reasons.contains(where: { ids.contains($0.id) })
        else { return }
        let left = call.reasons.filter { !ids.contains($0.id) }
        guard left.isEmpty else {
            state.call?.reasons = left
            return
        }
        switch answer {
        case .stopped: end(.rejected)
        case .snoozed: end(.snoozed)
        case .unanswered: end(.missed)
        }
    }

    private mutating func audioGranted(_ id: CallID) {
        guard let call = state.open, call.id == id else { return emit(.releaseAudio(id)) }
        guard !call.ownsAudio, call.status == .offering || call.status == .connecting else { return }
        state.call?.ownsAudio = true
        if call.isIncoming { emit(.answerReminders(call.reasons.map(\.id), .stopped)) }
        openAudio()
    }

    private mutating func audioRefused(_ id: CallID, _ reason: String) {
        guard let call = state.open, call.id == id, !call.ownsAudio else { return }
        switch call.status {
        case .offering: fail(reason)
        case .connecting:
            // It still rings and can be accepted again.
            state.call?.status = .ringing
            answerWaiting(.refused(.failed(reason)))
        case .ringing, .active, .held, .ended: break
        }
    }

    mutating func openAudio() {
        guard let call = state.call else { return }
        state.call?.status = .connecting
        state.call?.step += 1
        emit(.openAudio(call.id, step: call.step + 1))
        emit(.startTimer(call.id, .connecting, step: call.step + 1, CallReducer.connectingLimit))
    }

    private mutating func connected() {
        guard let call = state.call, call.status == .connecting, call.ownsAudio, !call.isTakingHold else { return }
        let isFirst = call.connectedAt == nil
        state.call?.status = .active
        if isFirst { state.call?.connectedAt = now }
        answerWaiting(.done)
        if isFirst, call.isIncoming { emit(.tell(call.reasons)) }
    }

    // MARK: Holding

    mutating func takeHold() {
        guard let call = state.call else { return }
        state.call?.isTakingHold = true
        state.call?.step += 1
        emit(.holdAudio(call.id, step: call.step + 1))
    }

    private mutating func holdTaken() {
        guard let call = state.call, call.isTakingHold else { return }
        state.call?.isTakingHold = false
        state.call?.status = .held
        answerWaiting(.done) { $0 == .hold }
        guard !call.holds.isEmpty else { return openAudio() }
        limitInterruption()
    }

    /// Keeps the status from claiming a hold that failed.
    private mutating func holdFailed(_ reason: String) {
        guard let call = state.call, call.isTakingHold else { return }
        state.call?.isTakingHold = false
        // If the microphone must be off but cannot be closed, end the call.
        guard call.holds.isSubset(of: [.user]) else { return fail(reason) }
        state.call?.holds = []
        answerWaiting(.refused(.failed(reason))) { $0 == .hold }
        openAudio()
    }

    private mutating func interrupt(_ cause: HoldCause, _ isOn: Bool) {
        guard cause != .user, state.interruptions.contains(cause) != isOn else { return }
        if isOn { state.interruptions.insert(cause) } else { state.interruptions.remove(cause) }
        guard let call = state.open else { return }
        switch call.status {
        // It still rings: the user can answer it later, or miss it.
        case .ringing, .ended: return
        case .offering: if isOn { end(.interrupted) }
        case .connecting where call.connectedAt == nil && isOn: end(.interrupted)
        case .connecting, .active, .held:
            if isOn { state.call?.holds.insert(cause) } else { state.call?.holds.remove(cause) }
            settleHold(call)
        }
    }

    /// Holds or resumes, depending on the causes.
    private mutating func settleHold(_ before: Call) {
        guard let call = state.call, !call.isTakingHold else { return }
        if call.status == .held {
            if call.holds.isEmpty { openAudio() } else if call.holds != before.holds { limitInterruption() }
        } else if let cause = HoldCause.allCases.first(where: { call.holds.contains($0) }) {
            answerWaiting(.refused(.interrupted(cause))) { $0 == .resume }
            takeHold()
        }
    }

    /// A hold by the user has no limit; other causes do.
    private mutating func limitInterruption() {
        guard let call = state.call, !call.holds.contains(.user) else { return }
        emit(.startTimer(call.id, .interruption, step: call.step, CallReducer.interruptionLimit))
    }

    private mutating func timerEnded(_ timer: CallTimer) {
        guard let call = state.call else { return }
        switch timer {
        case .connecting: if call.status == .connecting, !call.isTakingHold { fail("") }
        case .interruption: if call.status == .held, !call.holds.contains(.user) { end(.interrupted) }
        }
    }

    // MARK: Ending

    private mutating func fail(_ reason: String) {
        state.call?.failure = reason
        answerWaiting(.refused(.failed(reason)))
        end(.failed)
    }

    /// Ends the call in progress.
    mutating func end(_ ending: CallEnding) {
        guard let call = state.open else { return }
        state.call?.status = .ended(ending)
        state.call?.endedAt = now
        state.call?.isTakingHold = false
        state.call?.holds = []
        state.call?.ownsAudio = false
        if call.ownsAudio { emit(.releaseAudio(call.id)) }
        answerWaiting(.refused(.ended))
        let length = state.call?.length(at: now)
        if length != nil || ending == .missed {
            emit(.keep(CallRecord(ending: ending, length: length, reasons: call.reasons)))
        }
    }

    /// Answers waiting actions, or those that match.
    mutating func answerWaiting(_ answer: CallAnswer, where matches: (CallAction) -> Bool = { _ in true }) {
        let waiting = state.call?.waiting ?? []
        state.call?.waiting.removeAll { matches($0.action) }
        for item in waiting where matches(item.action) { emit(.answer(item.token, answer)) }
    }
}
