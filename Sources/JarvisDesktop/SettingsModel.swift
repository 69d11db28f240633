// SPDX-License-Identifier: GPL-3.0-or-later
// The settings as the pane changes them: at once, kept on disk, and heard where they are about the voice.

import JarvisAssistant
import JarvisConversation
import JarvisCore

/// Changes settings and lets the voice be heard.
@MainActor
final class SettingsModel {
    private let store: any SettingsStore
    private let assistant: Assistant

    init(_ services: DesktopServices) {
        store = services.settings
        assistant = services.assistant
    }

    var current: Settings { store.current }

    /// Changes settings; when they cannot be kept, a banner says why and they hold until the program ends.
    func change(_ change: @escaping @Sendable (inout Settings) -> Void) {
        do {
            let written = try store.update(change)
            Task {
                do { try await written.value } catch { report(error) }
            }
        } catch { report(error) }
    }

    /// Shows a banner that says what failed.
    func report(_ error: any Error) {
        assistant.notice(error)
    }

    /// Says a sentence with the voice as it is set now.
    func preview(_ text: String) {
        assistant.send(.announcement(text, kind: nil))
    }

    func changes() -> AsyncStream<Settings> { store.changes() }
}
