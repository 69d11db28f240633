// SPDX-License-Identifier: GPL-3.0-or-later
// Speech from a server with OpenAI's API, which many servers share: `POST /v1/audio/speech`.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSpokenText

/// Plays the audio as it arrives. The server applies the speed. Pitch is changed by playing faster or slower, with the
/// server's speed adjusted to compensate; volume is applied locally.
final class OpenAISynthesizer: SpeechSynthesizer {
    private let endpoint: ServerEndpoint
    private let pace = SpeakingPace()
    private let answered: @Sendable (Duration) -> Void

    private static let format = SoundFormat(sampleRateHertz: 24_000)
    /// The range of speeds that the API accepts.
    private static let speeds = 0.25...4.0
    /// A clause is a few seconds of audio; an answer slower than real time is useless.
    private static let limits = TransferLimits(
        connection: .seconds(2), answer: .seconds(6), pause: .seconds(4), total: .seconds(60), maximumBytes: 64 << 20)

    /// - Parameter answered: Called with the time to the first audio of each clause.
    init(_ endpoint: ServerEndpoint, answered: @escaping @Sendable (Duration) -> Void = { _ in }) {
        self.endpoint = endpoint
        self.answered = answered
    }

    /// The API has no list of voices, so this returns the configured one.
    func voices() async throws -> [Voice] {
        endpoint.voice.isEmpty ? [] : [Voice(id: endpoint.voice, name: endpoint.voice, languages: [])]
    }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        ClauseStream.make { [self] continuation in
            let text = SpeakableText(clause)
            guard !text.spoken.isEmpty else { return }
            let speed = prosody.speed / prosody.rateFactor
            let request: JSONObject = [
                "model": .text(endpoint.model.isEmpty ? "tts-1" : endpoint.model), "input": .text(text.spoken),
                "voice": .text(endpoint.voice.isEmpty ? "alloy" : endpoint.voice), "response_format": .text("pcm"),
                "speed": .number(min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)),
            ]
            let start = ContinuousClock.now
            let response = try await endpoint.post(
                "/v1/audio/speech", .bytes(JSONValue.object(request).bytes, contentType: "application/json"),
                limits: Self.limits)
            let format = try format(of: response)
            var head: WAVStreamHead? = WAVStreamHead()
            var assembly = assembly(text, format, prosody)
            func play(_ bytes: [UInt8]) {
                if assembly.sampleCount == 0 { answered(ContinuousClock.now - start) }
                if let piece = assembly.add(bytes) { continuation.yield(piece) }
            }
            for try await bytes in response.body {
                if let excess = assembly.excess(of: endpoint.address.display) { throw excess }
                guard let finding = head?.read(bytes) else {
                    play(bytes)
                    continue
                }
                switch finding {
                case .needsMore: continue
                case .samples(let samples): play(samples)
                case .header(let format, let samples):
                    assembly = self.assembly(text, format, prosody)
                    play(samples)
                case .unreadable(let reason): throw malformed(reason)
                }
                head = nil
            }
            try Task.checkCancellation()
            if let head { play(head.remainder) }
            if let shortfall = assembly.shortfall(of: endpoint.address.display) { throw shortfall }
            if let rest = assembly.finish() { continuation.yield(rest) }
            pace.learn(assembly.measuredPace, atSpeed: prosody.speed)
        }
    }

    private func assembly(_ text: SpeakableText, _ format: SoundFormat, _ prosody: Prosody) -> SoundAssembly {
        SoundAssembly(
            text, format: format, volume: prosody.volume, rateFactor: prosody.rateFactor,
            pace: pace.current / prosody.speed)
    }

    /// The sample format that the response headers announce.
    private func format(of response: HTTPResponse) throws -> SoundFormat {
        let type = response.mediaType
        let isSound = type.isEmpty || type.hasPrefix("audio/") || type == "application/octet-stream"
        guard isSound, type != "audio/mpeg", type != "audio/ogg", type != "audio/flac" else {
            throw malformed(.mediaType(type, wanted: "PCM"))
        }
        let parameters = (response.headers["content-type"] ?? "").split(separator: ";").dropFirst()
        let rate = parameters.lazy.map { $0.filter { !$0.isWhitespace } }.first { $0.hasPrefix("rate=") }
        guard let rate, let hertz = Int(rate.dropFirst(5)) else { return Self.format }
        let format = SoundFormat(sampleRateHertz: hertz)
        guard format.isUsable else { throw malformed(.sampleRate(hertz: hertz)) }
        return format
    }

    private func malformed(_ answer: UnexpectedAnswer) -> ServerFailure {
        ServerFailure(server: endpoint.address.display, kind: .malformed(answer))
    }
}
