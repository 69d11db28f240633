// SPDX-License-Identifier: GPL-3.0-or-later
// An agent with items of every kind that can be removed.

import JarvisControlTesting
import JarvisCore
import JarvisTesting

@testable import JarvisAgent

enum FullRig {
    static func make() async throws -> AgentRig {
        let rig = AgentRig()
        try await fill(rig)
        return rig
    }

    static func fill(_ rig: AgentRig) async throws {
        for request in [
            "remind me to call mum at six p m", "set a timer for 45 minutes", "set a pasta timer for ten minutes",
            "set an alarm for seven a m", "add milk to my shopping list", "take a note the key is below the mat",
        ] {
            _ = try await rig.ask(request)
        }
    }

    /// The pending reminders, the notes and the list items.
    static func kept(by rig: AgentRig) async throws -> [String] {
        let reminders = try await rig.reminders.pending().map(\.id).sorted()
        let notes = rig.history.messages.filter { $0.kind == .note }.map(\.text)
        let items = try await rig.lists.lists().flatMap(\.items)
        return reminders + notes + items
    }

    /// Everything that only the user may set or that would interrupt the user.
    static func set(by rig: AgentRig) async throws -> String {
        let isDisturbed = try await rig.desktop.session.isDoNotDisturbOn()
        let models = try await rig.models.names()
        return "\(rig.settings.current) \(rig.desktop.session.performed) \(isDisturbed) \(models)"
    }
}
