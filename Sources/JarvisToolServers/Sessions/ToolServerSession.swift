// SPDX-License-Identifier: GPL-3.0-or-later
// One server in use: started when it is first needed, kept for the next call, started again after it has ended.

import JarvisCore
public import JarvisPlatform

/// Speaks with one server. Calls may run at the same time.
public actor ToolServerSession {
    private struct Connection: Sendable {
        var number: Int
        var channel: any ToolChannel
        var greeting: ServerGreeting
    }

    private struct Tools {
        var list: [ToolDescription]
        /// Monotonic nanoseconds; the list is asked for again afterwards.
        var until: Int64
        var connection: Int
    }

    public nonisolated let server: ToolServer
    private let opener: ChannelOpener
    private let logs: ToolServerLogs
    private let report: @Sendable (ToolServerNews) -> Void
    private var limits: ToolServerLimits { opener.limits }
    private var connecting: Task<Connection, any Error>?
    private var policy = RestartPolicy()
    private var lastLog: [String] = []
    private var count = 0
    private var known: Tools?
    private var isClosed = false
    /// The program ends when the modern question comes first.
    private var beginsClassic = false
    private var hasTriedClassic = false

    init(
        _ server: ToolServer, opener: ChannelOpener, logs: ToolServerLogs,
        report: @escaping @Sendable (ToolServerNews) -> Void
    ) {
        self.server = server
        self.opener = opener
        self.logs = logs
        self.report = report
    }

    /// Starts the server where it does not run, and tells who it is.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    public func greet() async throws -> ServerGreeting { try await connection().greeting }

    /// What it offers.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    public func tools() async throws -> [ToolDescription] {
        try await again { connection in
            if connection.channel.takeToolsChanged() { known = nil }
            if let known, known.connection == connection.number, known.until > MonotonicTime.nanoseconds() {
                return known.list
            }
            var (list, page): ([ToolDescription], String?) = ([], nil)
            var life: Int64 = 300_000
            var seen: Set<String> = []
            let end = ContinuousClock.now + limits.start
            repeat {
                // The time is for all pages.
                let rest = ContinuousClock.now.duration(to: end)
                guard rest > .zero else { throw ChannelFailure.timedOut }
                let params: JSONObject = page.map { ["cursor": .text($0)] } ?? [:]
                let result = try await connection.channel.ask(
                    ToolRequest(
                        method: "tools/list", params: params, era: connection.greeting.era, limit: rest))
                let next = ToolDescription.page(result)
                list += next.tools
                life = min(life, result["ttlMs"]?.asInteger ?? life)
                page = next.next
                // A server that goes round in circles has told everything; what goes on for ever is cut off.
                if let cursor = page, !seen.insert(cursor).inserted { page = nil }
            } while page != nil && seen.count < ToolServerLimits.mostPages && list.count < ToolServerLimits.mostTools
            list = Array(list.prefix(ToolServerLimits.mostTools))
            known = Tools(
                list: list, until: MonotonicTime.nanoseconds(after: .milliseconds(max(0, life))),
                connection: connection.number)
            return list
        }
    }

    /// - Throws: `ToolServerFailure` when there is none of this name.
    public func tool(named name: String) async throws -> ToolDescription {
        let tools = try await tools()
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw failure(.toolMissing(name, known: tools.map(\.name)))
        }
        return tool
    }

    /// Calls a tool. That it may be called is the caller's to make sure of.
    /// - Throws: `ToolServerFailure`, or `CancellationError`, of which the server is told.
    public func call(_ tool: ToolDescription, _ arguments: JSONObject) async throws -> ToolOutcome {
        let params: JSONObject = ["name": .text(tool.name), "arguments": .object(arguments)]
        let result = try await again(calling: tool) { connection in
            let isModern = connection.greeting.era.isModern
            return try await connection.channel.ask(
                ToolRequest(
                    method: "tools/call", params: params, era: connection.greeting.era, subject: tool.name,
                    headers: isModern ? tool.mirroredHeaders(of: arguments) : [], limit: limits.call))
        }
        policy.succeeded()
        guard result["resultType"]?.asText ?? "complete" == "complete" else {
            throw failure(.asksBack(tool: tool.name))
        }
        return ToolOutcome(result, limitBytes: limits.resultBytes)
    }

    /// Ends the server; it is not started again.
    public func close() async {
        isClosed = true
        guard let connecting else { return }
        self.connecting = nil
        connecting.cancel()
        guard let connection = try? await connecting.value else { return }
        await logs.add(await connection.channel.close(), of: server.name)
    }

    // MARK: Connections

    private func failure(_ kind: ToolServerFailure.Kind) -> ToolServerFailure {
        ToolServerFailure(server: server.name, kind: kind)
    }

    /// Does something on a connection, and once more on a new one where the first has ended and nothing is lost by it.
    private func again<Result: Sendable>(
        calling tool: ToolDescription? = nil, _ body: (Connection) async throws -> Result
    ) async throws -> Result {
        var isFirst = true
        while true {
            let connection = try await connection()
            if connection.channel.hasEnded, isFirst {
                // It ended while nothing was asked of it.
                report(.restarting(await fallen(connection, during: "")))
                isFirst = false
                continue
            }
            do {
                return try await body(connection)
            } catch ChannelFailure.sessionLost where isFirst {
                if isCurrent(connection) { connecting = nil }
            } catch ChannelFailure.ended {
                let failure = await fallen(connection, during: tool?.name ?? "tools/list")
                guard isFirst, !isClosed, tool?.isRepeatable ?? true else { throw failure }
                report(.restarting(failure))
            } catch {
                throw translated(error, tool?.name)
            }
            isFirst = false
        }
    }

    private func isCurrent(_ connection: Connection) -> Bool { connection.number == count && connecting != nil }

    private func connection() async throws -> Connection {
        guard !isClosed else { throw CancellationError() }
        if let connecting { return try await connecting.value }
        guard !policy.hasGivenUp else {
            throw failure(.keepsFailing(times: policy.failuresAtStart, log: lastLog))
        }
        count += 1
        let (number, delay) = (count, policy.delay(at: MonotonicTime.nanoseconds()))
        let task = Task { try await connect(number, after: delay) }
        connecting = task
        do {
            let connection = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            policy.started()
            return connection
        } catch {
            if count == number { connecting = nil }
            throw error
        }
    }

    private func connect(_ number: Int, after delay: Duration) async throws -> Connection {
        if delay > .zero { try await opener.clock.sleep(for: delay) }
        do {
            return try await connect(number, isClassic: beginsClassic)
        } catch ChannelFailure.ended {
            // Some programs end instead of refusing a question that they do not know.
            hasTriedClassic = true
            let connection = try await connect(number, isClassic: true)
            beginsClassic = true
            return connection
        }
    }

    /// - Throws: `ChannelFailure.ended` where a program is to be asked the classic question first, else as `connection`.
    private func connect(_ number: Int, isClassic: Bool) async throws -> Connection {
        let open: OpenChannel
        do {
            open = try await opener.open(server, report: report)
        } catch {
            policy.failed(atStart: true, at: MonotonicTime.nanoseconds())
            throw error
        }
        do {
            let negotiation = Negotiation(
                open: open, beginsClassic: isClassic, mute: limits.mute, clock: opener.clock)
            return Connection(number: number, channel: open.channel, greeting: try await negotiation.greeting())
        } catch {
            let remains = await open.channel.close()
            await logs.add(remains, of: server.name)
            guard !(error is CancellationError) else { throw error }
            if error as? ChannelFailure == .ended, server.address == nil, !isClassic, !hasTriedClassic { throw error }
            lastLog = remains.log
            policy.failed(atStart: true, at: MonotonicTime.nanoseconds())
            switch error {
            case ChannelFailure.ended, ChannelFailure.timedOut:
                if let address = server.address { throw failure(.server(Self.atAddress(address, error))) }
            default: break
            }
            switch error {
            case ChannelFailure.ended: throw failure(.endedAtStart(remains.exit, log: remains.log))
            case ChannelFailure.timedOut:
                throw failure(.silent(seconds: Int(open.startLimit.components.seconds), rubbish: remains.rubbish))
            case Negotiation.Failure.unsupported(let versions): throw failure(.unsupported(versions))
            default: throw translated(error, nil)
            }
        }
    }

    /// What is said of a server that is not our child, and so cannot be looked at.
    private static func atAddress(_ address: ServerAddress, _ error: any Error) -> ServerFailure {
        let isLate = error as? ChannelFailure == .timedOut
        return ServerFailure(server: address.display, kind: isLate ? .timedOut(.answer) : .closedEarly)
    }

    /// A server has ended: what is left of it is put away, and the next start waits.
    private func fallen(_ connection: Connection, during name: String) async -> ToolServerFailure {
        let isNews = isCurrent(connection)
        if isNews {
            connecting = nil
            policy.failed(atStart: false, at: MonotonicTime.nanoseconds())
        }
        let remains = await connection.channel.close()
        if isNews { await logs.add(remains, of: server.name) }
        return failure(.crashed(tool: name, remains.exit, log: remains.log))
    }

    private func translated(_ error: any Error, _ tool: String?) -> any Error {
        switch error {
        case let error as RPCError: failure(.refused(code: error.code, message: String(error.message.prefix(400))))
        case ChannelFailure.timedOut:
            failure(
                .tooSlow(
                    tool: tool ?? "tools/list",
                    seconds: Int((tool == nil ? limits.start : limits.call).components.seconds)))
        case ChannelFailure.tooLarge(let limit): failure(.tooLarge(limitBytes: limit))
        case ChannelFailure.foreign(let status): failure(.foreign(status: status))
        case ChannelFailure.malformed: failure(.malformed)
        case ChannelFailure.server(let error): failure(.server(error))
        case ChannelFailure.ended, ChannelFailure.sessionLost: failure(.crashed(tool: tool ?? "", nil, log: []))
        default: error
        }
    }
}
