// SPDX-License-Identifier: GPL-3.0-or-later
// Conducts calls: runs their reducer, executes its effects on the conversation, and reports only what the microphone's
// stream has confirmed. Lives on the main actor.

public import JarvisConversation
public import JarvisCore

/// Calls as views and the bus use them: a state to show, and actions to request.
@MainActor
public final class CallConductor {
    /// The newest call and the causes that prevent one.
    public private(set) var state = CallState()

    /// Reports whether another program has a call, now and on every change. Watched only while a call is in progress.
    public var phones: (@Sendable () -> AsyncStream<Bool>)?

    /// How long the microphone's stream may take to close.
    private static let holdLimit = Duration.seconds(2)

    private let assistant: Assistant
    private let changes = Broadcast<Void>()
    private var observation: Observation?
    /// Events not yet handled: executing effects may produce further events.
    private var events: [CallEvent] = []
    private var isTaking = false
    private var tokens = 0
    private var replies: [ActionToken: @MainActor (CallAnswer) -> Void] = [:]
    private var awaited: Awaited?
    private let timers: Timers<Wait>
    private var phoneWatch: Task<Void, Never>?
    /// Reminders known to ring.
    private var rings: Set<String> = []

    /// What a timer bounds.
    private enum Wait: Hashable {
        case call(CallTimer)
        case hold
    }

    /// An audio command that has not completed yet.
    private enum Awaited {
        case opening(CallID, step: Int)
        case holding(CallID, step: Int)
    }

    public init(_ assistant: Assistant) {
        self.assistant = assistant
        timers = Timers(clock: assistant.ports.clock)
        assistant.onCallRequest = { [weak self] request in
            switch request {
            case .end: self?.take(.farewellSaid)
            case .resume: self?.request(.resume)
            }
        }
        assistant.onRingSettled = { [weak self] ids, outcome in
            let answer: RingAnswer =
                switch outcome {
                case .stopped: .stopped
                case .snoozed(let delay): .snoozed(delay)
                case .unanswered: .unanswered
                }
            self?.take(.ringSettled(ids, answer))
        }
        observation = assistant.observe { [weak self] in self?.follow($0) }
    }

    isolated deinit {
        phoneWatch?.cancel()
    }

    /// The current time, for the length of a call.
    public var now: Timestamp { assistant.ports.wallClock.now() }

    /// Calls `handler` now and after every change, for as long as the observation is kept.
    public func observe(_ handler: @escaping @MainActor (CallState) -> Void) -> Observation {
        let observation = changes.observe { [weak self] in
            MainActor.assumeIsolated { if let self { handler(self.state) } }
        }
        handler(state)
        return observation
    }

    /// Requests an action.
    /// - Parameter reply: Called once with the outcome.
    public func request(_ action: CallAction, reply: (@MainActor (CallAnswer) -> Void)? = nil) {
        tokens += 1
        let token = ActionToken(rawValue: tokens)
        replies[token] = reply
        take(.requested(action, token))
    }

    /// Requests an action and returns its outcome.
    public func perform(_ action: CallAction) async -> CallAnswer {
        await withCheckedContinuation { continuation in
            request(action) { continuation.resume(returning: $0) }
        }
    }

    /// The program is quitting: ends and stores the call in progress.
    func stop() { take(.stopped) }

    // MARK: Events

    private func take(_ event: CallEvent) {
        events.append(event)
        guard !isTaking else { return }
        isTaking = true
        let before = state
        while !events.isEmpty {
            for effect in CallReducer.reduce(&state, events.removeFirst(), at: now) { execute(effect) }
        }
        isTaking = false
        guard state != before else { return }
        watchPhones()
        if state.call?.status != before.call?.status, let call = state.call {
            if call.status == .ringing { for player in assistant.ports.feedback { player.give(.callRinging) } }
            assistant.ports.log.record(
                "call",
                [
                    "id": .text(call.id.rawValue), "status": .text(call.status.name),
                    "ending": .text(call.ending?.rawValue ?? ""),
                ])
        }
        changes.send()
    }

