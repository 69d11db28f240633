// SPDX-License-Identifier: GPL-3.0-or-later
// The conductor: owns the state, runs the reducer, and executes its effects on the ports. Lives on the main actor.

public import JarvisConversation
public import JarvisCore

/// The conversation as views use it: a state to show, and events to send.
@MainActor
public final class Assistant {
    /// The state that views show.
    public private(set) var state: AssistantState

    let ports: AssistantPorts
    let timing: TurnTimer
    let listening: ListeningPipeline
    let speaking: SpeakingPipeline
    var asking: PendingAnswer?
    /// The prepared answer to a likely request.
    var rehearsal: PendingAnswer?
    /// The prepared first sound of an answer that changes something and can't be prepared as a whole.
    var firstSound: FirstSoundRehearsal?
    let timers: Timers<AssistantTimer.Kind>
    var reminders: ReminderScheduler?
    /// The newest turn whose utterance was certainly meant for the assistant.
    private var confirmedTurn: TurnID?
    /// A transcript that may be meant for others, until that is known.
    var withheldTranscript: WithheldTranscript?
    /// Saves run one after another, which keeps the history in order.
    var saves: Task<Void, Never>?
    /// Receives the conversation's requests to the current call.
    var onCallRequest: (@MainActor (CallRequest) -> Void)?
    /// Receives the outcome of reminders that rang.
    var onRingSettled: (@MainActor ([String], RingOutcome) -> Void)?
    private let changes = Broadcast<Void>()
    private let reports: AsyncStream<AssistantEvent>.Continuation
    private var pump: Task<Void, Never>?
    private let settingsChanges: AsyncStream<Settings>
    private var settingsWatch: Task<Void, Never>?
    private var voiceWarmUp: Task<Void, Never>?
    private var noticeWatch: Task<Void, Never>?
    private var historyWatch: Task<Void, Never>?

    /// Timing of the last turns answered aloud, oldest first.
    public var recentTurns: [TurnTiming] { timing.recent }

    public init(ports: AssistantPorts) {
        self.ports = ports
        timers = Timers(clock: ports.clock)
        // Before anything is read from them.
        settingsChanges = ports.settings.changes()
        state = AssistantState(
            turn: TurnID(startingAt: ports.wallClock.now()), policy: ConversationPolicy(ports.settings.current),
            contextBudget: ports.agent.contextBudget)
        // Engines report from their own threads; one stream keeps their order. Unbounded: no event may be lost.
        let (events, reports) = AsyncStream.makeStream(of: AssistantEvent.self, bufferingPolicy: .unbounded)
        self.reports = reports
        let timing = TurnTimer(log: ports.log)
        self.timing = timing
        listening = ListeningPipeline(
            microphone: ports.microphone, recognizer: ports.recognizer, spotter: ports.wakeWord, timing: timing,
            log: ports.log, clock: ports.clock, report: { reports.yield($0) })
        listening.setWakeWord(WakeConfiguration(ports.settings.current.speech))
        listening.setPatience(ports.settings.current.speech.endPatience)
        speaking = SpeakingPipeline(
            synthesizer: ports.synthesizer, player: ports.player, settings: ports.settings, timing: timing,
            report: { [listening] event in
                // From here on the microphone picks up JARVIS, too.
                if case .playbackStarted(let turn) = event { listening.replySounds(turn: turn) }
                reports.yield(event)
            })
        ports.microphone.setSensitivity(ports.settings.current.sensitivity)
        ports.microphone.setProcessing(SoundProcessing(ports.settings.current.speech))
        pump = Task { [weak self] in
            for await event in events {
                guard let self else { return }
                self.send(event)
            }
        }
    }

    deinit {
        reports.finish()
        pump?.cancel()
        settingsWatch?.cancel()
        voiceWarmUp?.cancel()
        noticeWatch?.cancel()
        historyWatch?.cancel()
    }

    /// Loads recent history, follows settings and reminders, and starts listening in Auto modes.
    public func start() {
        watchSettings()
        watchNotices()
        loadHistory()
        let reminders = ReminderScheduler(
            store: ports.reminders, wallClock: ports.wallClock, clock: ports.clock,
            texts: .init(due: ports.reminderText, missed: ports.missedReminderText),
            report: { [weak self] in self?.send($0) })
        reminders.onEnd = { [weak self] in self?.onRingSettled?($0, $1) }
        reminders.start()
        self.reminders = reminders
        for notice in ports.settings.notices { send(.noticed(.notice(notice))) }
        // Also restores volumes that an earlier process may have left ducked.
        ports.ducker?.set(.unchanged)
        send(.started)
        ports.recognizer.warmUp()
        // After the window appears, since loading a natural voice takes a second of processor time.
        voiceWarmUp = Task { [weak self, clock = ports.clock] in
            guard (try? await clock.sleep(for: Self.voiceDelay)) != nil else { return }
            self?.warmUpVoice()
        }
    }

    /// Ends everything and waits until the conversation is durable.
    public func stop() async {
        send(.stopped)
        reminders?.stop()
        settingsWatch?.cancel()
        voiceWarmUp?.cancel()
        await reminders?.settle()
        await saves?.value
        await ports.settings.settle()
        await ports.ducker?.restore()
    }

    /// How long after the start the voice is loaded.
    private static let voiceDelay = Duration.seconds(1)

