// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the session tests' conversation in this process.

import JarvisAssistant
import JarvisConversation
public import JarvisCore
import JarvisLanguageModels
public import JarvisPlatform
import JarvisSignal
import JarvisStore
public import JarvisTesting
import JarvisToolServers

extension ConversationHarness: ConversationStage {
    @discardableResult
    public func begin() async throws -> Int {
        let before = log.all.count
        await start()
        if listensByItself { _ = try await phase("listening", after: before) }
        return log.all.count
    }

    public func close() async throws {
        guard let run = takeRun() else { return }
        await run.session.stop()
        run.log.end()
    }

    public func kill() async throws {
        let run = takeRun()
        run?.log.end()
        player.stop()
        microphone.close()
    }

    // MARK: What is seen

    public func allEvents() -> [JSONObject] { log.all }

    public func event(
        _ name: String, or other: String?, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)? {
        let found = await until { find([name, other ?? name], after: skipping, where: matches) }
        if found == nil { tellOfWaiting(for: name) }
        return found
    }

    public func hear(
        _ name: String, after skipping: Int, where matches: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, index: Int)? {
        let found = await until { () -> (object: JSONObject, index: Int)? in
            while true {
                await settle()
                if let found = find([name], after: skipping, where: matches) { return found }
                guard let next = player.nextStep, next > time.clock.now else { return nil }
                time.advance(to: next)
            }
        }
        if found == nil { tellOfWaiting(for: name) }
        return found
    }

    /// Prints the last events when the test's time limit cancels a wait.
    private func tellOfWaiting(for name: String) {
        let last = log.all.suffix(40).map { JSONValue.object($0).line }
        print("waited in vain for \"\(name)\", after\n\(last.joined(separator: "\n"))")
    }

    private func find(
        _ names: [String], after skipping: Int, where matches: (JSONObject) -> Bool
    ) -> (object: JSONObject, index: Int)? {
        let events = log.all
        for index in events.indices.dropFirst(skipping)
        where names.contains(events[index]["event"]?.asText ?? "") && matches(events[index]) {
            return (events[index], index + 1)
        }
        return nil
    }

    public var now: Timestamp { time.wallClock.now() }

    public func pass(_ duration: Duration) async throws {
        await settle()
        time.advance(by: duration)
    }

    // MARK: What the user does

    private func send(_ event: AssistantEvent) async {
        await MainActor.run { session?.assistant.send(event) }
    }

    public func ask(_ text: String) async throws { await send(.textSubmitted(text, .typed)) }

    public func say(_ text: String, by voice: SpeakingVoice) async throws {
        guard ear == nil else {
            let clip = home + "/said.wav"
            try await voice.speak(text, into: clip)
            return try await hear(file: clip)
        }
        recognizer.answer(
            .final(Transcript(text: text, confidence: 0.9, engine: recognizer.name, search: .dictation)))
        for isSpeech in [(25, false), (50, true), (100, false)].flatMap({ Array(repeating: $1, count: $0) }) {
            // The conversation keeps up with the microphone, as it does in real time.
            await settle()
            // A muted microphone hears silence.
            let isSpeech = isSpeech && !microphone.isMuted
            microphone.send(seconds: 0.02, isSpeech: isSpeech)
        }
    }

    public func press(_ key: StageKey) async throws {
        switch key {
        case .escape:
            // As in the window: while something is asked, Esc means no to that.
            let question = await MainActor.run { () -> AssistantEvent? in
                guard let turn = session?.assistant.state.turn, let consent = turn.reply.consents.first else {
                    return nil
                }
                return .consentAnswered(turn.id, consent.id, .denied)
            }
            await send(question ?? .cancelRequested)
        case .space:
            await send(.microphoneTapped)
            await settle()
            // Speech up to the tap is still on its way, followed by quiet.
            microphone.send(seconds: 0.5, isSpeech: false)
        case .snooze: await send(.ringSnoozeRequested(nil, nil))
        case .mute: await send(.setMuted(!microphone.isMuted))
        case .allowOnce, .allowUntilEnd: try await ask("yes")
        case .allowAlways: try await ask("always")
        case .call:
            await MainActor.run {
                guard let calls = session?.calls else { return }
                let isRinging = calls.state.open?.status == .ringing
                calls.request(isRinging ? .accept : calls.state.open == nil ? .start : .end)
            }
        }
    }

