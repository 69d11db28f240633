// SPDX-License-Identifier: GPL-3.0-or-later
// Sends requests to the desktop portal, which may ask the user. A call creates a request object, whose response arrives
// as a signal (org.freedesktop.portal.Request). Main thread only.

/// The portal's response to a request.
public struct PortalAnswer: Sendable {
    /// The outcome of a request.
    public enum Outcome: Sendable {
        case granted, refusedByUser, failed
        /// No response came in time.
        case unanswered
    }

    public let outcome: Outcome
    public let results: [String: BusValue]
}

/// Sends requests to the portal over one connection.
@MainActor
public struct DesktopPortal {
    public static let name = "org.freedesktop.portal.Desktop"
    public static let path = "/org/freedesktop/portal/desktop"
    private static let requests = "org.freedesktop.portal.Request"
    /// The number of requests so far, which keeps their path elements unique, since connections are shared.
    private static var count = 0

    private let connection: BusConnection

    public init(_ connection: BusConnection) {
        self.connection = connection
    }

    /// A unique element for an object path.
    public static func token() -> String {
        count += 1
        return "jarvis\(count)"
    }

    /// Calls a method and waits for the portal's response. A cancellation or a time-out withdraws the request, so that
    /// no dialog stays open in vain.
    /// - Parameters:
    ///   - arguments: All arguments except the options, which come last.
    ///   - options: Options in addition to those of the request itself.
    ///   - limit: The longest wait; nil to wait as long as the user takes.
    ///   - clock: Measures the limit; must be monotonic.
    /// - Throws: `BusFailure`, or `CancellationError`.
    public func ask(
        _ interface: String, _ method: String, _ arguments: [BusValue] = [], signature: String = "",
        options: [String: BusValue] = [:], within limit: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> PortalAnswer {
        let token = Self.token()
        // Subscribe before the call, since the response may arrive at once. Unbounded: there is only one per request.
        let (answers, continuation) = AsyncStream.makeStream(
            of: BusConnection.Signal.self, bufferingPolicy: .unbounded)
        // Accept only the portal's signals: other programs could guess the path, and answer instead of the user.
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
                // End the stream only after a time-out, not if this wait was cancelled.
                if (try? await clock.sleep(for: limit)) != nil { continuation.finish() }
            }
        }
        defer { ending?.cancel() }
        let sender = connection.uniqueName.dropFirst().replacing(".", with: "_")
        // Older portals use a path that can't be derived from the token.
        let expected = [request, "\(Self.path)/request/\(sender)/\(token)"]
        for await answer in answers where expected.contains(answer.path) {
            guard answer.arguments.count == 2, let code = answer.arguments[0].asInteger else { continue }
            let outcome: PortalAnswer.Outcome = code == 0 ? .granted : code == 1 ? .refusedByUser : .failed
            return PortalAnswer(outcome: outcome, results: answer.arguments[1].asTable ?? [:])
        }
        let connection = connection
        // Withdraw in a separate task, since this one may have been cancelled.
        await Task {
            _ = try? await connection.call(Self.name, path: request, interface: Self.requests, method: "Close")
        }.value
        try Task.checkCancellation()
        return PortalAnswer(outcome: .unanswered, results: [:])
    }
}
