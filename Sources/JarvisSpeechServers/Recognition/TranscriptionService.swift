// SPDX-License-Identifier: GPL-3.0-or-later
// Clients for servers that transcribe whole utterances: OpenAI's API, which many servers share, and whisper.cpp's own.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSignal
import Synchronization

/// Turns a whole utterance into text.
protocol TranscriptionService: Sendable {
    /// The engine's name as transcripts record it.
    var name: String { get }
    var endpoint: ServerEndpoint { get }
    /// - Parameters:
    ///   - samples: 16 kHz mono.
    ///   - partial: Called with the words so far, if the server sends them.
    /// - Throws: `ServerFailure` or `CancellationError`.
    func transcribe(
        _ samples: [Int16], partial: @escaping @Sendable (String) -> Void
    ) async throws -> TranscriptionAnswer
}

extension TranscriptionService {
    /// Time limits: after that, the embedded recognizer is faster than waiting.
    static var limits: TransferLimits {
        TransferLimits(
            connection: .seconds(2), answer: .seconds(8), pause: .seconds(4), total: .seconds(12),
            maximumBytes: 1 << 20)
    }

    /// A form that contains the utterance as a WAV file, for this server.
    func form(_ samples: [Int16]) -> MultipartForm {
        var form = MultipartForm()
        form.add(
            "file", file: "utterance.wav", type: "audio/wav",
            WAVFile.encode(samples, sampleRateHertz: AudioFrame.sampleRateHertz))
        return form
    }
}

/// A client for `POST /v1/audio/transcriptions`.
final class OpenAITranscription: TranscriptionService {
    let name = "openai"
    let endpoint: ServerEndpoint
    private let language: String?
    private let vocabulary: String
    /// The server does not support the answer format that includes confidences.
    private let isPlain: Atomic<Bool>

    /// - Parameters:
    ///   - language: A code such as "de"; nil lets the server detect it, which is unreliable for short utterances.
    ///   - vocabulary: Words that are likely to occur, sent as a prompt.
    init(_ endpoint: ServerEndpoint, language: String? = nil, vocabulary: String = "") {
        self.endpoint = endpoint
        self.language = language
        self.vocabulary = vocabulary
        // OpenAI's newer models answer only in the plain format, and stream it.
        isPlain = Atomic(endpoint.model.hasPrefix("gpt-"))
    }

    func transcribe(
        _ samples: [Int16], partial: @escaping @Sendable (String) -> Void
    ) async throws -> TranscriptionAnswer {
        guard !isPlain.load(ordering: .relaxed) else { return try await post(samples, isPlain: true, partial) }
        do {
            return try await post(samples, isPlain: false, partial)
        } catch let failure as ServerFailure {
            guard case .rejected(let status, _) = failure.kind, status == 400 || status == 422 else { throw failure }
            let answer = try await post(samples, isPlain: true, partial)
            isPlain.store(true, ordering: .relaxed)
            return answer
        }
    }

    private func post(
        _ samples: [Int16], isPlain: Bool, _ partial: @escaping @Sendable (String) -> Void
    ) async throws -> TranscriptionAnswer {
        var form = form(samples)
        form.add("model", endpoint.model.isEmpty ? "whisper-1" : endpoint.model)
        form.add("response_format", isPlain ? "json" : "verbose_json")
        if isPlain { form.add("stream", "true") }
        if let language { form.add("language", language) }
        if !vocabulary.isEmpty { form.add("prompt", vocabulary) }
        form.add("temperature", "0")
        let response = try await endpoint.post(
            "/v1/audio/transcriptions", .bytes(form.body, contentType: form.contentType), limits: Self.limits)
        let server = endpoint.address.display
        switch response.mediaType {
        case "text/event-stream": return try await streamed(response, partial)
        case "application/json", "": return try TranscriptionAnswer(json: await response.bytes(), server: server)
        case "text/plain":
            // Some servers answer in plain text regardless of the request; others label JSON as text.
            let bytes = try await response.bytes()
            if let answer = try? TranscriptionAnswer(json: bytes, server: server) { return answer }
            let text = String(decoding: bytes, as: UTF8.self)
            // Captive portals answer with a login page, regardless of the content type that they declare.
            if text.first(where: { !$0.isWhitespace }) == "<" {
                throw ServerFailure(server: server, kind: .malformed(.webPage))
            }
            return TranscriptionAnswer(text: text)
        default: throw ServerFailure(server: server, kind: .malformed(.mediaType(response.mediaType, wanted: "JSON")))
        }
    }

    private func streamed(
        _ response: HTTPResponse, _ partial: @Sendable (String) -> Void
    ) async throws -> TranscriptionAnswer {
        var deltas = TranscriptionDeltas()
        for try await event in response.events {
            if deltas.take(event) {
                let answer = TranscriptionAnswer(text: deltas.text)
                if !answer.text.isEmpty { partial(answer.text) }
            }
            if deltas.isComplete { break }
        }
        guard deltas.isComplete || !deltas.text.isEmpty else {
            throw ServerFailure(server: endpoint.address.display, kind: .malformed(.noText))
        }
        return TranscriptionAnswer(text: deltas.text)
    }
}

/// whisper.cpp's server: `POST /inference`; its one model is fixed when it starts.
struct WhisperServerTranscription: TranscriptionService {
    let name = "whisper-server"
    let endpoint: ServerEndpoint
    var language: String?
    var vocabulary = ""

    init(_ endpoint: ServerEndpoint, language: String? = nil, vocabulary: String = "") {
        self.endpoint = endpoint
        self.language = language
        self.vocabulary = vocabulary
    }

    func transcribe(
        _ samples: [Int16], partial: @escaping @Sendable (String) -> Void
    ) async throws -> TranscriptionAnswer {
        var form = form(samples)
        form.add("temperature", "0.0")
        form.add("response_format", "json")
        // If the field is missing, the server assumes English.
        form.add("language", language ?? "auto")
        if !vocabulary.isEmpty { form.add("prompt", vocabulary) }
        let response = try await endpoint.post(
            "/inference", .bytes(form.body, contentType: form.contentType), limits: Self.limits)
        return try TranscriptionAnswer(json: await response.bytes(), server: endpoint.address.display)
    }
}
