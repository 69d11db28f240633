// SPDX-License-Identifier: GPL-3.0-or-later
// A whole assistant on a private sound server, driven through utterances as fast as possible.

import Glibc
import JarvisAgent
import JarvisCore
import JarvisControlTesting
import JarvisRecognition
import JarvisSkills
import JarvisAssistant
import JarvisAudio
import JarvisConversation
import JarvisPlatform
import JarvisSignal
import JarvisTesting

/// Microphone, segmenter, recognizer, agent, synthesizer and player under the real conductor, in push-to-talk mode:
/// every utterance opens and closes all of them.
@MainActor
final class CycleRig {
    struct Stuck: Error {
        var phase: String
        var banner: String?
    }

    /// One in this many utterances goes to the real recognizer.
    static let realRecognition = 50
    /// One in this many replies plays to its end; a tap interrupts the others as soon as they sound.
    static let wholeReply = 100
    private static let question = "what time is it"

    let server: PrivateSoundServer
    private(set) var understood = 0
    private(set) var recognized = 0
    private let microphone: FedMicrophone
    private let recognizer: ShortcutRecognizer
    private let player: RenewedPlayer
    private let history = FakeConversationStore()
    private let assistant: Assistant
    private let speech: [Int16]
    private let noise: [Int16]
    private var cycles = 0

    init(_ voice: VoiceOption) throws {
        server = try PrivateSoundServer()
        speech = try Self.speak(Self.question, in: server.folder)
        noise = [Int16](repeating: 0, count: AudioFrame.sampleRateHertz)
        let pulse = PulseServer(address: server.address)
        let meters = AudioMeters()
        microphone = FedMicrophone(server: pulse, meters: meters)
        player = RenewedPlayer(server: pulse, meters: meters)
        var values = Settings()
        values.detectionMode = .pushToTalk
        values.voice = voice.voice
        let settings = FakeSettingsStore(values)
        let reminders = FakeReminderStore()
        let synthesizer = try voice.synthesizer()
        let agent = SkillAgent(
            services: SkillServices(
                history: history, settings: settings, reminders: reminders, synthesizer: synthesizer,
                launcher: DesktopLauncher(), status: ProcSystemStatusReader(),
                desktop: FakeDesktop().controls, clock: SystemWallClock()))
        let sphinx = RecognizerUnderTest.make()
        sphinx.setGrammar(patterns: agent.patterns, vocabulary: GrammarVocabulary())
        recognizer = ShortcutRecognizer(sphinx, text: Self.question)
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: microphone, recognizer: recognizer, synthesizer: synthesizer, player: player, agent: agent,
                history: history, settings: settings, reminders: reminders, log: NoEventLog(),
                wallClock: SystemWallClock(), clock: ContinuousClock(), reminderText: { $0.label }))
        assistant.start()
    }

    /// One utterance and its answer.
    func cycle() async throws {
        cycles += 1
        let isReal = cycles % Self.realRecognition == 0
        recognizer.setReal(isReal)
        assistant.send(.microphoneTapped)
        try await until { [microphone] _ in microphone.isOpen }
        microphone.feed(noise[..<3_200], isSpeech: false)
        microphone.feed(isReal ? speech[...] : speech.prefix(16_000), isSpeech: true)
        try await until { $0.turn.utterance.hasHeardSpeech }
        assistant.send(.microphoneTapped)
        // Sound that is still in transit at the time of the tap.
        microphone.feed(noise[..<3_200], isSpeech: false)
        try await until { $0.phase == .speaking || ($0.phase == .idle && isReal) }
        if isReal {
            recognized += 1
            if assistant.state.turn.question?.text == Self.question { understood += 1 }
        }
        if cycles % Self.wholeReply != 0, assistant.state.phase == .speaking { assistant.send(.microphoneTapped) }
        try await until { $0.phase == .idle }
        if cycles % 100 == 0 { try await history.deleteAll() }
    }

    /// Waits until everything opened has been closed.
    func settle() async throws {
        player.renew()
        try await history.deleteAll()
        var calm = 0
        var last = (-1, -1)
        // The threads end without a report, so wait until nothing changes any more.
        while calm < 10 {
            try await Task.sleep(for: .milliseconds(50))
            let now = (microphone.closedCount, try ProcessFigures(server).threads)
            calm = now == last ? calm + 1 : 0
            last = now
        }
    }

    /// The number of real streams opened and ended, and of frames received from them.
    var microphoneCounts: (opened: Int, closed: Int, frames: Int) {
        (microphone.openedCount, microphone.closedCount, microphone.deliveredCount)
    }

    private func until(_ isReached: @escaping @MainActor (AssistantState) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while !isReached(assistant.state) {
            guard ContinuousClock.now < deadline else {
                throw Stuck(phase: assistant.state.phase.name, banner: assistant.state.banner.map { "\($0.message)" })
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// A synthetic voice that the recognizer understands.
    private static func speak(_ text: String, in folder: TemporaryFolder) throws -> [Int16] {
        let file = folder.path + "/question.wav"
        let flite = try ChildProcess("flite", ["-voice", "slt", "-t", text, "-o", file])
        guard flite.wait() == 0 else { throw Stuck(phase: "flite", banner: flite.output) }
        return try WAVFile.decode(ChildProcess.bytes(of: file)).int16Samples(atRate: AudioFrame.sampleRateHertz)
    }
}
