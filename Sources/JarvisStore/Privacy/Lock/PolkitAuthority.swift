// SPDX-License-Identifier: GPL-3.0-or-later
// Authenticates the user through polkit on the system bus, with whatever the system is set up for, such as a password
// or fingerprint. The action is defined in data/io.github.jarvis_assistant.Jarvis.policy.

public import GioKit
import JarvisCore

/// Asks polkit whether the user may see the history.
public struct PolkitAuthority: HistoryAuthority {
    /// The action's ID, as in the policy file.
    public static let action = "io.github.jarvis_assistant.Jarvis.show-history"
    /// Leaves time to look up a password or try a fingerprint again.
    private static let patience = Duration.seconds(180)

    private let link: BusLink

    /// - Parameter link: A connection to the system bus.
    public init(
        _ link: BusLink = BusLink { () async throws(BusFailure) in try await BusConnection.open(.system) }
    ) {
        self.link = link
    }

    public func authorize() async throws(HistoryLockFailure) {
        let answer = try await ask()
        guard answer.count > 1, let isAuthorized = answer[0].asFlag, let isChallenge = answer[1].asFlag else {
            throw .unavailable("unexpected answer")
        }
        guard !isAuthorized else { return }
        // A challenge means that polkit found no agent to ask the user, unless the user dismissed the dialogue.
        let isDismissed = answer.last?.asTable?["polkit.dismissed"] != nil
        throw isChallenge && !isDismissed ? .noAgent : .denied
    }

    /// - Returns: Three values: authorized, challenge, details.
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
