// SPDX-License-Identifier: GPL-3.0-or-later
// Barge-in on a real sound server: JARVIS's own microphone, player, synthesizer and conversation in a simulated room.

import ArgumentParser
import JarvisAssistant
import JarvisAudio
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting

struct LiveBargeIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "barge-in-live",
        abstract: "Measures interruptions through a sound server with the sinks speaker and mic_feed, in real time.")

    @Option(help: "The folder of recorded speech.") var corpus: String?
    @Option(help: "Interruptions per level.") var trials = 20
    @Option(help: "Minutes of uninterrupted speech.") var minutes = 2.0
    @Option(help: "Coughs, and as many clicks.") var disturbances = 5
    @OptionGroup var voice: VoiceOption
    @Option(help: "A folder for the sound around each self-interruption.") var keep: String?

    @MainActor func run() async throws {
        let room = LiveRoom(seed: 200, delaySeconds: 0.03)
        try await room.open()
        defer { room.close() }
        let stage = try LiveStage(room: room, voice)
        let clips = try BargeInSounds.utterances(corpus: corpus, limit: trials)
        await stage.speak()
        await stage.pause(.seconds(6))
        print("live: ms from the first sound of the user at the microphone to silence at the speaker (goal p95 ≤ 300)")
        print("user over echo   trials    p50    p95   missed   in a pause   noticed")
        for level in [-10.0, 0, 10] {
            var silences: [Double] = []
            var missed = 0
            var pauses = 0
            let noticed = stage.suspicions
            for (index, clip) in clips.enumerated() {
                // At different words and in pauses.
                let words = Duration.milliseconds(2_500 + index * 730 % 3_000)
                switch try await stage.interrupt(clip, level, after: words) {
                case .silent(let milliseconds): silences.append(milliseconds)
                case .pause: pauses += 1
                case .missed: missed += 1
                }
            }
            print(
                pad("\(Int(level)) dB", 13), pad("\(clips.count)", 8), pad("\(Int(percentile(silences, 50)))", 7),
                pad("\(Int(percentile(silences, 95)))", 7), pad("\(missed)", 7), pad("\(pauses)", 11),
                pad("\(stage.suspicions - noticed)", 10))
        }
        print("\ndisturbances     events   ducked and resumed   stopped (goal 0)")
        for (name, make) in [("coughs", BargeInSounds.cough), ("clicks", BargeInSounds.click)] {
            var resumed = 0
            var stopped = 0
            for index in 0..<disturbances {
                let outcome = await stage.disturb(make(UInt64(index)))
                resumed += outcome == .resumed ? 1 : 0
                stopped += outcome == .stopped ? 1 : 0
            }
            print(pad(name, 13), pad("\(disturbances)", 8), pad("\(resumed)", 18), pad("\(stopped)", 12))
        }
        let (ducks, stops) = try await stage.listenAlone(.milliseconds(Int(minutes * 60_000)), keep: keep)
        print(
            "\nuser is silent: \(minutes) minutes, \(ducks) ducks, \(stops) self-interruptions (goal ≤ 1 in 30 minutes)",
            "the room itself stumbled \(room.stumbles.count) times, which rooms do not", separator: "\n")
    }
}

/// A conversation that gives a long reply to every request.
@MainActor
private final class LiveStage {
    enum Outcome { case unnoticed, resumed, stopped }

    enum Interruption {
        /// Milliseconds from the user's first sound to the speaker's silence.
        case silent(Double)
        /// The user started between two sentences, and the second one was not started.
        case pause
        case missed
    }

    private let room: LiveRoom
    private let log = FakeEventLog()
    private let assistant: Assistant

