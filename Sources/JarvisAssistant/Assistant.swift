// SPDX-License-Identifier: GPL-3.0-or-later
// The conductor: owns the state, runs the reducer, executes its effects on the ports. Lives on the main actor.

public import JarvisConversation
public import JarvisCore

/// The conversation as the views see it: a state to draw, and where events are sent to.
@MainActor
public final class Assistant {
    /// The state that the views draw.
    public private(set) var state: AssistantState

    let ports: AssistantPorts
    let timing: TurnTimer
    let listening: ListeningPipeline
    let speaking: SpeakingPipeline
    var asking: PendingAnswer?
    /// The answer to what may be asked in a moment.
    var rehearsal: PendingAnswer?
    /// The same of one that changes something, of which only the first sound can be prepared.
    var firstSound: FirstSoundRehearsal?
    var watchdog: Task<Void, Never>?
    var bannerTimer: Task<Void, Never>?
    var overheardTimer: Task<Void, Never>?
    var questionTimer: Task<Void, Never>?
    var wakeTimer: Task<Void, Never>?
    var fillerTimer: Task<Void, Never>?
    var consentTimer: Task<Void, Never>?
    var ringTimer: Task<Void, Never>?
    var reminders: ReminderScheduler?
    /// The newest turn whose utterance is meant for the assistant for certain.
    private var confirmedTurn: TurnID?
    /// The transcript of what may be talk among others, until it is known to be none.
    var withheldTranscript: WithheldTranscript?
    /// Saves run one after another, so that history keeps the order of the conversation.
    var saves: Task<Void, Never>?
    /// The conversation wants something of the call that it is.
    var onCallRequest: (@MainActor (CallRequest) -> Void)?
    /// What became of reminders that rang.
    var onRingSettled: (@MainActor ([String], RingOutcome) -> Void)?
    private let changes = Broadcast<Void>()
    private let reports: AsyncStream<AssistantEvent>.Continuation
    private var pump: Task<Void, Never>?
    private var settingsWatch: Task<Void, Never>?
    private var voiceWarmUp: Task<Void, Never>?
    private var noticeWatch: Task<Void, Never>?
    private var historyWatch: Task<Void, Never>?

    /// How long the parts of the last turns took that were answered aloud, oldest first.
    public var recentTurns: [TurnTiming] { timing.recent }

    public init(ports: AssistantPorts) {
        self.ports = ports
        state = AssistantState(
            turn: TurnID(startingAt: ports.wallClock.now()), policy: ConversationPolicy(ports.settings.current),
            contextBudget: ports.agent.contextBudget)
        // Engines report from their own threads; one stream keeps their order.
        let (events, reports) = AsyncStream.makeStream(of: AssistantEvent.self)
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
                // From here on the microphone hears JARVIS, too.
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

    /// Loads the latest history, follows settings and reminders, and begins to listen in Auto modes.
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
        // Also mends what an earlier process may have left softer.
        ports.ducker?.set(.unchanged)
        send(.started)
        ports.recognizer.warmUp()
        // Once the window is there: a natural voice takes a second of a processor.
        voiceWarmUp = Task { [weak self, clock = ports.clock] in
            guard (try? await clock.sleep(for: Self.voiceDelay)) != nil else { return }
            self?.warmUpVoice()
        }
    }

    /// Ends everything and waits until what was said is durable.
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

    /// A voice is loaded soon after the start, when it is chosen, and, if it was given back meanwhile, while the user speaks.
    private func warmUpVoice() {
        let settings = ports.settings.current
        if settings.speaksReplies { ports.synthesizer.warmUp(voice: settings.voice) }
    }

    /// Others are softer from the first word of a turn until it is over.
    private func duckOtherAudio() {
        switch state.phase {
        case .idle, .listening: ports.ducker?.set(.unchanged)
        case .recording, .held, .transcribing, .thinking, .speaking:
            ports.ducker?.set(ports.settings.current.speech.ducking)
        }
    }

    /// Calls `handler` now and after every change, as long as the observation is kept.
    public func observe(_ handler: @escaping @MainActor (AssistantState) -> Void) -> Observation {
        // The state as it is when an observer's turn comes: an earlier one may have sent an event meanwhile.
        let observation = changes.observe { [weak self] in
            MainActor.assumeIsolated { if let self { handler(self.state) } }
        }
        handler(state)
        return observation
    }

    /// Takes an event: an intent of a view, or an engine's report.
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

    /// Tells the listener once that what is being said is meant for the assistant. Talk that may not be is confirmed when
    /// its question is kept.
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

    /// The clock was set, or the computer is in another time zone.
    public func clockChanged() { reminders?.lookAgain() }

    /// Shows a banner that says what failed.
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
        let changes = ports.settings.changes()
        settingsWatch = Task { [weak self] in
            for await settings in changes {
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

    /// Loads what was said last, and follows what becomes of it from then on.
    private func loadHistory() {
        saves = Task { [weak self, reports, history = ports.history, contextTurns] in
            for notice in await history.report().notices { reports.yield(.noticed(.notice(notice))) }
            // First the changes, then the page: nothing falls between the two.
            let changes = await history.changes()
            do {
                // Not as a report, which might come after what the first changes say.
                self?.send(.historyLoaded(try await history.newest(turns: contextTurns)))
            } catch {
                let failure = error as? StoreFailure ?? .inputOutput(path: String(describing: error), errno: 0)
                self?.send(.noticed(.conversationNotShown(failure)))
            }
            self?.followHistory(changes)
        }
    }

    /// Deleted messages are forgotten here, too: no answer may use them.
    private func followHistory(_ changes: AsyncStream<HistoryChange>) {
        historyWatch = Task { [weak self, history = ports.history] in
            for await change in changes {
                guard let self else { return }
                switch change {
                case .cleared: self.send(.historyCleared)
                case .deleted(let ids):
                    self.send(.historyLoaded(self.state.recent.filter { !ids.contains($0.id) }))
                case .restored, .replaced:
                    // A history that cannot be read must not leave what it has replaced.
                    var messages = (try? await history.newest(turns: self.contextTurns)) ?? []
                    // What could not be written is nowhere else.
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
