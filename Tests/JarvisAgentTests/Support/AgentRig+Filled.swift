// SPDX-License-Identifier: GPL-3.0-or-later
// An agent with items that a misheard request could remove.

import JarvisCore
import JarvisTesting

extension AgentRig {
    /// Timers, alarms, reminders, notes and a list.
    static func filled() async throws -> AgentRig {
        let rig = AgentRig()
        for text in [
            "set a tea timer for 4 minutes", "set a pasta timer for 9 minutes", "set an alarm for 7 am",
            "set an alarm for noon", "remind me to call mum at six pm", "remind me to pay the rent tomorrow",
            "note that milk is out", "note that the key is under the mat", "note that Karen called",
            "put milk and eggs on the shopping list",
        ] { try await rig.ask(text) }
        return rig
    }

    /// The number of the user's reminders and notes.
    var count: Int { reminders.all.count + history.messages.filter { $0.kind == .note }.count }

    /// The number of items on all lists.
    var items: Int { lists.all.map(\.items.count).reduce(0, +) }
}
