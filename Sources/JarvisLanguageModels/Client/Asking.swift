// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one question to a language model. Retries failures that may pass, unless part of an answer has arrived, and
// reports progress while waiting. Runs on the cooperative pool.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

final class Asking: Sendable {
    private struct State {
        var request: ChatRequest
        /// Part of the answer has arrived; reasoning counts, since it shows that the server is working.
        var hasBegun = false
        /// Bytes of answer text so far.
        var length = 0
        var isLoading = false
        var isFinished = false
        /// The stage in which the server timed out.
        var late: ServerFailure.Stage?
        /// The time limit for the whole answer has passed.
        var isEndless = false
        /// Stops the attempt that runs.
        var reading: ReadingTask?
    }

    /// The attempts so far, each of which changes the next one.
    private struct Tries {
        var shortenings = 0
        var hasReconnected = false
        var hasChangedAddress = false
        var hasWaited = false
        var pause: Duration
    }

    private let model: ServerLanguageModel
    private let original: ChatRequest
    private let report: @Sendable (ChatUpdate) -> Void
    private let state: Mutex<State>
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now

    init(_ model: ServerLanguageModel, _ request: ChatRequest, report: @escaping @Sendable (ChatUpdate) -> Void) {
        self.model = model
        self.report = report
        var request = request
        if model.refusesTools { request.tools = [] }
        original = request
        state = Mutex(State(request: model.budget.fitting(request)))
    }

    /// Returns once the answer has ended.
    /// - Throws: `LanguageModelFailure` or `CancellationError`.
    func run() async throws {
        if model.kind == .ollama, model.endpoint.model.isEmpty {
            throw model.failure(.modelUnnamed(known: try await model.models()))
        }
        let ticker = Task { [self] in await tellOfWaiting() }
        defer { ticker.cancel() }
        var tries = Tries(pause: model.limits.firstRetry)
        while true {
            do {
                return try await once()
            } catch let failure as ServerFailure {
                try Task.checkCancellation()
                try await prepareRetry(after: failure, &tries)
            } catch let failure as LanguageModelFailure where failure.kind == .empty && isUntouched {
                // Some servers answer a question that is too long with nothing at all.
                guard tries.shortenings < Self.mostSilences, (try? shorten(&tries)) != nil else { throw failure }
            } catch let failure as LanguageModelFailure {
                // Wait once if the server asks for a pause that is short enough.
                guard case .limited(let seconds?) = failure.kind, !tries.hasWaited,
                    .seconds(seconds) <= model.limits.longestRetry
                else { throw failure }
                tries.hasWaited = true
                try await clock.sleep(for: .seconds(seconds))
            }
        }
    }

    /// Reports at intervals that nothing has arrived, until it is cancelled or the answer has ended.
    private func tellOfWaiting() async {
        if model.isWarmingUp.load(ordering: .relaxed) {
            state.withLock { $0.isLoading = true }
            report(.waiting(isLoading: true))
        }
        var pause = min(model.limits.look, model.limits.report)
        while (try? await clock.sleep(for: pause)) != nil {
            pause = model.limits.report
            let isQuiet = state.withLock { !$0.isFinished && !$0.hasBegun && !$0.isLoading }
            if isQuiet, await model.isLoaded() == false { state.withLock { $0.isLoading = !$0.hasBegun } }
            let (isFinished, isLoading) = state.withLock { ($0.isFinished, $0.isLoading && !$0.hasBegun) }
            guard !isFinished, !Task.isCancelled else { return }
            report(.waiting(isLoading: isLoading))
            if await isGivenUp() {
                return state.withLock { state in
                    state.late = .answer
                    state.reading?.cancel()
                }
            }
        }
    }

    /// True if a server that can report its model's state has been silent for longer than the time limit, and doesn't
    /// report the model as loaded. A loaded model is working on the question.
    private func isGivenUp() async -> Bool {
        guard model.kind == .ollama, clock.now - start > model.limits.firstToken,
            !state.withLock({ $0.hasBegun })
        else { return false }
        return await model.isLoaded() != true
    }

    // MARK: Retrying

    /// Adapts the request or waits, and returns if it should be sent again.
    /// - Throws: The final failure if another attempt would not help.
    private func prepareRetry(after failure: ServerFailure, _ tries: inout Tries) async throws {
        guard !state.withLock({ $0.hasBegun }) else { throw try await final(failure) }
        if !tries.hasChangedAddress, Self.isOfAddress(failure), model.useOtherAddress() {
            tries.hasChangedAddress = true
            return
        }
        switch FailureMeaning(failure) {
        case .loading:
            state.withLock { $0.isLoading = true }
            report(.waiting(isLoading: true))
            guard clock.now - start + tries.pause < model.limits.firstToken else { throw model.failure(.stillLoading) }
            try await clock.sleep(for: tries.pause)
            tries.pause = min(tries.pause * 2, model.limits.longestRetry)
        case .tooLong: try shorten(&tries)
        case .withoutTools where !original.tools.isEmpty && !state.withLock({ $0.request.tools.isEmpty }):
            model.noteRefusalOfTools()
            state.withLock { $0.request.tools = [] }
        case .unsupported(let part) where model.avoid(part): break
        case .broken where !tries.hasReconnected:
            tries.hasReconnected = true
        default: throw try await final(failure)
        }
    }