    init(room: LiveRoom, _ voice: VoiceOption) throws {
        self.room = room
        let reference = PlaybackReference()
        let meters = AudioMeters()
        let agent = FakeAgent()
        let detectors = VoiceDetectors(resources: .standard())
        agent.answer(Array(repeating: BargeInSounds.prose, count: 4), summary: ReplySummary(skill: "prose"))
        var settings = Settings()
        settings.detectionMode = .auto
        settings.voice = voice.voice
        // Recognized words, without which the interrupted reply would resume.
        let recognizer = FakeRecognizer()
        recognizer.hear("tell me more")
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: PulseMicrophone(
                    meters: meters, reference: reference, makeDetector: { detectors.make() }),
                recognizer: recognizer,
                synthesizer: try voice.synthesizer(), player: PulsePlayer(meters: meters, reference: reference),
                agent: agent, history: FakeConversationStore(), settings: FakeSettingsStore(settings),
                reminders: FakeReminderStore(), log: log, wallClock: FakeWallClock(), clock: ContinuousClock(),
                reminderText: { $0.label }))
        assistant.start()
    }

    /// How often the reply was ducked.
    var suspicions: Int { log.fields(of: "interruptionSuspected").count }

    func pause(_ duration: Duration) async { try? await Task.sleep(for: duration) }

    /// Starts a new reply unless one is being spoken.
    func speak() async {
        // The turn of the last interruption must be over, since nothing else is accepted while it is recorded.
        await wait(.seconds(10)) { self.assistant.state.phase.isListening || self.assistant.state.phase == .speaking }
        guard assistant.state.phase != .speaking else { return }
        assistant.send(.textSubmitted("tell me more", .typed))
        await wait(.seconds(5)) { self.assistant.state.phase == .speaking }
    }

    /// - Parameter words: How long the reply has been spoken before the interruption.
    func interrupt(_ clip: MeasuredClip, _ level: Double, after words: Duration) async throws -> Interruption {
        await speak()
        await pause(words)
        let recorder = SourceRecorder(source: "speaker.monitor")
        try await recorder.start()
        await pause(.milliseconds(200))
        let before = log.fields(of: "interruptionConfirmed").count
        room.say(clip, decibelsOverEcho: level)
        let isStopped = await wait(.seconds(3)) { self.log.fields(of: "interruptionConfirmed").count > before }
        await pause(.milliseconds(500))
        let recording = recorder.stop()
        await pause(.milliseconds(1500))
        guard isStopped, let onset = room.onset,
            let last = recording.samples.lastIndex(where: { abs(Int($0)) > 33 })
        else { return .missed }
        let silence = (recording.arrival(ofSample: last) - onset) / .milliseconds(1)
        return silence > 0 ? .silent(silence) : .pause
    }

    func disturb(_ clip: MeasuredClip) async -> Outcome {
        await speak()
        await pause(.seconds(3))
        let stops = log.fields(of: "interruptionConfirmed").count
        let dismissals = log.fields(of: "interruptionDismissed").count
        room.say(clip, decibelsOverEcho: 6)
        await pause(.seconds(2.5))
        if log.fields(of: "interruptionConfirmed").count > stops { return .stopped }
        return log.fields(of: "interruptionDismissed").count > dismissals ? .resumed : .unnoticed
    }

    /// - Parameter keep: A folder for the sound heard and played before each stop.
    /// - Returns: How often the reply was ducked, and how often it was stopped.
    func listenAlone(_ duration: Duration, keep: String?) async throws -> (ducks: Int, stops: Int) {
        let recorders = ["mic_feed.monitor", "speaker.monitor"].map { SourceRecorder(source: $0) }
        for recorder in recorders { try await recorder.start() }
        defer { for recorder in recorders { _ = recorder.stop() } }
        let ducks = suspicions
        let before = log.fields(of: "interruptionConfirmed").count
        var stops = 0
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < duration {
            await speak()
            await pause(.milliseconds(500))
            guard log.fields(of: "interruptionConfirmed").count - before > stops else { continue }
            stops += 1
            let stumble = room.stumbles.last.map { (ContinuousClock.now - $0) / .seconds(1) }
            print(
                "  stopped after \((ContinuousClock.now - begin) / .seconds(1)) s;",
                stumble.map { "the room stumbled \($0) s ago" } ?? "the room has not stumbled")
            guard let keep else { continue }
            try Folder.create(keep)
            for (recorder, name) in zip(recorders, ["heard", "played"]) {
                let tail = Array(recorder.recording().samples.suffix(8 * 16_000))
                try AtomicFile.write(
                    "\(keep)/\(stops)-\(name).wav", WAVFile.encode(tail, sampleRateHertz: 16_000), mode: 0o644)
            }
        }
        return (suspicions - ducks, stops)
    }

    @discardableResult
    private func wait(_ timeout: Duration, _ condition: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + timeout
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
