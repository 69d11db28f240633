// SPDX-License-Identifier: GPL-3.0-or-later
// One call from the question whether it may be made to what came of it, for a language model and for a voice alike.

import JarvisAgent
import JarvisCore
import JarvisPlatform
import Synchronization

/// What came of a call.
enum ToolRun: Sendable {
    case done(ToolOutcome)
    /// By this answer of the user.
    case refused(ConsentAnswer)
    case failed(any ExplainedFailure)
}

/// Makes calls.
struct ToolRunner: Sendable {
    let servers: ToolServers
    let reader: FailureReader
    let log: any EventLog
    let clock: any Clock<Duration>
    private let notices = ResultNotices()

    init(servers: ToolServers, reader: FailureReader, log: any EventLog, clock: any Clock<Duration>) {
        self.servers = servers
        self.reader = reader
        self.log = log
        self.clock = clock
    }

    /// How often a call that goes on says so: more often than the conversation gives up an agent that is silent.
    static let heartbeat = Duration.seconds(5)

    /// Asks for consent where that is needed, calls the tool, and reports both.
    /// - Parameters:
    ///   - asksAnyway: The call may be somebody else's idea: what was allowed before does not count.
    ///   - resultHost: The other computer that gets what the tool returns; nil for none.
    ///   - again: The tool as its server describes it after the user was asked.
    /// - Throws: `CancellationError` when the turn has ended.
    func run(
        _ entry: ToolEntry, _ arguments: JSONObject, as id: ToolCallID, in request: AgentRequest,
        asksAnyway: Bool = false, resultHost: String? = nil, again: () async throws -> ToolEntry,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> ToolRun {
        let consent = CallConsent(server: entry.server, tool: entry.tool, arguments: arguments, resultHost: resultHost)
        var call = ToolCall(
            id: id, title: "\(entry.tool.words.capitalizedFirst) of \(entry.server.name)", action: consent.action)
        report(.tool(call))
        do {
            let decision = try await servers.consents.decision(
                about: consent, id: ConsentID(rawValue: "consent-\(id.rawValue)"), asksAnyway: asksAnyway
            ) { question in
                report(.consentNeeded(question))
                return try await request.consents.wait(for: question.id)
            }
            switch decision {
            case .refused(let answer):
                let reason = answer == .unanswered ? "There was no answer whether it may run." : "It was not allowed."
                finish(&call, failure: reason, error: nil, report)
                return .refused(answer)
            case .allowed(let ground):
                // The user has agreed to what it was, not to what it has become while they thought.
                if ground != .kept, try await again().tool != entry.tool {
                    throw ToolServerFailure(server: entry.server.name, kind: .toolChanged(entry.tool.name))
                }
                call.action?.ground = ground
                // Who was asked has been told.
                let isNew = notices.isNew(consent)
                if ground == .kept, isNew, let notice = consent.resultNotice { report(.clause(notice)) }
            }
            report(.tool(call))
            let outcome = try await outcome(of: entry, arguments, &call, report)
            let failure = outcome.isError ? "The tool says that it failed." : nil
            finish(&call, failure: failure, error: nil, report)
            return .done(outcome)
        } catch let failure as any ExplainedFailure {
            try Task.checkCancellation()
            finish(&call, failure: failure.explained(to: reader).whatHappened, error: failure, report)
            return .failed(failure)
        } catch {
            // The conversation keeps what becomes of a turn that was called off.
            log.record(
                "tool-call",
                call.action.map { action in
                    var action = action
                    action.failure = ""
                    return action.logFields(error: error)
                } ?? [:])
            throw error
        }
    }

    private func outcome(
        of entry: ToolEntry, _ arguments: JSONObject, _ call: inout ToolCall,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> ToolOutcome {
        let begin = ContinuousClock.now
        defer { call.action?.milliseconds = (ContinuousClock.now - begin).wholeMilliseconds }
        let outcome = try await Self.pulsing(clock, report) {
            try await servers.session(of: entry.server).call(entry.tool, arguments)
        }
        try Task.checkCancellation()
        call.action?.resultBytes = outcome.wholeBytes
        return outcome
    }

    /// Says now and then that work goes on until it is done.
    static func pulsing<Result: Sendable>(
        _ clock: any Clock<Duration>, _ report: @escaping @Sendable (AgentUpdate) -> Void,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let pulse = Task {
            while (try? await clock.sleep(for: heartbeat)) != nil { report(.progress) }
        }
        defer { pulse.cancel() }
        return try await work()
    }

    private func finish(
        _ call: inout ToolCall, failure: String?, error: (any Error)?, _ report: (AgentUpdate) -> Void
    ) {
        call.action?.failure = failure
        call.status = failure.map { .failed(reason: $0) } ?? .succeeded
        if let action = call.action { log.record("tool-call", action.logFields(error: error)) }
        report(.tool(call))
    }
}

/// Where the user knows that results of a server go, so that it is said once.
private final class ResultNotices: Sendable {
    private let known = Mutex<Set<[String]>>([])

    func isNew(_ call: CallConsent) -> Bool {
        guard let host = call.resultHost else { return false }
        return known.withLock { $0.insert([call.server.name, host]).inserted }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
