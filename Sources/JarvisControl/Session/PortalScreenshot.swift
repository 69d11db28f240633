// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the screen by the desktop's portal, which may ask the user first: a call makes a request, whose answer
// comes as a signal (org.freedesktop.portal.Request).

import GioKit
import Glibc
import JarvisControlPorts
import JarvisPlatform

/// Takes pictures one at a time or several at once.
@MainActor
final class PortalScreenshot {
    private struct Response: Sendable {
        var request: String
        var code: Int64
        var address: String
    }

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Screenshot"
    private static let requests = "org.freedesktop.portal.Request"
    /// The user may be asked.
    private static let limit: Duration = .seconds(60)

    private let bus: BusLink
    private let clock: any Clock<Duration>
    private var count = 0

    nonisolated init(bus: BusLink, clock: any Clock<Duration>) {
        self.bus = bus
        self.clock = clock
    }

    /// - Returns: the picture's path.
    func take() async throws(SessionFailure) -> String {
        guard let connection = try? await bus.open() else { throw .noScreenshots }
        count += 1
        let token = "jarvis\(count)"
        // Listened to before anything is asked: the answer may come at once. Unbounded: there is one for each request.
        let (responses, continuation) = AsyncStream.makeStream(of: Response.self, bufferingPolicy: .unbounded)
        let subscription = connection.subscribe(interface: Self.requests, signal: "Response") { signal in
            guard signal.arguments.count == 2, let code = signal.arguments[0].asInteger else { return }
            let address = signal.arguments[1].asTable?["uri"]?.asText ?? ""
            continuation.yield(Response(request: signal.path, code: code, address: address))
        }
        defer { withExtendedLifetime(subscription) { continuation.finish() } }
        let request = try await ask(connection, token)
        let ending = Task { [clock] in
            // A cancelled wait has nothing to end.
            if (try? await clock.sleep(for: Self.limit)) != nil { continuation.finish() }
        }
        defer { ending.cancel() }
        let expected = [request, Self.path + "/request/\(Self.sender(connection))/\(token)"]
        for await response in responses where expected.contains(response.request) {
            switch response.code {
            case 0: return try await file(response.address)
            case 1: throw .cancelled
            default: throw .screenshotFailed(reason: "")
            }
        }
        // The dialog must not stand there for an answer that is not waited for.
        _ = try? await connection.call(Self.name, path: request, interface: Self.requests, method: "Close")
        throw .screenshotFailed(reason: "no answer")
    }

    private func ask(_ connection: BusConnection, _ token: String) async throws(SessionFailure) -> String {
        do throws(BusFailure) {
            let reply = try await connection.call(
                Self.name, path: Self.path, interface: Self.interface, method: "Screenshot",
                [.text(""), .table(["handle_token": .text(token), "interactive": .flag(false)])],
                signature: "sa{sv}")
            return reply.first?.asText ?? ""
        } catch {
            throw error.meansMissing ? .noScreenshots : .screenshotFailed(reason: error.reason)
        }
    }

    /// The connection's name as it stands in the paths of its requests.
    private static func sender(_ connection: BusConnection) -> String {
        String(connection.uniqueName.dropFirst().map { $0 == "." ? "_" : $0 })
    }

    private func file(_ address: String) async throws(SessionFailure) -> String {
        guard let path = FileAddress.path(of: address) else { throw .screenshotFailed(reason: address) }
        let isThere = try? await WorkerThread(name: "screenshot").run { access(path, R_OK) == 0 }
        guard isThere == true else { throw .screenshotFailed(reason: path) }
        return path
    }
}
