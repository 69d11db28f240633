// SPDX-License-Identifier: GPL-3.0-or-later
// A server in use: started on first use, kept for further calls, and restarted after it ends.

import JarvisCore
public import JarvisPlatform

/// Communicates with one server. Calls may run concurrently.
public actor ToolServerSession {
    private struct Connection: Sendable {
        var number: Int
        var channel: any ToolChannel
        var greeting: ServerGreeting
    }

    /// A connection, established or in progress, and shared by all callers.
    private struct Opening {
        var number: Int
        var task: Task<Connection, any Error>
        var waiting = 0
        var isEstablished = false
    }

    private struct Tools {
        var list: [ToolDescription]
        /// In monotonic nanoseconds. After this, the list is fetched again.
        var until: Int64
        var connection: Int
    }

    public nonisolated let server: ToolServer
    private let opener: ChannelOpener
    private let logs: ToolServerLogs
    private let report: @Sendable (ToolServerNews) -> Void
    var limits: ToolServerLimits { opener.limits }
    private var opening: Opening?
    /// Connection attempts whose callers have all left, by number. They are being ended.
    private var abandoned: [Int: Task<Void, Never>] = [:]
    private var policy = RestartPolicy()
    private var lastLog: [String] = []
    private var count = 0
    private var known: Tools?
    private var isClosed = false
    /// The program ends when it gets the modern request first.
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

    /// Starts the server if necessary, and returns its identity.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    public func greet() async throws -> ServerGreeting { try await connection().greeting }

    /// Forgets earlier failures, so the server can be tried at once.
    public func forgetFailures() { policy = RestartPolicy() }

    /// The server's tools.
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
                // The time limit covers all pages.
                let rest = ContinuousClock.now.duration(to: end)
                guard rest > .zero else { throw ChannelFailure.timedOut }
                let params: JSONObject = page.map { ["cursor": .text($0)] } ?? [:]
                let result = try await connection.channel.ask(
                    ToolRequest(
                        method: "tools/list", params: params, era: connection.greeting.era, limit: rest))
                let next = ToolDescription.page(result)
                // A call could mean either of two tools with the same name, so keep only the first.
                for tool in next.tools where names.insert(tool.name).inserted { list.append(tool) }
                life = min(life, result["ttlMs"]?.asInteger ?? life)
                page = next.next
                // If pages repeat, the list is complete. An endless list is cut off.
                if let cursor = page, !seen.insert(cursor).inserted { page = nil }
            } while page != nil && seen.count < ToolServerLimits.mostPages && list.count < ToolServerLimits.mostTools
            list = Array(list.prefix(ToolServerLimits.mostTools))
            known = Tools(
                list: list, until: MonotonicTime.nanoseconds(after: .milliseconds(max(0, life))),
                connection: connection.number)
            return list
        }
    }

    /// The current tools, fetched even if the cached list is still valid.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    public func toolsNow() async throws -> [ToolDescription] {
        known = nil
        return try await tools()
    }

    /// The tool with this name.
    /// - Throws: `ToolServerFailure` if there is none, or if the tools cannot be fetched; `CancellationError`.
    public func tool(named name: String) async throws -> ToolDescription {
        let tools = try await tools()
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw failure(.toolMissing(name, known: tools.map(\.name)))
        }
        return tool
    }

    /// Calls a tool. The caller makes sure that the user allows it.
    /// - Throws: `ToolServerFailure`, or `CancellationError`, which is also sent to the server.
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
        let outcome = ToolOutcome(result, limitBytes: limits.resultBytes)
        // Servers that can't ask report it as the tool's own failure.
        if outcome.isError, Self.wantsToAsk(outcome.text) { throw failure(.asksBack(tool: tool.name)) }
        return outcome
    }

    /// Whether a server's message says that a tool wanted to ask the user: today's SDKs have no way to do that in the
    /// newest era of the protocol, and say so in the words of their authors.
    static func wantsToAsk(_ message: String) -> Bool {
        let text = message.lowercased()
        return ["elicitation", "elicit(", "elicitation/create"].contains(where: text.contains)
    }

    /// Ends the server for good.
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

    /// Runs `body` on a connection. Retries once on a new one if the first has ended and repeating is safe.
    private func again<Result: Sendable>(
        calling tool: ToolDescription? = nil, _ body: (Connection) async throws -> Result
    ) async throws -> Result {
        var isFirst = true
        while true {
            let connection = try await connection()
            if connection.channel.hasEnded, isFirst {
                // The server ended while idle.
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

    /// The number of callers waiting for the server to start.
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

    /// The outcome of a shared task. A cancelled caller leaves at once, without cancelling the task.
    private static func value(of task: Task<Connection, any Error>) async throws -> Connection {
        let (outcomes, feed) = AsyncStream.makeStream(
            of: Result<Connection, any Error>.self, bufferingPolicy: .bufferingNewest(1))
        let waiting = Task {
            feed.yield(await task.result)
            feed.finish()
        }
        defer { waiting.cancel() }
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }

    /// Removes a caller that no longer needs the connection. When the last one leaves, the attempt ends.
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
            // Some programs end instead of refusing an unknown request.
            hasTriedClassic = true
            let connection = try await connect(number, isClassic: true)
            beginsClassic = true
            return connection
        }
    }

    /// - Throws: `ChannelFailure.ended` if the classic request should be tried first, otherwise as `connection`.
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

    /// Cleans up after a server that has ended, which delays the next start.
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
