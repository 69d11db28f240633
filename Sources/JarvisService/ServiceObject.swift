// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS on the session bus: accepts calls from other programs and reports the turns they start. Main thread only.

public import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

/// The object that other programs call.
@MainActor
public final class ServiceObject {
    let ports: ServicePorts
    let gate: CallerGate
    private let connection: BusConnection
    private var export: BusExport?
    private var observation: Observation?
    private var calls: Observation?
    private var turnCount = 0
    /// The latest question, which waits for those before it.
    private var asking: Task<Void, Never>?
    private var hearing: CallerHearing?
    private var spoken: (told: TurnTold, turn: UtteranceTurn)?
    private var toldPhase = ConversationPhase.idle
    private var toldMuted = false
    private var level = 0.0
    private var levelTimer: LoopTimer?
    private var endsAfterTurn = false
    let note: VoiceNoteStart

    /// Exports the object until this is released.
    /// - Parameter introspection: The result of `ServiceInterface.introspection`.
    /// - Throws: `BusFailure.notExported`.
    public init(
        _ ports: ServicePorts, on connection: BusConnection, introspection: String, gate: CallerGate? = nil
    ) throws(BusFailure) {
        self.ports = ports
        note = VoiceNoteStart(ports.assistant)
        self.connection = connection
        let settings = ports.settings
        self.gate = gate ?? CallerGate(connection, allowsOthers: { settings.current.answersPrograms })
        export = try connection.export(
            BusObject(
                method: { [weak self] in try await self?.answer($0) ?? [] },
                property: { [weak self] in self?.value($0) }),
            at: ProgramIdentity.path, introspection: introspection)
        observation = ports.assistant.observe { [weak self] in self?.show($0) }
        calls = ports.calls?.observe { [weak self] _ in try? self?.export?.tellChanged(["CallStatus"]) }
    }

    isolated deinit {
        asking?.cancel()
        hearing?.cancel()
    }

    /// True while it works for a caller.
    public var isBusy: Bool { asking != nil || hearing != nil || spoken != nil }

