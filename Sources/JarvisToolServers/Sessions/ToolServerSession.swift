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

    /// A connection that is made, for all who wait for it, or stands.
    private struct Opening {
        var number: Int
        var task: Task<Connection, any Error>
        var waiting = 0
        var isEstablished = false
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
    var limits: ToolServerLimits { opener.limits }
    private var opening: Opening?
    /// What was begun for callers who have all left, by its number: it is ended.
    private var abandoned: [Int: Task<Void, Never>] = [:]
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

    /// What has failed before does not count: the user wants it to be tried now.
    public func forgetFailures() { policy = RestartPolicy() }

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
            var (seen, names): (Set<String>, Set<String>) = ([], [])
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
                // Of two with one name it cannot be said which is called.
                for tool in next.tools where names.insert(tool.name).inserted { list.append(tool) }
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

    /// What it offers now, asked of it although its last answer may still count.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    public func toolsNow() async throws -> [ToolDescription] {
        known = nil
        return try await tools()
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
        if let opening {
            self.opening = nil
            await end(opening.task)
        }
        for task in abandoned.values { await task.value }
    }

    private func end(_ task: Task<Connection, any Error>) async {
        task.cancel()
        guard let connection = try? await task.value else { return }
        await logs.add(await connection.channel.close(), of: server.name)
    }

    // MARK: Connections

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
                if isCurrent(connection) { opening = nil }
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

    private func isCurrent(_ connection: Connection) -> Bool { opening?.number == connection.number }

    /// How many callers wait for the server to start.
    var waiting: Int { opening.map { $0.isEstablished ? 0 : $0.waiting } ?? 0 }

    private func connection() async throws -> Connection {
        guard !isClosed else { throw CancellationError() }
        try Task.checkCancellation()
        var opening = try self.opening ?? begun()
        if opening.isEstablished { return try await opening.task.value }
        opening.waiting += 1
        self.opening = opening
        let number = opening.number
        do {
            let connection = try await Self.value(of: opening.task)
            if self.opening?.number == number, self.opening?.isEstablished == false {
                self.opening?.isEstablished = true
                policy.started()
            }
            return connection
        } catch {
            if Task.isCancelled { leave(number) } else if self.opening?.number == number { self.opening = nil }
            throw error
        }
    }

    private func begun() throws -> Opening {
        let now = MonotonicTime.nanoseconds()
        guard !policy.rests(at: now) else {
            throw failure(.keepsFailing(times: policy.failuresAtStart, log: lastLog))
        }
        count += 1
        let (number, delay) = (count, policy.delay(at: now))
        return Opening(number: number, task: Task { try await connect(number, after: delay) })
    }

    /// The outcome of a task, for one of several who wait for it: a caller that is cancelled leaves at once.
    private static func value(of task: Task<Connection, any Error>) async throws -> Connection {
        let (outcomes, feed) = AsyncStream.makeStream(of: Result<Connection, any Error>.self)
        let waiting = Task {
            feed.yield(await task.result)
            feed.finish()
        }
        defer { waiting.cancel() }
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }

    /// A caller does not want the connection any more; what the last one leaves behind is ended.
    private func leave(_ number: Int) {
        guard opening?.number == number, opening?.isEstablished == false else { return }
        opening?.waiting -= 1
        guard let left = opening, left.waiting == 0 else { return }
        opening = nil
        abandoned[number] = Task {
            await end(left.task)
            abandoned[number] = nil
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

    /// A server has ended: what is left of it is put away, and the next start waits.
    private func fallen(_ connection: Connection, during name: String) async -> ToolServerFailure {
        let isNews = isCurrent(connection)
        if isNews {
            opening = nil
            policy.failed(atStart: false, at: MonotonicTime.nanoseconds())
        }
        let remains = await connection.channel.close()
        if isNews { await logs.add(remains, of: server.name) }
        return failure(.crashed(tool: name, remains.exit, log: remains.log))
    }
}