    /// Watches other programs' calls from the beginning of a call to its end, including while it rings.
    private func watchPhones() {
        guard let phones, state.open != nil else {
            phoneWatch?.cancel()
            phoneWatch = nil
            if state.interruptions.contains(.phone) { take(.interruptionChanged(.phone, false)) }
            return
        }
        guard phoneWatch == nil else { return }
        phoneWatch = Task { [weak self] in
            for await isOn in phones() {
                guard !Task.isCancelled else { return }
                self?.take(.interruptionChanged(.phone, isOn))
            }
        }
    }

    private func follow(_ conversation: AssistantState) {
        let ringing = conversation.ringing.reminders.filter {
            conversation.policy.ringsAsCall && $0.reminder.kind != .timer
        }
        let new = ringing.filter { !rings.contains($0.id) }
        let gone = rings.subtracting(ringing.map(\.id))
        rings = Set(ringing.map(\.id))
        // The reminders keep ringing, but no longer as a call.
        if !conversation.policy.ringsAsCall, !gone.isEmpty { take(.ringSettled(gone.sorted(), .stopped)) }
        if !new.isEmpty { take(.rang(new.map { CallReason(id: $0.id, text: $0.text) })) }
        let isAway = !conversation.mayHear
        if isAway != state.interruptions.contains(.away) { take(.interruptionChanged(.away, isAway)) }
        look(conversation)
    }

    /// Reports the audio command in progress if the microphone shows that it has completed.
    private func look(_ conversation: AssistantState) {
        let microphone = conversation.microphone
        switch awaited {
        case .opening(let id, let step):
            if let failure = microphone.failure {
                // A headset may take seconds before its first sound; the connecting limit covers that.
                if case .streamFailed = failure { return }
                awaited = nil
                take(.connectionFailed(id, step: step, assistant.ports.bannerText(.audio(failure))))
            } else if microphone.isOpen, microphone.isCapturing {
                awaited = nil
                take(.connected(id, step: step))
            }
        case .holding(let id, let step):
            guard !microphone.isOpen, !microphone.isCapturing else { return }
            awaited = nil
            timers.cancel(.hold)
            take(.holdTaken(id, step: step))
        case nil: break
        }
    }

    // MARK: Effects

    private func execute(_ effect: CallEffect) {
        switch effect {
        case .claimAudio(let id):
            let isLent = assistant.state.microphone.loan != nil
            let refusal = assistant.ports.bannerText(.wakeLessonGoesOn)
            events.append(isLent ? .audioRefused(id, refusal) : .audioGranted(id))
        case .releaseAudio:
            awaited = nil
            timers.cancel(.hold)
            assistant.send(.callChanged(.none))
        case .openAudio(let id, let step):
            timers.cancel(.hold)
            awaited = .opening(id, step: step)
            assistant.send(.callChanged(.active))
            look(assistant.state)
        case .holdAudio(let id, let step):
            awaited = .holding(id, step: step)
            timers.start(.hold, Self.holdLimit) { [weak self] in self?.holdTookTooLong(id, step) }
            assistant.send(.callChanged(.held))
            look(assistant.state)
        case .answerReminders(let ids, let answer):
            for id in ids {
                switch answer {
                case .stopped, .unanswered: assistant.send(.ringStopRequested(id))
                case .snoozed(let delay): assistant.send(.ringSnoozeRequested(id, delay))
                }
            }
        case .tell(let reasons):
            assistant.send(.announcement(reasons.map(\.text).joined(separator: " "), kind: nil))
        case .keep(let record):
            assistant.execute(
                .save(
                    MessageDraft(
                        turn: assistant.state.turn.id, kind: .call, text: assistant.ports.callText(record),
                        source: .system)))
        case .startTimer(let id, let timer, let step, let delay):
            timers.start(.call(timer), delay) { [weak self] in self?.take(.timerEnded(id, timer, step: step)) }
        case .answer(let token, let answer): replies.removeValue(forKey: token)?(answer)
        }
    }

    private func holdTookTooLong(_ id: CallID, _ step: Int) {
        guard case .holding(id, step) = awaited else { return }
        awaited = nil
        take(.holdFailed(id, step: step, assistant.ports.bannerText(.audio(.streamFailed(reason: "")))))
    }
}
