// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a call from the consent question to its outcome, for both language models and spoken requests.

import JarvisAgent
import JarvisCore
import JarvisPlatform
import Synchronization

/// The outcome of a call.
enum ToolRun: Sendable {
    case done(ToolOutcome)
    /// Refused by this answer of the user.
    case refused(ConsentAnswer)
    case failed(any ExplainedFailure)
}

/// Runs calls: asks for consent, calls the tool, reports and logs.
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

    /// The interval of progress reports, shorter than the silence after which a conversation gives up on an agent.
    static let heartbeat = Duration.seconds(5)

    /// Asks for consent if necessary, calls the tool, and reports its progress and result.
    /// - Parameters:
    ///   - asksAnyway: True if the call may be someone else's idea, so earlier permissions don't count.
    ///   - resultHost: The other computer that receives the result; `nil` if it stays here.
    ///   - again: Returns the tool as its server describes it after the user has answered.
    /// - Throws: `CancellationError` when the turn has ended.
    func run(
        _ entry: ToolEntry, _ arguments: JSONObject, as id: ToolCallID, in request: AgentRequest,
        asksAnyway: Bool = false, resultHost: String? = nil, again: () async throws -> ToolEntry,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> ToolRun {
        let consent = CallConsent(server: entry.server, tool: entry.tool, arguments: arguments, resultHost: resultHost)
        var call = ToolCall(
            id: id, title: "\(entry.server.name) › \(entry.tool.name)", action: consent.action)
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
                let reason = answer == .unanswered ? ToolAction.unanswered : ToolAction.notAllowed
                finish(&call, failure: reason, error: nil, report)
                return .refused(answer)
            case .allowed(let ground):
                // The user agreed to the tool as described, and the server may have changed it since.
                if ground != .kept, try await again().tool != entry.tool {
                    throw ToolServerFailure(server: entry.server.name, kind: .toolChanged(entry.tool.name))
                }
                call.action?.ground = ground
                // The question already named the host. Without a question, say it once.
                let isNew = notices.isNew(consent)
                if ground == .kept, isNew, let notice = consent.resultNotice { report(.clause(notice)) }
            }
            report(.tool(call))
            let outcome = try await outcome(of: entry, arguments, &call, report)
            let failure = outcome.isError ? "The tool reported a failure." : nil
            finish(&call, failure: failure, error: nil, report)
            return .done(outcome)
        } catch let failure as any ExplainedFailure {
            try Task.checkCancellation()
            finish(&call, failure: failure.explained(to: reader).whatHappened, error: failure, report)
            return .failed(failure)
        } catch {
            // The conversation itself records the outcome of a cancelled turn, so only the log entry is written here.
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

    /// Reports at intervals that work is in progress, until it is done.
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

/// Remembers which hosts the user knows to receive a server's results, so each is announced only once.
private final class ResultNotices: Sendable {
    private let known = Mutex<Set<[String]>>([])

    func isNew(_ call: CallConsent) -> Bool {
        guard let host = call.resultHost else { return false }
        return known.withLock { $0.insert([call.server.name, host]).inserted }
    }
}