    // MARK: What other programs do

    private func descriptor(_ key: String) throws -> SettingDescriptor {
        guard let setting = SettingDescriptor.all.first(where: { $0.key == key }) else { throw NoSuchSetting(key: key) }
        return setting
    }

    public func set(_ key: String, _ value: String) async throws {
        let setting = try descriptor(key)
        try await makeSettings().update { try setting.set(text: value, in: &$0) }.value
    }

    public func setting(_ key: String) async throws -> String {
        try descriptor(key).get(makeSettings().current).display
    }

    public func askElsewhere(_ text: String) async throws -> String {
        // Two programs never start at the same moment.
        time.advance(by: .milliseconds(20))
        let mind = makeMind(for: .commandLine, log: NoEventLog())
        let turn = TypedTurn(
            agent: mind.agent, history: mind.history, clock: time.wallClock, explain: { "\($0)" })
        let said = Said()
        _ = try await turn.run(text, by: .commandLine) { update in
            if case .clause(let clause) = update { await said.add(clause) }
        }
        await mind.tools.close()
        return await said.clauses.joined(separator: " ")
    }

    public func addLanguageModel(_ name: String, port: Int) async throws {
        let server = LanguageModelServer(name: name, kind: .openAI, address: "http://127.0.0.1:\(port)/v1")
        try await makeModels().update { $0.put(server) }
    }

    public func addToolServer(_ name: String, _ program: String, _ arguments: [String]) async throws {
        let server = ToolServer(name: name, way: .command(program, arguments: arguments))
        try await JSONToolServers(path: JSONToolServers.path(in: directories)).update { $0.put(server) }
    }

    public func add(_ kind: Reminder.Kind, inSeconds seconds: Int, _ label: String) async throws {
        let now = time.wallClock.now()
        let reminder = Reminder(
            id: "\(kind.rawValue)-\(now.millisecondsSinceEpoch)-\(log.all.count)", kind: kind, label: label,
            createdAt: now, dueAt: now.advanced(by: .seconds(seconds)), basis: .elapsed)
        try await makeReminders().add(reminder)
    }

    public func stopRinging(_ kind: Reminder.Kind?) async throws {
        let store = makeReminders()
        let ringing = try await store.pending().filter { $0.isRinging && (kind == nil || $0.kind == kind) }
        let (now, clock) = (time.wallClock.now(), time.wallClock)
        try await store.update(ringing.map(\.id)) { $0.next(after: now, clock: clock) }
    }

    public func reminders() async throws -> [Reminder] { try await makeReminders().pending() }

    public func reminders(once isReached: ([Reminder]) -> Bool) async throws -> [Reminder] {
        let store = makeReminders()
        let changes = store.changes()
        var all = try await store.pending()
        if isReached(all) { return all }
        for await _ in changes {
            all = try await store.pending()
            if isReached(all) { break }
        }
        return all
    }

    public func list(_ name: String) async throws -> [String] {
        try await makeLists().lists().first { $0.name == name }?.items ?? []
    }

    public func history() async throws -> [StageMessage] {
        try await makeHistory().newest(turns: 1000).map {
            StageMessage(id: $0.id.rawValue, kind: $0.kind.rawValue, text: $0.text, isCut: $0.isCut)
        }
    }

    /// Sends the file as fast as it is processed, with silence around it.
    public func hear(file: String) async throws {
        let sound = try WAVFile.decode(WholeFile.bytes(file)).int16Samples(atRate: AudioFrame.sampleRateHertz)
        let silence = [Int16](repeating: 0, count: AudioFrame.sampleRateHertz)
        await ear?.hear(silence + sound + silence + silence, by: microphone, settle: settle)
    }

    public func utterance(_ number: Int) async throws -> [Int16] {
        await until { utterances.samples(of: number) } ?? []
    }
}

/// A key that does not belong to any setting.
struct NoSuchSetting: Error {
    var key: String
}

/// The clauses of an answer on the command line.
private actor Said {
    var clauses: [String] = []

    func add(_ clause: String) { clauses.append(clause) }
}
