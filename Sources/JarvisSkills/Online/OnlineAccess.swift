// SPDX-License-Identifier: GPL-3.0-or-later
// Saves which online services the user allows.

import JarvisAgent
import JarvisCore

enum OnlineAccess {
    /// - Returns: A remark for the reply if the change could not be saved, otherwise an empty string.
    static func set(
        _ consent: OnlineConsent, for services: [OnlineService], _ invocation: SkillInvocation
    ) async throws -> String {
        try await change(invocation) { online in
            for service in services { online[service] = consent }
        }
    }

    /// - Returns: A remark for the reply if the change could not be saved, otherwise an empty string.
    static func change(
        _ invocation: SkillInvocation, _ change: @escaping @Sendable (inout OnlineSettings) -> Void
    ) async throws -> String {
        do {
            try await invocation.services.settings.update { change(&$0.online) }.value
            return ""
        } catch is StoreFailure {
            return "I couldn't save that, so it lasts only until you quit."
        }
    }
}
