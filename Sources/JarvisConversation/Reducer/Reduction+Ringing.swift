// SPDX-License-Identifier: GPL-3.0-or-later
// Due reminders ring in the next gap of the conversation, until they are stopped, snoozed, or time out. Simultaneous
// ones share one sound and one turn; each can be answered separately.

import JarvisCore

extension Reduction {
    mutating func reduceRinging(_ event: AssistantEvent) {
        switch event {
        case .remindersChanged(let reminders): state.reminders = reminders
        case .remindersDue(let due): begin(due)
        case .ringStopRequested(let id): endRinging(id, .stopped)
        case .ringSnoozeRequested(let id, let delay): endRinging(id, .snoozed(delay ?? Reminder.usualSnooze))
        case .ringEnded(let ids): forgetRinging { ids.contains($0.id) }
        default: break
        }
    }

    /// True while the ringing sound plays.
    var isRinging: Bool {
        state.phase == .speaking && state.turn.speech.content == .ringing || state.turn.speech.ringsDuringWork
    }

    private mutating func begin(_ due: [RingingReminder]) {
        let new = due.filter { !state.ringing.contains($0.id) }
        guard !new.isEmpty else { return }
        for reminder in new where !reminder.isResumed {
            emit(.save(MessageDraft(turn: state.turn.id, kind: .reminder, text: reminder.text, source: .system)))
        }
        state.ringing.reminders += new
        state.ringing.isPaused = false
        ringInGap()
    }

    /// Rings if there is a gap now; otherwise the end of the turn triggers it.
    private mutating func ringInGap() {
        switch state.phase {
        case .idle, .listening:
            guard state.microphone.loan == nil, !state.ringing.isPaused, !state.ringing.isEmpty else { return }
            abandonTurn()
            ring()
        case .speaking where state.turn.speech.content == .ringing:
            abandonTurn()
            if !ring() { conclude() }
        default:
            ringDuringWork()
        }
    }

    /// Starts the ringing sound in a turn of its own.
    /// - Returns: False if nothing can sound now.
    @discardableResult
    mutating func ring() -> Bool {
        // It would be audible in another program's recording.
        guard !state.ringing.isEmpty, !state.ringing.isPaused, state.microphone.loan == nil else { return false }
        beginTurn()
        let signal = soundSignal()
        state.phase = .speaking
        state.turn.speech.content = .ringing
        state.turn.reply.clauses = signal.texts
        state.turn.reply.summary = ReplySummary(skill: nil)
        emit(.startRinging(signal, state.turn.id, isDuringWork: false))
        emit(.startTimer(.watchdog(state.turn.id, .speaking), AssistantReducer.Watchdog.speaking))
        listenForStopPhrases()
        return true
    }

    /// Rings between the parts of a reply that may take hours; none of this is part of the reply.
    mutating func soundDuringWork() {
        guard !state.ringing.isEmpty, !state.ringing.isPaused, !state.turn.speech.ringsDuringWork else { return }
        let signal = soundSignal()
        state.turn.speech.ringsDuringWork = true
        emit(.startRinging(signal, state.turn.id, isDuringWork: true))
    }

    private mutating func soundSignal() -> RingSignal {
        for index in state.ringing.reminders.indices {
            state.ringing.reminders[index].hasSounded = true
            state.ringing.reminders[index].tellings += 1
        }
        return RingSignal(state.ringing)
    }

    /// Stores the loudness step reached.
    mutating func noteRingStep() {
        guard state.turn.speech.content == .ringing else { return }
        state.ringing.step += max(0, state.turn.reply.heard.clause - state.turn.reply.clauses.count)
    }

    /// Handles words that the user says or types while something rings.
    /// - Returns: False if they are about something else.
    mutating func answerRinging(_ text: String) -> Bool {
        guard let command = ringCommand(text) else { return false }
        endRinging(nil, outcome(of: command))
        return true
    }

    /// The command in `text` for the ringing reminders; nil if nothing rings or the text is about something else.
    func ringCommand(_ text: String) -> RingCommand? {
        state.ringing.isEmpty ? nil : RingPhrases.command(text)
    }

    func outcome(of command: RingCommand) -> RingOutcome {
        switch command {
        case .stop: .stopped
        case .snooze(let delay): .snoozed(delay ?? Reminder.usualSnooze)
        }
    }

    /// Ends the ringing of one reminder, or of all if `id` is nil.
    mutating func endRinging(_ id: String?, _ outcome: RingOutcome) {
        let ids = state.ringing.reminders.map(\.id).filter { id == nil || $0 == id }
        guard !ids.isEmpty else { return }
        emit(.settleReminders(ids, outcome))
        forgetRinging { ids.contains($0.id) }
    }

    private mutating func forgetRinging(where isOver: (RingingReminder) -> Bool) {
        guard state.ringing.reminders.contains(where: isOver) else { return }
        let wasRinging = isRinging
        state.ringing.reminders.removeAll(where: isOver)
        if state.ringing.isEmpty { state.ringing = Ringing() }
        guard wasRinging else { return }
        if state.turn.speech.ringsDuringWork {
            state.turn.speech.ringsDuringWork = false
            emit(.stopSpeaking(state.turn.id))
            return ringDuringWork()
        }
        abandonTurn()
        if !ring() { concludeRinging() }
    }

    /// JARVIS was not asked anything: further speech needs the wake word, if one is set.
    private mutating func concludeRinging() {
        state.phase = .idle
        conclude(state.expectedFollowUp)
    }

    /// A reminder has been announced: pause before repeating it.
    mutating func ringWasHeard() {
        noteRingStep()
        let told = state.ringing.reminders.filter { $0.tellings >= Ringing.mostTellings }.map(\.id)
        if !told.isEmpty {
            emit(.settleReminders(told, .unanswered))
            state.ringing.reminders.removeAll { told.contains($0.id) }
        }
        if state.ringing.isEmpty { state.ringing = Ringing() } else { pauseRinging(Ringing.tellingPause) }
        concludeRinging()
    }

    /// The speaker failed: the window still shows the reminders, and the sound is retried after a pause.
    mutating func ringFailed(_ message: BannerMessage) {
        emit(.stopSpeaking(state.turn.id))
        show(message, action: .openSettings)
        pauseRinging(Ringing.failurePause)
        concludeRinging()
    }

    private mutating func pauseRinging(_ length: Duration) {
        state.ringing.isPaused = true
        emit(.startTimer(.ring, length))
    }

    mutating func ringTimerEnded() {
        if state.ringing.isPaused {
            state.ringing.isPaused = false
            ringInGap()
        } else if isRinging {
            unduck()
        }
    }

    /// Someone speaks during the ringing: lower it so that "stop" is understood. It does not end, since the voice may
    /// be a television.
    mutating func softenRinging(_ event: AssistantEvent) {
        guard state.phase == .speaking, state.turn.speech.content == .ringing else { return }
        switch event {
        case .interruptionSuspected, .interruptionConfirmed:
            if state.turn.speech.output == .normal {
                state.turn.speech.output = .ducked
                emit(.setSpeechGain(state.turn.id, AssistantReducer.duckedGain))
            }
            if case .interruptionConfirmed = event { emit(.startTimer(.ring, Ringing.softTime)) }
        case .interruptionDismissed: unduck()
        default: break
        }
    }
}
