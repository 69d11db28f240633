// SPDX-License-Identifier: GPL-3.0-or-later
// The settings as the pane changes them: at once, kept on disk, and heard where they are about the voice.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisStore

/// Changes settings and lets the voice be heard.
@MainActor
final class SettingsModel {
    /// A setting, and the value that it had before its default came back.
    typealias Former = (setting: SettingDescriptor, value: SettingValue)

    /// Called when settings were put back to their defaults.
    var onPutBack: (@MainActor ([Former]) -> Void)?

    private let store: any SettingsStore
    private let assistant: Assistant
    /// Of the history.
    let lock: HistoryLock?
    /// Says previews in place of the conversation.
    private let speaker: (@MainActor (String) -> Void)?

    /// - Parameter speaker: says previews where the conversation rests.
    init(_ services: DesktopServices, speaker: (@MainActor (String) -> Void)? = nil) {
        store = services.settings
        assistant = services.assistant
        lock = services.historyLock
        self.speaker = speaker
    }

    var current: Settings { store.current }

    /// Changes settings; when they cannot be kept, a banner says why and they hold until the program ends.
    func change(_ change: @escaping @Sendable (inout Settings) throws -> Void) {
        do {
            let written = try store.update(change)
            Task {
                do { try await written.value } catch { report(error) }
            }
        } catch { report(error) }
    }

    /// Puts settings back to their defaults.
    func putBack(_ settings: [SettingDescriptor]) {
        let before = current
        // A lock that could be put back would keep nothing.
        let isLocked = lock?.isLocked == true
        let changed = settings.filter {
            $0.isChanged(in: before) && !(isLocked && $0.path == \Settings.history.isLocked)
        }
        guard !changed.isEmpty else { return isLocked ? report(StoreFailure.locked) : () }
        change { settings in
            for setting in changed { setting.reset(in: &settings) }
        }
        onPutBack?(changed.map { ($0, $0.get(before)) })
    }

    /// Brings values back that defaults have replaced; what has been changed since then stays as it is.
    func restore(_ former: [Former]) {
        let values = former.map { (setting: $0.setting, value: $0.value) }
        change { settings in
            for (setting, value) in values where !setting.isChanged(in: settings) {
                try setting.set(value, in: &settings)
            }
        }
    }

    /// Shows a banner that says what failed.
    func report(_ error: any Error) {
        assistant.notice(error)
    }

    /// Says a sentence with the voice as it is set now.
    func preview(_ text: String) {
        if let speaker { speaker(text) } else { assistant.send(.announcement(text, kind: nil)) }
    }

    func changes() -> AsyncStream<Settings> { store.changes() }
}
