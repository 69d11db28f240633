// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the screen by the desktop's portal, which may ask the user first.

import GioKit
import Glibc
import JarvisControlPorts
import JarvisPlatform

/// Takes pictures one at a time or several at once.
@MainActor
final class PortalScreenshot {
    /// The user may be asked.
    private static let limit: Duration = .seconds(60)

    private let bus: BusLink
    private let clock: any Clock<Duration>

    nonisolated init(bus: BusLink, clock: any Clock<Duration>) {
        self.bus = bus
        self.clock = clock
    }

    /// - Returns: the picture's path.
    func take() async throws(SessionFailure) -> String {
        guard let connection = try? await bus.open() else { throw .noScreenshots }
        let answer: PortalAnswer
        do {
            answer = try await DesktopPortal(connection).ask(
                "org.freedesktop.portal.Screenshot", "Screenshot", [.text("")], signature: "s",
                options: ["interactive": .flag(false)], within: Self.limit, clock: clock)
        } catch let failure as BusFailure {
            throw failure.meansMissing ? .noScreenshots : .screenshotFailed(reason: failure.reason)
        } catch {
            throw .screenshotFailed(reason: "no answer")
        }
        switch answer.outcome {
        case .granted: return try await file(answer.results["uri"]?.asText ?? "")
        case .refusedByUser: throw .cancelled
        case .failed: throw .screenshotFailed(reason: "")
        case .unanswered: throw .screenshotFailed(reason: "no answer")
        }
    }

    private func file(_ address: String) async throws(SessionFailure) -> String {
        guard let path = FileAddress.path(of: address) else { throw .screenshotFailed(reason: address) }
        let isThere = try? await WorkerThread(name: "screenshot").run { access(path, R_OK) == 0 }
        guard isThere == true else { throw .screenshotFailed(reason: path) }
        return path
    }
}
