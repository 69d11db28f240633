// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a setting by voice; what cannot be written still holds until the program ends, and the reply says so.

package import JarvisCore

/// A change of the settings by request.
package enum SettingsChange {
    /// Applies `change`; returns what to add to the reply: nothing, or that it could not be saved.
    package static func apply(
        _ invocation: SkillInvocation, _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) async throws -> String {
        do {
            try await invocation.services.settings.update(change).value
            return ""
        } catch is StoreFailure {
            return " I couldn't save that, so it lasts until you close me."
        }
    }

    /// Takes such a change back and then says `text`.
    package static func undo(
        _ text: String, _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) -> DeferredAction {
        DeferredAction { invocation in
            let remark = try await apply(invocation, change)
            return SkillReply(text + remark)
        }
    }
}
