// SPDX-License-Identifier: GPL-3.0-or-later
// The running instance, as used by the command line. Main thread only, while the main loop runs.

public import GioKit
public import JarvisCore

/// Sends requests to the program that owns JARVIS's bus name.
@MainActor
public final class ServiceClient {
    /// An event of a turn.
    public enum Update: Hashable, Sendable {
        case transcript(String, isFinal: Bool)
        case clause(String)
        case notice(String)
        case finished(Outcome)
    }

    /// How a turn ended.
    public struct Outcome: Hashable, Sendable {
        /// The outcome's name in the interface.
        public var name: String
        public var details: [String: BusValue]

        /// The reason for a failure; nil if the turn did not fail.
        public var failure: String? { name == "failed" ? details["message"]?.asText ?? "" : nil }

        /// What the answer was based on.
        public var summary: ReplySummary {
            ReplySummary(
                skill: details["skill"]?.asText,
                values: (details["values"]?.asTable ?? [:]).compactMapValues(\.asText),
                followUp: details["follow-up"]?.asText.flatMap(FollowUp.init) ?? .none)
        }
    }

    /// The program ended before it finished its answer.
    public struct Gone: Error, CustomStringConvertible {
        public var description: String { "JARVIS quit before it finished. Try again." }
    }

    /// The request was refused or failed, with this reason.
    public struct Failed: Error, CustomStringConvertible {
        public var description: String
    }

    private let connection: BusConnection
    private let owner: String
    private var subscriptions: [BusSubscription] = []
    /// Events received before the turn's ID is known, because signals may overtake the call's reply.
    private var early: [(turn: String, update: Update)] = []
    private var turn: String?
    private var life: Task<Void, Never>?
    private let updates: AsyncThrowingStream<Update, any Error>
    private let continuation: AsyncThrowingStream<Update, any Error>.Continuation