    /// True if the server may not know the address, rather than the model.
    private static func isOfAddress(_ failure: ServerFailure) -> Bool {
        switch failure.kind {
        case .rejected(404, let message), .rejected(405, let message): !message.lowercased().contains("model")
        case .malformed(.webPage): true
        default: false
        }
    }

    /// Halves the conversation each time the server finds it too long, and finally drops the tools.
    private func shorten(_ tries: inout Tries) throws {
        tries.shortenings += 1
        guard tries.shortenings <= Self.mostShortenings else { throw model.failure(.tooLong) }
        let before = state.withLock { $0.request }
        // The server's context is smaller than assumed, or it counts more tokens than the estimate.
        var shorter = model.budget.fitting(before, share: model.budget.halved(before))
        if shorter == before {
            guard !before.tools.isEmpty else { throw model.failure(.tooLong) }
            shorter.tools = []
        }
        state.withLock { $0.request = shorter }
    }

    /// An empty answer is taken for a question that was too long this many times.
    private static let mostSilences = 3
    /// Nothing at all has arrived.
    private var isUntouched: Bool { state.withLock { !$0.hasBegun } }

    /// After this many halvings no message is left of any conversation.
    private static let mostShortenings = 12

    /// Explains the last attempt's failure in terms of models, for example as a missing model.
    private func final(_ failure: ServerFailure) async throws -> LanguageModelFailure {
        let hasBegun = state.withLock { $0.hasBegun }
        switch (FailureMeaning(failure), failure.kind) {
        case (.loading, _): return model.failure(.stillLoading)
        case (.overloaded, _): return model.failure(.overloaded)
        case (.tooLong, _): return model.failure(.tooLong)
        case (.withoutTools(let words), _): return model.failure(.withoutTools(words))
        case (.limited, _): return model.failure(.limited(seconds: nil))
        case (.modelMissing, _) where !hasBegun:
            // If the list of models is unavailable, the server's message is the best explanation.
            guard let known = try? await model.listedModels() else { return model.failure(.server(failure)) }
            try Task.checkCancellation()
            let name = model.endpoint.model
            return model.failure(
                name.isEmpty ? .modelUnnamed(known: known) : .modelMissing(name, known: known))
        case (.broken, _) where hasBegun: return model.failure(.cutOff)
        case (_, .timedOut(.answer)): return silent
        case (_, .timedOut(.rest)): return hasBegun ? stalled : silent
        default: return model.failure(.server(failure))
        }
    }

    private var silent: LanguageModelFailure {
        let isLoading = state.withLock { $0.isLoading }
        return model.failure(isLoading ? .stillLoading : .silent(seconds: Self.seconds(model.limits.firstToken)))
    }

    private var stalled: LanguageModelFailure { model.failure(.stalled(seconds: Self.seconds(model.limits.pause))) }

    private static func seconds(_ duration: Duration) -> Int { max(1, Int((duration / .seconds(1)).rounded())) }

    // MARK: One attempt

