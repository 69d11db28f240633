// SPDX-License-Identifier: GPL-3.0-or-later
// Recognition by a Wyoming server, which receives the audio during speech.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSignal
import Synchronization

/// Streams each utterance over its own connection.
final class WyomingRecognizer: SpeechRecognizer {
    let name = "wyoming"
    private let server: WyomingServer
    private let model: String
    private let language: String?
    private let limits: TransferLimits
    private let answered: @Sendable (Duration) -> Void

    /// Time limits from the last sample on: after that, the embedded recognizer is faster than waiting, as with
    /// uploaded files.
    static let limits = TransferLimits(answer: .seconds(8), pause: .seconds(4), total: .seconds(12))

    /// - Parameters:
    ///   - model: Empty for the server's default.
    ///   - language: A code such as "de"; nil lets the server detect it.
    ///   - limits: Time limits from the last sample on: for the first words, between streamed words, and in total.
    ///   - answered: Called with the latency of each answer, from the end of the audio.
    init(
        _ server: WyomingServer, model: String = "", language: String? = nil, limits: TransferLimits = limits,
        answered: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.server = server
        self.model = model
        self.language = language
        self.limits = limits
        self.answered = answered
    }

    func warmUp() {}

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        var request: JSONObject = [:]
        if !model.isEmpty { request["name"] = .text(model) }
        if let language { request["language"] = .text(language) }
        let session = WyomingSession(server, request, utterance, limits: limits, answered: answered, handler: handler)
        session.open()
        return session
    }
}

private final class WyomingSession: RecognitionSession {
    private struct State {
        /// The number of samples accepted so far; most of them have been sent.
        var sampleCount = 0
        var connection: WyomingConnection?
        /// Numbers the connections, so that late events of an abandoned one are ignored.
        var number = 0
        var stopSent: ContinuousClock.Instant?
        /// Detects whether the speaker has continued since the end was announced.
        var pause: SpeechGate.Watch?
        var chunks = ""
        var streams = false
        var result: Result<Transcript?, ServerFailure>?
        /// The time from the end of the audio to the text.
        var latency: Duration?
        var alarm: ProgressAlarm<ContinuousClock>?
        var isFinished = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let server: WyomingServer
    private let request: JSONObject
    private let utterance: SpokenUtterance
    private let limits: TransferLimits
    private let answered: @Sendable (Duration) -> Void
    private let handler: @Sendable (RecognitionUpdate) -> Void

    private static let format: JSONObject = [
        "rate": .integer(Int64(AudioFrame.sampleRateHertz)), "width": .integer(2), "channels": .integer(1),
    ]
    /// The assumed confidence, since the protocol reports none.
    private static let usualConfidence = 0.8
    private static let samplesPerChunk = 4096

    init(
        _ server: WyomingServer, _ request: JSONObject, _ utterance: SpokenUtterance, limits: TransferLimits,
        answered: @escaping @Sendable (Duration) -> Void, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) {
        self.server = server
        self.request = request
        self.utterance = utterance
        self.limits = limits
        self.answered = answered
        self.handler = handler
    }

    func open() {
        state.withLock { connect(&$0) }
    }

    func accept(upTo sampleCount: Int) {
        state.withLock { state in
            guard !state.isFinished, sampleCount > state.sampleCount else { return }
            let samples = utterance.samples(from: state.sampleCount, upTo: sampleCount)
            state.sampleCount = sampleCount
            guard state.stopSent != nil else { return Self.send(samples[...], state.connection) }
            // More silence after the announced end changes nothing. If the speaker continues, the end was premature:
            // the server gets the utterance again on a new connection.
            if state.pause?.hears(samples) ?? true { connect(&state) }
        }
    }

    func prepareResult() {
        state.withLock { state in
            guard !state.isOver, state.sampleCount > 0, state.stopSent == nil else { return }
            state.pause = SpeechGate.Watch(after: utterance.samples(upTo: state.sampleCount))
            stop(&state)
        }
    }

    func finish() {
        let update = state.withLock { state -> RecognitionUpdate? in
            guard !state.isFinished, !state.isOver else { return nil }
            state.isFinished = true
            guard state.sampleCount > 0 else {
                end(&state)
                return .final(nil)
            }
            stop(&state)
            if state.result == nil {
                state.alarm = ProgressAlarm(limits) { [self] in expired($0) }
            }
            return conclusion(&state)
        }
        if let update { handler(update) }
    }