    private var state: AssistantState { ports.assistant.state.asShown }

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        let argument = call.arguments.first
        switch call.method {
        case "Ask":
            try await gate.admit(call.sender)
            let partner: DialoguePartner = await gate.isOwn(call.sender) ? .commandLine : .program
            return [.text(try ask(argument?.asText ?? "", for: call.sender, by: partner))]
        case "Listen":
            try await gate.admit(call.sender)
            let answers = argument?.asFlag ?? true
            return [.text(try await listen(within: answers ? nil : .seconds(10), for: call.sender))]
        case "Hear":
            try await gate.admit(call.sender)
            guard let seconds = argument?.asNumber, seconds > 0, seconds <= 3600 else {
                throw BusError.invalidArguments("Use more than 0 and at most 3600 seconds.")
            }
            return [.text(try await listen(within: .seconds(seconds), for: call.sender))]
        case "StopListening":
            try await gate.admit(call.sender)
            stopListening()
        case "Say":
            try await gate.admit(call.sender)
            let text = argument?.asText?.trimmed ?? ""
            try checkLength(text)
            if !text.isEmpty { ports.assistant.send(.announcement(text, kind: nil)) }
        case "Stop": stop()
        case "SetMuted":
            let isMuted = argument?.asFlag ?? true
            // Any program may mute the microphone; unmuting it takes an admitted caller.
            if !isMuted { try await gate.admit(call.sender) }
            ports.assistant.send(.setMuted(isMuted))
        case "ShowWindow": try ports.showWindow(nil)
        case "ShowWidget": try showWidget(argument?.asText ?? "")
        case "Quit":
            try await gate.admit(call.sender)
            endsAfterTurn = true
            endIfAsked()
        case "RecentNote", "Prompt", "RecordNote": return try await answerNote(call)
        default: return try await answerCall(call)
        }
        return []
    }

    private func value(_ property: String) -> BusValue? {
        switch property {
        case "Phase": .text(state.phase.name)
        case "Muted": .flag(state.microphone.isMuted)
        case "Level": .number(level)
        case "CallStatus": .text(ports.calls?.state.call?.status.name ?? "none")
        default: nil
        }
    }

    private func tell(_ caller: String) throws -> TurnTold {
        guard let export else { throw ServiceError.busy() }
        turnCount += 1
        return TurnTold(turn: String(turnCount), caller: caller, export: export)
    }

    // MARK: Questions

    private func ask(_ text: String, for caller: String, by partner: DialoguePartner) throws -> String {
        guard !text.allSatisfy(\.isWhitespace) else { throw BusError.invalidArguments("Ask something.") }
        try checkLength(text)
        let told = try tell(caller)
        let (earlier, typed, explain) = (asking, ports.typed, ports.explain)
        asking = Task { [weak self] in
            await earlier?.value
            told.started()
            do {
                let summary = try await typed.run(text, by: partner) { update in
                    switch update {
                    case .clause(let clause): await told.reply(clause)
                    case .notice(let notice): await told.notice(notice)
                    }
                }
                told.finished("answered", summary)
            } catch {
                told.finished("failed", ["message": .text(explain(error))])
            }
            self?.askingEnds(told.turn)
        }
        lastAsked = told.turn
        return told.turn
    }

    private static let longestText = 4000

    private func checkLength(_ text: String) throws {
        // A character can consist of any number of scalars, and counting characters takes time.
        guard text.utf8.count <= 4 * Self.longestText, text.count <= Self.longestText else {
            throw BusError.invalidArguments("The text is too long.")
        }
    }

    private var lastAsked = ""

    private func askingEnds(_ turn: String) {
        guard turn == lastAsked else { return }
        asking = nil
        endIfAsked()
    }

    // MARK: Listening

    /// - Parameter limit: How long to wait for words to return to the caller; nil to answer them instead.
    private func listen(within limit: Duration?, for caller: String) async throws -> String {
        try checkFree()
        guard await ports.isSeen() else { throw ServiceError.unseen() }
        try checkFree()
        let told = try tell(caller)
        if let limit {
            try hear(told, within: limit)
        } else {
            ports.assistant.send(.microphoneTapped)
            guard state.phase.isRecording else { throw ServiceError.busy() }
            spoken = (told, UtteranceTurn(state.turn.id))
            told.started()
        }
        return told.turn
    }

    func checkFree() throws {
        guard state.mayHear else { throw ServiceError.away() }
        guard state.microphone.muting == .none else { throw ServiceError.muted() }
        guard hearing == nil, state.microphone.loan == nil, state.phase == .idle || state.phase.isListening else {
            throw ServiceError.busy()
        }
    }

    private func hear(_ told: TurnTold, within limit: Duration) throws {
        ports.assistant.send(.utteranceLent(true))
        guard ports.assistant.state.microphone.loan?.utterance != nil else { throw ServiceError.busy() }
        hearing = CallerHearing(told, ports, within: limit, on: connection) { [weak self] in
            self?.hearing = nil
            self?.endIfAsked()
        }
    }

    private func stopListening() {
        switch state.phase {
        case .recording: ports.assistant.send(.microphoneTapped)
        case .held: ports.assistant.send(.holdEnded)
        case .idle, .listening, .transcribing, .thinking, .speaking: break
        }
    }

    private func stop() {
        // Otherwise "Esc" would stop listening for the wake word.
        let hasWork = !(state.phase == .idle || state.phase.isListening) || !state.ringing.isEmpty
        if hasWork { ports.assistant.send(.cancelRequested) }
    }

    // MARK: Events

    private func show(_ state: AssistantState) {
        hearing?.take(state)
        follow(state)
        let state = state.asShown
        var changed: [String] = []
        if state.phase != toldPhase, state.phase.name != toldPhase.name { changed.append("Phase") }
        if state.microphone.isMuted != toldMuted { changed.append("Muted") }
        (toldPhase, toldMuted) = (state.phase, state.microphone.isMuted)
        if !changed.isEmpty { try? export?.tellChanged(changed) }
        measure(state.phase.isRecording)
        endIfAsked()
    }

    private func follow(_ state: AssistantState) {
        guard let told = spoken?.told, let news = spoken?.turn.take(state) else { return }
        for piece in news {
            switch piece {
            case .transcript(let text, let isFinal): told.transcript(text, isFinal: isFinal)
            case .clause(let clause): told.reply(clause)
            case .ended(let outcome, let summary):
                spoken = nil
                told.finished(outcome, summary)
            }
        }
    }

    /// Reports the level only during a recording, so nothing wakes the program at other times.
    private func measure(_ isRecording: Bool) {
        guard isRecording != (levelTimer != nil) else { return }
        guard isRecording else {
            levelTimer = nil
            return setLevel(0)
        }
        levelTimer = LoopTimer(milliseconds: 250) { [weak self] in
            guard let self else { return false }
            setLevel((Double(ports.meters.inputLevel) * 100).rounded() / 100)
            return true
        }
    }

    private func setLevel(_ new: Double) {
        guard new != level else { return }
        level = new
        try? export?.tellChanged(["Level"])
    }

    private func endIfAsked() {
        guard endsAfterTurn, !isBusy else { return }
        switch state.phase {
        case .idle, .listening: break
        case .recording, .held, .transcribing, .thinking, .speaking: return
        }
        endsAfterTurn = false
        ports.quit()
    }
}
