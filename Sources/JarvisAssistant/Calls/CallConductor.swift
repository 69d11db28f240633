// SPDX-License-Identifier: GPL-3.0-or-later
// Conducts calls: runs their reducer, executes its effects on the conversation, and reports only what the microphone's
// stream has told. Lives on the main actor.

public import JarvisConversation
public import JarvisCore

/// Calls as the views and the bus see them: a state to draw, and where actions are sent to.
@MainActor
public final class CallConductor {
    /// The newest call and what stands in its way.
    public private(set) var state = CallState()

    /// Whether another program makes a call, now and whenever that changes; asked for while a call goes on.
    public var phones: (@Sendable () -> AsyncStream<Bool>)?

    /// How long the microphone's stream may take to close.
    private static let holdLimit = Duration.seconds(2)

    private let assistant: Assistant
    private let changes = Broadcast<Void>()
    private var observation: Observation?
    /// What has happened and was not taken yet: effects may bring the next event while one is being executed.
    private var events: [CallEvent] = []
    private var isTaking = false
    private var tokens = 0
    private var replies: [ActionToken: @MainActor (CallAnswer) -> Void] = [:]
    private var awaited: Awaited?
    private var timers: [CallTimer: Task<Void, Never>] = [:]
    private var holdTimer: Task<Void, Never>?
    private var phoneWatch: Task<Void, Never>?
    /// What rings, as far as it is known here.
    private var rings: Set<String> = []

    /// What the audio has been told to do, and has not done yet.
    private enum Awaited {
        case opening(CallID, step: Int)
        case holding(CallID, step: Int)
    }

    public init(_ assistant: Assistant) {
        self.assistant = assistant
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
        for timer in timers.values { timer.cancel() }
        holdTimer?.cancel()
        phoneWatch?.cancel()
    }

    /// The time, for the length of a call.
    public var now: Timestamp { assistant.ports.wallClock.now() }

    /// Calls `handler` now and after every change, as long as the observation is kept.
    public func observe(_ handler: @escaping @MainActor (CallState) -> Void) -> Observation {
        let observation = changes.observe { [weak self] in
            MainActor.assumeIsolated { if let self { handler(self.state) } }
        }
        handler(state)
        return observation
    }

    /// Asks for an action.
    /// - Parameter reply: called once, when it is known what became of it.
    public func request(_ action: CallAction, reply: (@MainActor (CallAnswer) -> Void)? = nil) {
        tokens += 1
        let token = ActionToken(rawValue: tokens)
        replies[token] = reply
        take(.requested(action, token))
    }

    /// Asks for an action, and returns when it is known what became of it.
    public func perform(_ action: CallAction) async -> CallAnswer {
        await withCheckedContinuation { continuation in
            request(action) { continuation.resume(returning: $0) }
        }
    }

    /// The program ends: what goes on is ended, and kept.
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

    /// Other calls matter from the beginning of a call to its end, ringing included.
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
        // What rings goes on, and is a call no more.
        if !conversation.policy.ringsAsCall, !gone.isEmpty { take(.ringSettled(gone.sorted(), .stopped)) }
        if !new.isEmpty { take(.rang(new.map { CallReason(id: $0.id, text: $0.text) })) }
        let isAway = !conversation.mayHear
        if isAway != state.interruptions.contains(.away) { take(.interruptionChanged(.away, isAway)) }
        look(conversation)
    }

    /// Reports what the audio has done of what it was told.
    private func look(_ conversation: AssistantState) {
        let microphone = conversation.microphone
        switch awaited {
        case .opening(let id, let step):
            if let failure = microphone.failure {
                // A headset may need seconds before its first sound: it has the time in which a call connects.
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
            holdTimer?.cancel()
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
            holdTimer?.cancel()
            assistant.send(.callChanged(.none))
        case .openAudio(let id, let step):
            holdTimer?.cancel()
            awaited = .opening(id, step: step)
            assistant.send(.callChanged(.active))
            look(assistant.state)
        case .holdAudio(let id, let step):
            awaited = .holding(id, step: step)
            holdTimer?.cancel()
            holdTimer = after(Self.holdLimit) { $0.holdTookTooLong(id, step) }
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
            timers[timer]?.cancel()
            timers[timer] = after(delay) { $0.take(.timerEnded(id, timer, step: step)) }
        case .answer(let token, let answer): replies.removeValue(forKey: token)?(answer)
        }
    }

    private func holdTookTooLong(_ id: CallID, _ step: Int) {
        guard case .holding(id, step) = awaited else { return }
        awaited = nil
        take(.holdFailed(id, step: step, assistant.ports.bannerText(.audio(.streamFailed(reason: "")))))
    }

    private func after(
        _ delay: Duration, _ action: @escaping @MainActor (CallConductor) -> Void
    ) -> Task<Void, Never> {
        let wait = assistant.ports.clock.sleepsFromNow()
        return Task { [weak self] in
            guard (try? await wait(delay)) != nil, let self, !Task.isCancelled else { return }
            action(self)
        }
    }
}
