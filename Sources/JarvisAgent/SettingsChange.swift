// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a setting by voice. A setting that can't be saved lasts until the program ends, and the reply says so.

package import JarvisCore

/// Changes to the settings on request.
package enum SettingsChange {
    /// Applies `change`.
    /// - Returns: Text to append to the reply: empty, or that the setting could not be saved.
    package static func apply(
        _ invocation: SkillInvocation, _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) async throws -> String {
        do {
            try await invocation.services.settings.update(change).value
            return ""
        } catch is StoreFailure {
            return " I couldn't save that, so it lasts only until you quit."
        }
    }

    /// An action that applies `change` to undo an earlier one and replies with `text`.
    package static func undo(
        _ text: String, _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) -> DeferredAction {
        DeferredAction { invocation in
            let remark = try await apply(invocation, change)
            return SkillReply(text + remark)
        }
    }
}
