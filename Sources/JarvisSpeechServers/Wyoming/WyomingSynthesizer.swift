// SPDX-License-Identifier: GPL-3.0-or-later
// Synthesizes speech with a Wyoming server.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSpokenText

/// Plays the audio as it arrives. The protocol has neither speed nor pitch, so the voice speaks as the server is
/// configured; volume is applied locally.
final class WyomingSynthesizer: SpeechSynthesizer {
    private let server: WyomingServer
    private let voice: String
    private let limits: TransferLimits
    private let pace = SpeakingPace()
    private let answered: @Sendable (Duration) -> Void

    /// Time limits as for OpenAI's API: a clause is a few seconds of audio, and an answer slower than real time is
    /// useless.
    static let limits = TransferLimits(answer: .seconds(6), pause: .seconds(4), total: .seconds(60))

    /// - Parameters:
    ///   - voice: "name" or "name/speaker"; empty for the server's default.
    ///   - limits: Time limits for the first audio, between two pieces, and for a whole clause.
    ///   - answered: Called with the time to the first audio of each clause.
    init(
        _ server: WyomingServer, voice: String = "", limits: TransferLimits = limits,
        answered: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.server = server
        self.voice = voice
        self.limits = limits
        self.answered = answered
    }

    func voices() async throws -> [Voice] {
        do {
            return try await server.info().voices
        } catch let failure as ServerFailure {
            throw SynthesisFailure.serverFailed(failure)
        }
    }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        ClauseStream.make { [self] continuation in
            let text = SpeakableText(clause)
            guard !text.spoken.isEmpty else { return }
            let start = ContinuousClock.now
            var assembly: SoundAssembly?
            // Unbounded: dropping audio would be audible, and a server that sends too much is abandoned.
            let (updates, feed) = AsyncStream.makeStream(
                of: WyomingConnection.Update.self, bufferingPolicy: .unbounded)
            let connection = WyomingConnection(server) { feed.yield($0) }
            defer { connection.close() }
            let alarm = ProgressAlarm(limits) { [server] stage in
                feed.yield(.failed(ServerFailure(server: server.address.display, kind: .timedOut(stage))))
            }
            defer { alarm.stop() }
            connection.send(request(text.spoken))
            for await update in updates {
                let event: WyomingEvent
                switch update {
                case .failed(let failure): throw failure
                case .event(let next): event = next
                }
                switch event.type {
                case "audio-start", "audio-chunk":
                    if assembly == nil { assembly = try self.assembly(text, event, prosody) }
                    guard !event.payload.isEmpty else { continue }
                    alarm.progress()
                    if assembly?.sampleCount == 0 { answered(ContinuousClock.now - start) }
                    if let piece = assembly?.add(event.payload) { continuation.yield(piece) }
                    if let excess = assembly?.excess(of: server.address.display) { throw excess }
                case "audio-stop":
                    guard let assembled = assembly else { throw malformed(.noSound) }
                    if let shortfall = assembled.shortfall(of: server.address.display) { throw shortfall }
                    if let rest = assembly?.finish() { continuation.yield(rest) }
                    return pace.learn(assembly?.measuredPace, atSpeed: 1)
                case "error": throw server.failure(event)
                default: break
                }
            }
            throw CancellationError()
        }
    }

    private func request(_ text: String) -> WyomingEvent {
        var data: JSONObject = ["text": .text(text)]
        let parts = voice.split(separator: "/", maxSplits: 1).map(String.init)
        if let name = parts.first {
            var choice: JSONObject = ["name": .text(name)]
            if parts.count > 1 { choice["speaker"] = .text(parts[1]) }
            data["voice"] = .object(choice)
        }
        return WyomingEvent("synthesize", data)
    }

    private func assembly(_ text: SpeakableText, _ event: WyomingEvent, _ prosody: Prosody) throws -> SoundAssembly {
        let rate = event.data["rate"]?.asInteger ?? 0
        let channels = event.data["channels"]?.asInteger ?? 1
        let format = SoundFormat(sampleRateHertz: Int(clamping: rate), channels: Int(clamping: channels))
        guard event.data["width"]?.asInteger ?? 2 == 2, format.isUsable else {
            throw malformed(.notPCM)
        }
        return SoundAssembly(text, format: format, volume: prosody.volume, pace: pace.current)
    }

    private func malformed(_ answer: UnexpectedAnswer) -> ServerFailure {
        ServerFailure(server: server.address.display, kind: .malformed(answer))
    }
}