    /// Loads the voice at start-up, after a change of voice, and while the user speaks, in case it has been unloaded.
    private func warmUpVoice() {
        let settings = ports.settings.current
        if settings.speaksReplies { ports.synthesizer.warmUp(voice: settings.voice) }
    }

    /// Ducks other programs from the first word of a turn until its end.
    private func duckOtherAudio() {
        switch state.phase {
        case .idle, .listening: ports.ducker?.set(.unchanged)
        case .recording, .held, .transcribing, .thinking, .speaking:
            ports.ducker?.set(ports.settings.current.speech.ducking)
        }
    }

    /// Calls `handler` now and after every change, for as long as the observation is kept.
    public func observe(_ handler: @escaping @MainActor (AssistantState) -> Void) -> Observation {
        // Uses the current state, since an earlier observer may have sent an event in the meantime.
        let observation = changes.observe { [weak self] in
            MainActor.assumeIsolated { if let self { handler(self.state) } }
        }
        handler(state)
        return observation
    }

    /// Handles an event: a view's intent or an engine's report.
    public func send(_ event: AssistantEvent) {
        let before = state
        let effects = AssistantReducer.reduce(&state, event)
        confirmUtterance(before)
        logChange(from: before, event: event)
        for effect in effects { execute(effect) }
        if event == .awayChanged(false) || event == .sleepChanged(false) { reminders?.lookAgain() }
        if state.phase != before.phase {
            duckOtherAudio()
            switch state.phase {
            case .recording, .held, .thinking: warmUpVoice()
            case .idle, .listening, .transcribing, .speaking: break
            }
        }
        guard state != before else { return }
        changes.send()
    }

    /// Tells the listener once that the speech in progress is meant for the assistant. Uncertain speech is confirmed
    /// when its question is stored.
    private func confirmUtterance(_ before: AssistantState) {
        for state in [before, state] where state.turn.id != confirmedTurn && !state.mayOverhear {
            switch state.phase {
            case .recording, .held, .transcribing:
                confirmedTurn = state.turn.id
                listening.confirm(turn: state.turn.id)
            case .idle, .listening, .thinking, .speaking: break
            }
        }
    }

    /// The clock was set, or the time zone changed.
    public func clockChanged() { reminders?.lookAgain() }

    /// Shows a banner about a failure.
    public func notice(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: send(.noticed(.store(failure)))
        case let failure as AudioFailure: send(.noticed(.audio(failure)))
        case let failure as SynthesisFailure: send(.noticed(.synthesis(failure)))
        case let failure as AgentFailure: send(.noticed(.agent(failure)))
        case let failure as any ExplainedFailure: send(.noticed(.unexpected(failure.advice)))
        default: send(.noticed(.unexpected("\(error)")))
        }
    }

    private func watchSettings() {
        settingsWatch = Task { [weak self, settingsChanges] in
            for await settings in settingsChanges {
                guard let self else { return }
                self.ports.microphone.setSensitivity(settings.sensitivity)
                self.ports.microphone.setProcessing(SoundProcessing(settings.speech))
                self.listening.setDevice(settings.inputDevice)
                self.listening.setWakeWord(WakeConfiguration(settings.speech))
                self.listening.setPatience(settings.speech.endPatience)
                self.send(.policyChanged(ConversationPolicy(settings)))
                self.warmUpVoice()
            }
        }
    }

    private func watchNotices() {
        guard let notices = ports.notices else { return }
        noticeWatch = Task { [reports] in
            for await notice in notices { reports.yield(.noticed(.notice(notice))) }
        }
    }

    private var contextTurns: Int { state.contextBudget.turns }

    /// Loads the recent conversation, and follows changes to it from then on.
    private func loadHistory() {
        saves = Task { [weak self, reports, history = ports.history, contextTurns] in
            for notice in await history.report().notices { reports.yield(.noticed(.notice(notice))) }
            // Subscribe to changes before loading, so that none is missed.
            let changes = await history.changes()
            do {
                // Sent directly, since a report might arrive after the first changes.
                self?.send(.historyLoaded(try await history.newest(turns: contextTurns)))
            } catch {
                let failure = error as? StoreFailure ?? .inputOutput(path: String(describing: error), errno: 0)
                self?.send(.noticed(.conversationNotShown(failure)))
            }
            self?.followHistory(changes)
        }
    }

    /// Drops deleted messages from the state too, because no answer may use them.
    private func followHistory(_ changes: AsyncStream<HistoryChange>) {
        historyWatch = Task { [weak self, history = ports.history] in
            for await change in changes {
                guard let self else { return }
                switch change {
                case .cleared: self.send(.historyCleared)
                case .deleted(let ids):
                    self.send(.historyLoaded(self.state.recent.filter { !ids.contains($0.id) }))
                case .restored, .replaced:
                    // If the history cannot be read, the replaced messages must still go.
                    var messages = (try? await history.newest(turns: self.contextTurns)) ?? []
                    // Unsaved messages exist nowhere else.
                    for message in self.state.recent where message.isUnsaved {
                        let earlier = messages.lastIndex { $0.createdAt <= message.createdAt }
                        messages.insert(message, at: earlier.map { $0 + 1 } ?? 0)
                    }
                    self.send(.historyLoaded(messages))
                case .appended: break
                }
            }
        }
    }
}
