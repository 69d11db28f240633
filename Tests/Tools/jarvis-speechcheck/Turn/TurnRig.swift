// SPDX-License-Identifier: GPL-3.0-or-later
// The whole assistant without its window on the real sound server, with recordings of its microphone and speaker.

import JarvisAgent
import JarvisAssistant
import JarvisAudio
import JarvisConversation
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisSpeechTesting
import JarvisTesting

@MainActor
final class TurnRig {
    private let log = FakeEventLog()
    private let assistant: Assistant
    private let clock = ContinuousClock()

    init(_ voice: VoiceOption) throws {
        var settings = Settings()
        settings.detectionMode = .auto
        settings.voice = voice.voice
        let meters = AudioMeters()
        let detectors = VoiceDetectors(resources: .standard())
        let agent = AnswerJudge.agent()
        agent.warmUp()
        assistant = Assistant(
            ports: AssistantPorts(
                microphone: PulseMicrophone(meters: meters, makeDetector: { detectors.make() }),
                recognizer: AnswerJudge().recognizer(),
                synthesizer: try voice.synthesizer(), player: PulsePlayer(meters: meters), agent: agent,
                history: FakeConversationStore(), settings: FakeSettingsStore(settings),
                reminders: FakeReminderStore(), log: log, wallClock: SystemWallClock(), clock: ContinuousClock(),
                reminderText: { $0.label }))
    }

    /// Starts listening; returns once the engines are loaded.
    func start() async {
        assistant.start()
        try? await clock.sleep(for: .seconds(3))
    }

    func stop() async { await assistant.stop() }

    /// Plays a question (48 kHz) into the microphone and waits for the end of the answer.
    /// - Returns: Nil if no answer was heard.
    func ask(_ question: [Int16]) async throws -> MeasuredTurn? {
        await phase(within: .seconds(20)) { $0.isListening }
        let microphone = SourceRecorder(source: "mic_feed.monitor")
        let speaker = SourceRecorder(source: "speaker.monitor")
        try await microphone.start()
        try await speaker.start()
        // The detector learns the background before the speech.
        try await clock.sleep(for: .seconds(1))
        let known = log.fields(of: "timing").count
        try await SinkPlayback.play(question, sampleRateHertz: 48_000, into: "mic_feed")
        await phase(within: .seconds(5)) { $0 == .speaking }
        await phase(within: .seconds(25)) { $0.isListening }
        let heard = speaker.stop()
        let said = microphone.stop()
        guard let end = Loudness.last(said), let start = Loudness.first(heard, after: end),
            let timing = log.fields(of: "timing").dropFirst(known).last
        else { return nil }
        var stages = timing.compactMapValues { if case .number(let value) = $0 { value } else { nil } }
        stages["turn"] = nil
        return MeasuredTurn(heard: (start - end) / .milliseconds(1), stages: stages)
    }

    private func phase(within patience: Duration, _ isReached: (ConversationPhase) -> Bool) async {
        let end = clock.now + patience
        while !isReached(assistant.state.phase), clock.now < end { try? await clock.sleep(for: .milliseconds(20)) }
    }
}

/// The loud parts of a recording, in blocks of 5 ms.
enum Loudness {
    private static func levels(_ recording: SourceRecording) -> [Double] {
        let block = recording.sampleRateHertz / 200
        return stride(from: 0, to: recording.samples.count - block + 1, by: block)
            .map { ClipNoise.level(recording.samples[$0..<($0 + block)]) }
    }

    /// The end of the last block within 38 dB of the loudest, like the marks of the corpus.
    static func last(_ recording: SourceRecording) -> ContinuousClock.Instant? {
        let levels = levels(recording)
        guard let top = levels.max(), top > 10, let index = levels.lastIndex(where: { $0 > top * 0.0126 }) else {
            return nil
        }
        return recording.instant(ofSample: (index + 1) * recording.sampleRateHertz / 200)
    }

    /// The first block of sound at or above −66 dBFS after an instant.
    static func first(
        _ recording: SourceRecording, after instant: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        let block = recording.sampleRateHertz / 200
        return levels(recording).enumerated().first { index, level in
            level > 16 && recording.instant(ofSample: index * block) > instant
        }.map { recording.instant(ofSample: $0.offset * block) }
    }
}