    private init(_ connection: BusConnection, owner: String) {
        self.connection = connection
        self.owner = owner
        // Unbounded, because a turn has few pieces and each one is shown.
        (updates, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// The running program. Nil without a bus, if the program isn't running or lacks this interface, or if another
    /// program owns the name.
    /// - Parameters:
    ///   - connection: The bus; nil opens the session bus.
    ///   - limit: How long to wait for an answer.
    ///   - own: The file name of JARVIS's executable; nil accepts any program.
    /// - Throws: `Failed` if the program has the name but doesn't answer.
    public static func running(
        on connection: BusConnection? = nil, within limit: Duration = .seconds(5),
        own: String? = NameHolder.ownProgram
    ) async throws(Failed) -> ServiceClient? {
        var open = connection
        if open == nil { open = try? await BusConnection.open(.session) }
        guard let open, let owner = await open.owner(of: ServiceInterface.name),
            await NameHolder.stranger(owner, on: open, own: own) == nil
        else { return nil }
        do throws(BusFailure) {
            _ = try await open.call(
                owner, path: ProgramIdentity.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
                [.text(ServiceInterface.name), .text("Phase")], signature: "ss", within: limit)
        } catch .timedOut {
            throw await standsStill(owner, on: open)
        } catch {
            return nil
        }
        return ServiceClient(open, owner: owner)
    }

    private static func standsStill(_ owner: String, on connection: BusConnection) async -> Failed {
        let process = await connection.process(of: owner).map(String.init) ?? "PID"
        return Failed(
            description:
                "JARVIS is running but not responding. Resume it with \"kill -CONT \(process)\", or end it "
                + "with \"kill -KILL \(process)\".")
    }

    /// The program's current phase.
    public func phase() async -> String? {
        await connection.property("Phase", ServiceInterface.name, of: owner, path: ProgramIdentity.path)?.asText
    }

    /// The newest call's status.
    func callStatus() async -> String? {
        await connection.property("CallStatus", ServiceInterface.name, of: owner, path: ProgramIdentity.path)?.asText
    }

    /// Snoozes an alarm that rings as a call for the default time.
    /// - Throws: `BusFailure` if it is refused.
    func snooze() async throws(BusFailure) { _ = try await send("SnoozeCall", [.integer(0)], "u") }

    /// Activates the program as the desktop does. Passes on the launcher's token, without which the compositor may not
    /// let the window come to the front.
    /// - Returns: False if the program doesn't support it.
    @discardableResult
    public func activate(token: String) async -> Bool {
        let data: [String: BusValue] = ["activation-token": .text(token), "desktop-startup-id": .text(token)]
        let answer = try? await connection.call(
            owner, path: ProgramIdentity.path, interface: "org.freedesktop.Application", method: "Activate",
            [.table(data)], signature: "a{sv}")
        return answer != nil
    }

    /// Performs one of the application's actions, in its window.
    /// - Throws: `BusFailure` if it is refused.
    public func activate(action: String) async throws(BusFailure) {
        _ = try await connection.call(
            owner, path: ProgramIdentity.path, interface: "org.freedesktop.Application", method: "ActivateAction",
            [.text(action), .list([]), .table([:])], signature: "sava{sv}")
    }

    /// Opens a widget.
    /// - Parameter size: The size's name in the interface.
    /// - Throws: `BusFailure` if it is refused.
    public func showWidget(_ size: String) async throws(BusFailure) {
        _ = try await send("ShowWidget", [.text(size)], "s")
    }

    /// Starts a turn. Use each client for only one.
    /// - Returns: All events of the turn; the last is `finished`. Throws `Gone` if the program ends before that.
    /// - Throws: `BusFailure` if it is refused.
    public func ask(_ text: String) async throws(BusFailure) -> AsyncThrowingStream<Update, any Error> {
        try await begin("Ask", [.text(text)], "s")
    }

    /// Starts a turn as `ask` does.
    /// - Parameter limit: How long to wait for it to be accepted; nil for the bus's default.
    /// - Returns: Nil if the request was refused, so it can safely be answered elsewhere.
    /// - Throws: `Failed` if it may still be answered later; asking again could then do it twice.
    public func askUnlessRefused(
        _ text: String, within limit: Duration? = nil
    ) async throws(Failed) -> AsyncThrowingStream<Update, any Error>? {
        do throws(BusFailure) { return try await begin("Ask", [.text(text)], "s", within: limit) } catch .timedOut {
            throw Failed(description: "JARVIS isn't responding. It may still do what you asked.")
        } catch {
            return nil
        }
    }

    /// Listens once; see `ask`.
    public func listen(answers: Bool) async throws(BusFailure) -> AsyncThrowingStream<Update, any Error> {
        try await begin("Listen", [.flag(answers)], "b")
    }

    /// Records one utterance.
    /// - Parameter limit: How long to wait for speech to begin.
    /// - Returns: Nil if no words were recognized.
    /// - Throws: `Failed` or `Gone`.
    public func hear(within limit: Duration) async throws -> Transcript? {
        var words = ""
        let updates: AsyncThrowingStream<Update, any Error>
        do { updates = try await begin("Hear", [.number(limit / .seconds(1))], "d") } catch {
            throw Failed(description: error.reason)
        }
        for try await update in updates {
            switch update {
            case .transcript(let text, isFinal: true): words = text
            case .finished(let outcome):
                if let failure = outcome.failure { throw Failed(description: failure) }
                if outcome.name == "stopped" { throw Failed(description: "Listening stopped.") }
                guard outcome.name == "heard" else { return nil }
                return Transcript(
                    text: words, confidence: outcome.details["confidence"]?.asNumber ?? 0,
                    engine: outcome.details["engine"]?.asText ?? "",
                    search: outcome.details["search"]?.asText.flatMap(RecognitionSearch.init) ?? .dictation)
            case .transcript, .clause, .notice: break
            }
        }
        return nil
    }

    /// Starts listening for a request, or ends the current recording.
    /// - Throws: `Failed` if it is refused.
    public func toggle() async throws(Failed) {
        let isRecording = await phase().map { ["recording", "held"].contains($0) } ?? false
        do throws(BusFailure) {
            if isRecording { try await call("StopListening") } else { _ = try await listen(answers: true) }
        } catch {
            throw Failed(description: error.reason)
        }
    }

    /// Calls a method that has neither arguments nor a result.
    /// - Throws: `BusFailure` if it is refused.
    public func call(_ method: String) async throws(BusFailure) {
        _ = try await send(method, [], "")
    }

    /// Waits until the program has left the bus or the time is up.
    /// - Returns: True if it has left.
    public func waitForEnd(within limit: Duration, clock: ContinuousClock = ContinuousClock()) async -> Bool {
        let deadline = clock.now + limit
        while await connection.isOwned(owner) {
            guard clock.now < deadline else { return false }
            try? await clock.sleep(for: .milliseconds(50))
        }
        return true
    }

    private func begin(
        _ method: String, _ arguments: [BusValue], _ signature: String, within limit: Duration? = nil
    ) async throws(BusFailure) -> AsyncThrowingStream<Update, any Error> {
        subscriptions = [
            connection.subscribe(sender: owner, path: ProgramIdentity.path, interface: ServiceInterface.name) {
                [weak self] in self?.take($0)
            },
            connection.subscribe(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", signal: "NameOwnerChanged"
            ) { [weak self] signal in
                guard let self, signal.arguments.first?.asText == owner else { return }
                continuation.finish(throwing: Gone())
            },
        ]
        let reply = try await send(method, arguments, signature, within: limit)
        turn = reply.first?.asText ?? ""
        life = Task { [weak self] in await self?.watchLife() }
        for (turn, update) in early where turn == self.turn { pass(update) }
        early = []
        return updates
    }

    /// Detects a stopped (SIGSTOP) program, which neither answers nor leaves the bus.
    private func watchLife() async {
        var misses = 0
        while misses < 2 {
            guard (try? await ContinuousClock().sleep(for: .seconds(5))) != nil else { return }
            let answer = try? await connection.call(
                owner, path: ProgramIdentity.path, interface: "org.freedesktop.DBus.Peer", method: "Ping",
                within: .seconds(5))
            misses = answer == nil ? misses + 1 : 0
        }
        continuation.finish(
            throwing: Failed(description: "JARVIS stopped responding. It may still do what you asked."))
    }

    private func send(
        _ method: String, _ arguments: [BusValue], _ signature: String, within limit: Duration? = nil
    ) async throws(BusFailure) -> [BusValue] {
        try await connection.call(
            owner, path: ProgramIdentity.path, interface: ServiceInterface.name, method: method, arguments,
            signature: signature, within: limit)
    }

    private func take(_ signal: BusConnection.Signal) {
        guard let turn = signal.arguments.first?.asText, let update = Self.update(signal) else { return }
        guard let own = self.turn else { return early.append((turn, update)) }
        if turn == own { pass(update) }
    }

    private func pass(_ update: Update) {
        continuation.yield(update)
        guard case .finished = update else { return }
        continuation.finish()
        life?.cancel()
    }

    private static func update(_ signal: BusConnection.Signal) -> Update? {
        let values = signal.arguments.dropFirst()
        guard let first = values.first?.asText else { return nil }
        switch signal.name {
        case "Transcript": return .transcript(first, isFinal: values.last?.asFlag ?? true)
        case "Reply": return .clause(first)
        case "Notice": return .notice(first)
        case "Finished": return .finished(Outcome(name: first, details: values.last?.asTable ?? [:]))
        default: return nil
        }
    }
}
