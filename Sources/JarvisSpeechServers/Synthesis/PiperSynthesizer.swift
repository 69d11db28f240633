// SPDX-License-Identifier: GPL-3.0-or-later
// Speech by the `piper` program, if it is installed with a model.
// https://github.com/OHF-Voice/piper1-gpl

import JarvisCore
import JarvisPlatform
import JarvisSpokenText

/// Runs the program once for each clause, which reloads the model and takes a few tenths of a second. The program
/// applies the speed; pitch is changed by playing faster or slower; volume is applied locally.
final class PiperSynthesizer: SpeechSynthesizer {
    private let program: String
    private let model: String
    private let speaker: String
    private let worker = WorkerThread(name: "piper")
    private let runner = ProcessRunner()
    private let pace = SpeakingPace()
    private let answered: @Sendable (Duration) -> Void

    /// The program's name for the user, regardless of its path.
    static let programName = "piper"
    /// A slow computer takes a while to load the model, and again for each piece of audio.
    private static let patience = Duration.seconds(10)
    /// The time limit for a whole clause, even if audio keeps coming.
    private static let limit = Duration.seconds(120)

    /// - Parameters:
    ///   - program: Searched for in PATH.
    ///   - model: The path of the model, an .onnx file with its .json beside it.
    ///   - speaker: The number of a speaker, for multi-speaker models; empty for the first.
    ///   - answered: Called with the time to the first audio of each clause.
    init(
        program: String = programName, model: String, speaker: String = "",
        answered: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.program = program
        self.model = model
        self.speaker = speaker
        self.answered = answered
    }

    func voices() async throws -> [Voice] {
        do {
            let name = String((model.split(separator: "/").last ?? "piper").prefix { $0 != "." })
            let language = try await worker.run { [self] in try description().language }
            return [Voice(id: name, name: name, languages: language.map { [$0] } ?? [])]
        } catch let failure as ServerFailure {
            throw SynthesisFailure.serverFailed(failure)
        }
    }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        ClauseStream.make { [self] continuation in
            let text = SpeakableText(clause)
            guard !text.spoken.isEmpty else { return }
            let beginning = ContinuousClock.now
            let sound = try await worker.run { [self] in try description() }
            try Task.checkCancellation()
            var assembly = SoundAssembly(
                text, format: sound.format, volume: prosody.volume, rateFactor: prosody.rateFactor,
                pace: pace.current / prosody.speed)
            do {
                let process = try await start(text.spoken, prosody)
                while let bytes = try await process.read(within: Self.patience) {
                    if assembly.sampleCount == 0 { answered(ContinuousClock.now - beginning) }
                    if let piece = assembly.add(bytes) { continuation.yield(piece) }
                    if let excess = assembly.excess(of: Self.programName) { throw excess }
                }
                let exit = try await process.wait()
                guard exit.isSuccess else {
                    let words = process.lastErrors.last.map { ProgramFault.reported(String($0.prefix(200))) }
                    throw failure(words ?? .exitStatus(Int(exit.status)))
                }
            } catch let error as ProcessFailure {
                throw try Self.failure(error)
            }
            if let shortfall = assembly.shortfall(of: Self.programName) { throw shortfall }
            if let rest = assembly.finish() { continuation.yield(rest) }
            pace.learn(assembly.measuredPace, atSpeed: prosody.speed)
        }
    }

    private func start(_ text: String, _ prosody: Prosody) async throws -> RunningProcess {
        // The length scale is the inverse of speed.
        let length = prosody.rateFactor / prosody.speed
        var arguments = ["--model", model, "--output-raw", "--length-scale", "\(length)"]
        if !speaker.isEmpty { arguments += ["--speaker", speaker] }
        // The program reads each line as a separate text.
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
        let process = try runner.start(ProcessCommand(program, arguments), limit: Self.limit)
        do {
            try await process.write(Array(line.utf8))
        } catch {
            // If the program closes its input early, its error output gives the reason.
            guard error.kind == .inputClosed else { throw error }
        }
        process.closeInput()
        return process
    }

    /// The sample rate and language from the model's JSON file.
    private func description() throws -> (format: SoundFormat, language: String?) {
        guard !model.isEmpty else { throw failure(.noModel) }
        guard let bytes = try? AtomicFile.read(model + ".json") else {
            throw failure(.unreadable(path: model + ".json"))
        }
        let object = (try? JSONValue(parsing: bytes))?.asObject
        let rate = object?["audio"]?.asObject?["sample_rate"]?.asInteger ?? 0
        let format = SoundFormat(sampleRateHertz: Int(clamping: rate))
        guard format.isUsable else { throw failure(.noSampleRate(path: model + ".json")) }
        let language = object?["language"]?.asObject?["code"]?.asText
        return (format, language.map { String($0.map { $0 == "_" ? "-" : $0 }) })
    }

    /// The failure in terms of servers.
    /// - Throws: `CancellationError` if the process was stopped because the task was cancelled.
    private static func failure(_ failure: ProcessFailure) throws -> ServerFailure {
        switch failure.kind {
        case .cancelled: throw CancellationError()
        case .timedOut: ServerFailure(server: programName, kind: .timedOut(.answer))
        case .notStarted: ServerFailure(server: programName, kind: .programFailed(.reported(failure.reason)))
        case .inputClosed: ServerFailure(server: programName, kind: .programFailed(.inputRefused))
        case .tooMuchOutput(let limit):
            ServerFailure(server: programName, kind: .programFailed(.tooMuchOutput(limitBytes: limit)))
        }
    }

    private func failure(_ fault: ProgramFault) -> ServerFailure {
        ServerFailure(server: Self.programName, kind: .programFailed(fault))
    }
}