    func cancel() {
        state.withLock { end(&$0) }
    }

    private func connect(_ state: inout State) {
        state.connection?.close()
        state.number += 1
        (state.stopSent, state.pause) = (nil, nil)
        state.chunks = ""
        state.streams = false
        state.result = nil
        let number = state.number
        let connection = WyomingConnection(server) { [weak self] in self?.take($0, from: number) }
        state.connection = connection
        connection.send(WyomingEvent("transcribe", request))
        connection.send(WyomingEvent("audio-start", Self.format))
        Self.send(utterance.samples(upTo: state.sampleCount)[...], connection)
    }

    private static func send(_ samples: ArraySlice<Int16>, _ connection: WyomingConnection?) {
        var rest = samples
        while !rest.isEmpty {
            let part = rest.prefix(samplesPerChunk)
            rest = rest.dropFirst(samplesPerChunk)
            connection?.send(WyomingEvent("audio-chunk", format, payload: part.littleEndianBytes))
        }
    }

    private func stop(_ state: inout State) {
        guard state.stopSent == nil else { return }
        state.stopSent = .now
        state.connection?.send(WyomingEvent("audio-stop"))
    }

    private func take(_ update: WyomingConnection.Update, from number: Int) {
        let reports = state.withLock { state -> [RecognitionUpdate] in
            guard state.number == number, !state.isOver, state.result == nil else { return [] }
            switch update {
            case .failed(let failure): state.result = .failure(failure)
            case .event(let event):
                if let partial = take(event, &state) { return [partial] }
                state.latency = state.stopSent.map { ContinuousClock.now - $0 }
            }
            return conclusion(&state).map { [$0] } ?? []
        }
        for report in reports { handler(report) }
    }

    /// Handles an event of the server.
    /// - Returns: The update with the words so far, if they have changed.
    private func take(_ event: WyomingEvent, _ state: inout State) -> RecognitionUpdate? {
        let text = event.data["text"]?.asText ?? ""
        switch event.type {
        case "transcript-start":
            state.streams = true
            state.chunks = ""
        case "transcript-chunk":
            state.chunks += text
            let words = TranscriptionAnswer(text: state.chunks).text
            if !text.isEmpty { state.alarm?.progress() }
            return words.isEmpty ? nil : .partial(PartialTranscript(text: words))
        // A streaming server sends the whole text first, too, for clients that don't support streaming.
        case "transcript": state.result = .success(transcript(text))
        case "transcript-stop" where state.streams: state.result = .success(transcript(state.chunks))
        case "error": state.result = .failure(server.failure(event))
        default: break
        }
        return nil
    }

    private func transcript(_ text: String) -> Transcript? {
        let words = TranscriptionAnswer(text: text).text
        guard !words.isEmpty else { return nil }
        return Transcript(text: words, confidence: Self.usualConfidence, engine: "wyoming", search: .dictation)
    }

    private func expired(_ stage: ServerFailure.Stage) {
        let update = state.withLock { state -> RecognitionUpdate? in
            guard state.result == nil else { return nil }
            state.result = .failure(ServerFailure(server: server.address.display, kind: .timedOut(stage)))
            return conclusion(&state)
        }
        if let update { handler(update) }
    }

    /// The update to report now, if any. A failure is due at once, so that another engine can take over in time; text
    /// is held back until the result is requested.
    private func conclusion(_ state: inout State) -> RecognitionUpdate? {
        guard !state.isOver, let result = state.result else { return nil }
        switch result {
        case .failure(let failure):
            end(&state)
            return .failed(.serverFailed(failure))
        case .success(let transcript):
            guard state.isFinished else { return nil }
            if let latency = state.latency { answered(latency) }
            end(&state)
            return .final(transcript)
        }
    }

    private func end(_ state: inout State) {
        state.isOver = true
        state.isFinished = true
        state.alarm?.stop()
        state.alarm = nil
        state.connection?.close()
        state.connection = nil
    }
}

extension ArraySlice<Int16> {
    /// The samples as signed 16-bit little-endian bytes.
    var littleEndianBytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count * 2) { bytes, size in
            for (place, sample) in enumerated() {
                let value = UInt16(bitPattern: sample)
                bytes[place * 2] = UInt8(truncatingIfNeeded: value)
                bytes[place * 2 + 1] = UInt8(truncatingIfNeeded: value >> 8)
            }
            size = count * 2
        }
    }
}
