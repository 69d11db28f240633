// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's sequence: idle, listening, a spoken question, the answer, and the panes, with a picture of each; then a
// conversation. Runs on the main actor, together with the real window.

import JarvisAssistant
import JarvisAudio
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisSignal

@MainActor
final class Demo {
    /// The sink behind the virtual microphone.
    private static let microphoneSink = "mic_feed"
    private static let spokenQuestion = "what time is it"

    let composition: Composition
    let program: DesktopProgram
    private let agent: SlowAgent
    let log: DemoLog
    private let question: SynthesizedAudio
    private let conversation: [SynthesizedAudio]
    private let folder: String
    private var report = DemoReport()
    private var course: Task<Void, Never>?

    init(_ composition: Composition, log: DemoLog, questionFile: String?, folder: String) throws {
        self.composition = composition
        self.log = log
        self.folder = folder
        question = try Self.question(questionFile, composition)
        conversation = try questionFile == nil ? Self.conversation(composition) : []
        report.question = questionFile ?? Self.spokenQuestion
        agent = SlowAgent(composition.agent)
        program = try DesktopProgram(composition, agent: agent, isUnique: false)
    }

    /// Opens the window, runs the sequence, and closes the window.
    func run() throws -> DemoReport {
        program.application.onFirstFrame = { [weak self] in
            guard let self else { return }
            self.program.session.start()
            self.course = Task {
                do {
                    try await self.runCourse()
                } catch {
                    self.report.failures.append("\(error)")
                }
                await self.program.session.stop()
                self.program.application.quit()
            }
        }
        let status = program.application.run()
        if status != 0 { report.failures.append("The window ended with status \(status).") }
        return report
    }

    /// The user's recording, or the packaged one (made with Flite's rms voice).
    private static func question(_ file: String?, _ composition: Composition) throws -> SynthesizedAudio {
        guard let path = file ?? composition.resources.path("data/demo/question.wav") else {
            throw CommandFailure("The recorded question data/demo/question.wav is missing; name one with --question.")
        }
        return try recording(path)
    }

    private static func conversation(_ composition: Composition) throws -> [SynthesizedAudio] {
        try DemoConversation.requests.indices.map { number in
            let name = DemoConversation.recording(of: number)
            guard let path = composition.resources.path(name) else {
                throw CommandFailure("The recorded request \(name) is missing; install JARVIS again.")
            }
            return try recording(path)
        }
    }

    private static func recording(_ path: String) throws -> SynthesizedAudio {
        let samples = try SpeechFile.samples(of: path)
        return SynthesizedAudio(samples: samples, sampleRateHertz: AudioFrame.sampleRateHertz, words: [])
    }

    private func runCourse() async throws {
        try await setUp()
        try composition.settings.update { $0.detectionMode = .pushToTalk }
        try await reach("rest") { $0.phase == .idle }
        try await Task.sleep(for: .milliseconds(1500))
        try await picture("idle")
        try composition.settings.update { $0.detectionMode = .auto }
        try await reach("listening") { $0.phase.isListening && $0.microphone.failure == nil }
        try await Task.sleep(for: .milliseconds(1500))
        try await askAloud()
        try await pictureThinking()
        program.application.window?.openPane(.history)
        try await Task.sleep(for: .milliseconds(900))
        try await picture("history")
        program.application.window?.closePane()
        collect()
        try await converse()
    }

    /// Speaks the requests of the conversation, each after the previous answer has been heard.
    private func converse() async throws {
        guard !conversation.isEmpty else { return }
        let recorder = SourceRecorder(source: SourceRecorder.defaultMonitor, sampleRateHertz: 22_050)
        try await recorder.start()
        for (asked, sound) in zip(DemoConversation.requests, conversation) {
            let before = (heard: log.count(of: "transcript"), answered: log.count(of: "reply"))
            try await SinkPlayback.play(
                sound.samples, sampleRateHertz: sound.sampleRateHertz, into: Self.microphoneSink)
            // An unrecognized request gets no answer; go on, since the report will show it.
            _ = await isReached(within: .seconds(6)) { _ in log.count(of: "reply") > before.answered }
            try await reach("the end of an answer") { $0.phase.isListening }
            var turn = DemoConversation.Turn(asked: asked)
            turn.heard = log.text("text", of: "transcript", at: before.heard)
            turn.answered = log.text("text", of: "reply", at: before.answered)
            turn.skill = log.text("skill", of: "reply", at: before.answered)
            report.conversation.turns.append(turn)
        }
        try write(recorder.stop(), to: "conversation.wav")
    }