    private func once() async throws {
        let request = state.withLock { $0.request }
        // A server that can tell of its model is asked before it is given up (`isGivenUp`).
        let patience = model.kind == .ollama ? model.limits.whole : model.limits.firstToken
        let left = max(.milliseconds(1), patience - (clock.now - start))
        let limits = TransferLimits(
            connection: model.limits.connection, answer: left, pause: patience)
        let reading = ReadingTask()
        state.withLock { $0.reading = reading }
        let waits = TransferLimits(answer: left, pause: model.limits.pause)
        let alarm = ProgressAlarm(waits, clock: clock) { [self] stage in
            state.withLock { $0.late = stage }
            reading.cancel()
        }
        // Pieces that keep coming never exceed the time limit for a pause, so limit the whole answer too.
        let ending = Task { [self] in
            guard (try? await clock.sleep(for: model.limits.whole)) != nil else { return }
            state.withLock { $0.isEndless = true }
            reading.cancel()
        }
        defer {
            alarm.stop()
            ending.cancel()
        }
        let task = Task { [self] in try await read(request, limits, alarm, reading) }
        reading.set(task)
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            try Task.checkCancellation()
            let (isFinished, late, isEndless) = state.withLock { ($0.isFinished, $0.late, $0.isEndless) }
            // Anything after the end of the answer is ignored.
            if isFinished { return }
            guard error is CancellationError else { throw error }
            if isEndless { throw model.failure(.endless(seconds: Self.seconds(model.limits.whole))) }
            throw late == .rest ? stalled : silent
        }
    }

    private func read(
        _ request: ChatRequest, _ limits: TransferLimits, _ alarm: ProgressAlarm<ContinuousClock>,
        _ reading: ReadingTask
    ) async throws {
        let (kind, endpoint) = (model.kind, model.endpoint)
        let server = endpoint.address.display
        let body = kind.body(of: request, model: endpoint.model, model.options, model.form)
        let response = try await endpoint.send("POST", kind.endpoint, ServerLanguageModel.json(body), limits: limits)
        guard response.isSuccess else { throw await limited(response) }
        var reply = ReplyAssembly(
            tools: request.tools, beginsInside: model.beginsInside.load(ordering: .relaxed))
        switch (kind, response.mediaType) {
        case (_, "text/html"): throw ServerFailure(server: server, kind: .malformed(.webPage))
        case (.openAI, "application/json"):
            // This server does not stream: the answer arrives as one JSON object.
            guard let object = (try? JSONValue(parsing: try await response.bytes()))?.asObject else {
                throw ServerFailure(server: server, kind: .malformed(.notJSON))
            }
            try take(try OpenAIWire.chunk(of: object, server: server), &reply, alarm)
        case (.openAI, _):
            for try await event in response.events {
                if event.name == "error" { throw OpenAIWire.failure(ofEvent: event.data, server: server) }
                let chunk = try OpenAIWire.chunk(of: event.data, server: server)
                try take(chunk, &reply, alarm)
                if chunk.isLast || reply.hasEnded { try endEarly(&reply, reading) }
            }
            // A body without a length or chunks ends with the connection, so a server that crashes seems to have finished.
            let isMeasured = ["content-length", "transfer-encoding"].contains { response.headers[$0] != nil }
            guard isMeasured || state.withLock({ $0.isFinished }) else {
                throw ServerFailure(server: server, kind: .closedEarly)
            }
        case (.ollama, _):
            for try await line in response.jsonLines(server: server) {
                let chunk = try OllamaWire.chunk(of: line, server: server)
                try take(chunk, &reply, alarm)
                if chunk.isLast { try endEarly(&reply, reading) }
            }
            guard reply.hasEnded else { throw ServerFailure(server: server, kind: .closedEarly) }
        }
        try end(&reply)
    }

    private func take(
        _ chunk: ChatChunk, _ reply: inout ReplyAssembly, _ alarm: ProgressAlarm<ContinuousClock>
    ) throws(LanguageModelFailure) {
        guard !state.withLock({ $0.isFinished }) else { return }
        let text = reply.take(chunk)
        let isProgress = !chunk.text.isEmpty || !chunk.reasoning.isEmpty || !chunk.fragments.isEmpty
        if isProgress {
            alarm.progress()
            let length = state.withLock { state in
                state.hasBegun = true
                state.length += chunk.text.utf8.count
                return state.length
            }
            guard length <= model.limits.longest else { throw model.failure(.withoutEnd) }
        }
        if !text.isEmpty { report(.text(text)) }
    }

    /// Reports the answer at once, and briefly reads on, so that the connection can be reused.
    private func endEarly(_ reply: inout ReplyAssembly, _ reading: ReadingTask) throws {
        guard !state.withLock({ $0.isFinished }) else { return }
        try end(&reply)
        reading.cancel(after: model.limits.rest, clock)
    }

    private func end(_ reply: inout ReplyAssembly) throws {
        guard !state.withLock({ $0.isFinished }) else { return }
        let (text, calls, end) = reply.finish()
        if reply.beganInside { model.beginsInside.store(true, ordering: .relaxed) }
        if !text.isEmpty { report(.text(text)) }
        if reply.isOverfull { throw model.failure(.withoutEnd) }
        guard reply.hasText || !calls.isEmpty else { throw model.failure(.empty) }
        state.withLock { $0.isFinished = true }
        if !calls.isEmpty { report(.toolCalls(calls)) }
        report(.finished(end))
    }

    /// The failure for an error status; for a server that limits requests, with the waiting time if it gives one.
    private func limited(_ response: HTTPResponse) async -> any Error {
        let seconds = response.headers["retry-after"].flatMap { Int($0) }
        let refusal = await model.refusal(response)
        guard let failure = refusal as? ServerFailure, FailureMeaning(failure) == .limited else { return refusal }
        return model.failure(.limited(seconds: seconds))
    }
}
