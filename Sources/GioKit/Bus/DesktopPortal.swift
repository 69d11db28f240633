// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the desktop's portal, which may ask the user: a call makes a request object, whose answer comes as a signal
// (org.freedesktop.portal.Request). Main thread only.

/// What the portal answered.
public struct PortalAnswer: Sendable {
    /// What became of a request.
    public enum Outcome: Sendable {
        case granted, refusedByUser, failed
        /// No answer came in time.
        case unanswered
    }

    public let outcome: Outcome
    public let results: [String: BusValue]
}

/// Asks the portal over one connection.
@MainActor
public struct DesktopPortal {
    public static let name = "org.freedesktop.portal.Desktop"
    public static let path = "/org/freedesktop/portal/desktop"
    private static let requests = "org.freedesktop.portal.Request"
    /// Counts the parts of paths, since connections are shared.
    private static var count = 0

    private let connection: BusConnection

    public init(_ connection: BusConnection) {
        self.connection = connection
    }

    /// A part of an object's path that this program uses once.
    public static func token() -> String {
        count += 1
        return "jarvis\(count)"
    }

    /// Calls a method and waits for the portal's answer. Cancelling the task, and the end of the time, take the question
    /// back: a dialog must not stand there for an answer that is not waited for.
    /// - Parameters:
    ///   - arguments: without the options, which come last.
    ///   - options: more than the request's own.
    ///   - limit: how long to wait; nil: as long as the user takes.
    ///   - clock: measures that time; monotonic.
    /// - Throws: `BusFailure`, or `CancellationError`.
    public func ask(
        _ interface: String, _ method: String, _ arguments: [BusValue] = [], signature: String = "",
        options: [String: BusValue] = [:], within limit: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> PortalAnswer {
        let token = Self.token()
        // Listened to before anything is asked: the answer may come at once. Unbounded: there is one for each request.
        let (answers, continuation) = AsyncStream.makeStream(
            of: BusConnection.Signal.self, bufferingPolicy: .unbounded)
        // From the portal alone: other programs could guess the path, and answer in the user's place.
        let subscription = connection.subscribe(sender: Self.name, interface: Self.requests, signal: "Response") {
            continuation.yield($0)
        }
        defer { withExtendedLifetime(subscription) { continuation.finish() } }
        let reply = try await connection.call(
            Self.name, path: Self.path, interface: interface, method: method,
            arguments + [.table(options.merging(["handle_token": .text(token)]) { _, own in own })],
            signature: signature + "a{sv}")
        let request = reply.first?.asText ?? ""
        let ending = limit.map { limit in
            Task {
                // A cancelled wait has nothing to end.
                if (try? await clock.sleep(for: limit)) != nil { continuation.finish() }
            }
        }
        defer { ending?.cancel() }
        let sender = connection.uniqueName.dropFirst().replacing(".", with: "_")
        // Old portals choose another path than the one that follows from the token.
        let expected = [request, "\(Self.path)/request/\(sender)/\(token)"]
        for await answer in answers where expected.contains(answer.path) {
            guard answer.arguments.count == 2, let code = answer.arguments[0].asInteger else { continue }
            let outcome: PortalAnswer.Outcome = code == 0 ? .granted : code == 1 ? .refusedByUser : .failed
            return PortalAnswer(outcome: outcome, results: answer.arguments[1].asTable ?? [:])
        }
        let connection = connection
        // Not in this task, which may have been cancelled.
        await Task {
            _ = try? await connection.call(Self.name, path: request, interface: Self.requests, method: "Close")
        }.value
        try Task.checkCancellation()
        return PortalAnswer(outcome: .unanswered, results: [:])
    }
}