    private func write(_ recording: SourceRecording, to name: String) throws {
        try FileBytes.write(
            "\(folder)/\(name)", WAVFile.encode(recording.samples, sampleRateHertz: recording.sampleRateHertz))
    }

    /// Plays the question, takes pictures of listening and speaking, and records the speakers' output.
    private func askAloud() async throws {
        let recorder = SourceRecorder(source: SourceRecorder.defaultMonitor, sampleRateHertz: 22_050)
        try await recorder.start()
        let playing = Task { [question] in
            try await SinkPlayback.play(
                question.samples, sampleRateHertz: question.sampleRateHertz, into: Self.microphoneSink)
        }
        try await reach("recording") { $0.phase.isRecording || $0.phase == .transcribing }
        try await Task.sleep(for: .milliseconds(350))
        try await picture("listening")
        try await playing.value
        try await reach("speaking") { $0.phase == .speaking }
        try await Task.sleep(for: .milliseconds(450))
        try await picture("speaking")
        try await reach("the end of the answer") { $0.phase.isListening && $0.recent.count == 2 }
        let answer = recorder.stop()
        try write(answer, to: "answer.wav")
        checkHeard(answer)
    }

    /// Takes a picture of JARVIS thinking. The built-in skills answer too fast for that, so the answer is delayed.
    private func pictureThinking() async throws {
        agent.setDelay(.milliseconds(1500))
        program.session.assistant.send(.textSubmitted("what can you do", .typed))
        try await reach("thinking") { $0.phase == .thinking }
        try await Task.sleep(for: .milliseconds(700))
        try await picture("processing")
        try await reach("the second answer") { $0.phase == .speaking }
        program.session.assistant.send(.microphoneTapped)
        try await reach("listening again") { $0.phase.isListening }
    }

    private func checkHeard(_ answer: SourceRecording) {
        let frame = answer.sampleRateHertz / 50
        var loud = 0
        for start in stride(from: 0, to: answer.samples.count - frame, by: frame) {
            if LevelMeter.dBFS(Array(answer.samples[start..<start + frame])) > -50 { loud += 1 }
        }
        if loud < 15 { report.failures.append("The answer wasn't heard on the speakers.") }
    }

    private func collect() {
        report.transcript = log.text("text", of: "transcript")
        report.recognizer = log.text("engine", of: "transcript")
        report.reply = log.text("text", of: "reply")
        report.skill = log.text("skill", of: "reply")
        for (name, value) in log.first("timing", having: "endpointDecidedMs").sorted(by: { $0.key < $1.key }) {
            if case .number(let milliseconds) = value { report.timings.append((name, milliseconds)) }
        }
        if report.transcript.isEmpty { report.failures.append("The question wasn't understood.") }
        if report.skill.isEmpty { report.failures.append("No skill answered.") }
    }

    func picture(_ name: String) async throws {
        try await Screenshot.take("\(folder)/\(name).png", of: program.application)
    }

    /// Waits until the conversation is in the wanted state.
    /// - Throws: `CommandFailure` if that takes too long.
    func reach(_ what: String, _ isWanted: (AssistantState) -> Bool) async throws {
        if await isReached(within: .seconds(20), isWanted) { return }
        try Task.checkCancellation()
        let banner = program.session.assistant.state.banner.map { BannerText.text($0.message) } ?? ""
        throw CommandFailure("The conversation never reached \(what). \(banner)")
    }

    /// Waits until the conversation is in the wanted state; returns false if that takes too long.
    func isReached(within limit: Duration, _ isWanted: (AssistantState) -> Bool) async -> Bool {
        let step = Duration.milliseconds(20)
        var waited = Duration.zero
        while waited < limit, !Task.isCancelled {
            if isWanted(program.session.assistant.state) { return true }
            try? await Task.sleep(for: step)
            waited += step
        }
        return false
    }
}
