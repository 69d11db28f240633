// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's own authentication, asked through polkit on the system bus: password, fingerprint, or whatever the
// system is set up for. The action is data/io.github.jarvis_assistant.Jarvis.policy.

public import GioKit
import JarvisCore

/// Asks polkit whether the user may see the history.
public struct PolkitAuthority: HistoryAuthority {
    /// The action's name, as in the policy file.
    public static let action = "io.github.jarvis_assistant.Jarvis.show-history"
    /// Somebody has to find a password, or a finger.
    private static let patience = Duration.seconds(180)

    private let link: BusLink

    /// - Parameter link: to the system bus.
    public init(
        _ link: BusLink = BusLink { () async throws(BusFailure) in try await BusConnection.open(.system) }
    ) {
        self.link = link
    }

    public func authorize() async throws(HistoryLockFailure) {
        let answer = try await ask()
        guard answer.count > 1, let isAuthorized = answer[0].asFlag, let isChallenge = answer[1].asFlag else {
            throw .unavailable("answer of another kind")
        }
        guard !isAuthorized else { return }
        // polkit would have asked, had there been an agent to do so, unless the user closed its question.
        let isDismissed = answer.last?.asTable?["polkit.dismissed"] != nil
        throw isChallenge && !isDismissed ? .noAgent : .denied
    }

    /// - Returns: authorized, challenge, details.
    @MainActor
    private func ask() async throws(HistoryLockFailure) -> [BusValue] {
        do throws(BusFailure) {
            let connection = try await link.open()
            let name = "org.freedesktop.PolicyKit1"
            let reply = try await connection.call(
                name, path: "/org/freedesktop/PolicyKit1/Authority", interface: name + ".Authority",
                method: "CheckAuthorization",
                [
                    .list([.text("system-bus-name"), .table(["name": .text(connection.uniqueName)])]),
                    .text(Self.action), .table([:]), .integer(1), .text(""),
                ], signature: "(sa{sv})sa{ss}us", within: Self.patience)
            return reply.first?.asList ?? []
        } catch {
            throw error.meansForbidden ? .denied : .unavailable(error.reason)
        }
    }
}
