// SPDX-License-Identifier: GPL-3.0-or-later
// Changes settings for the window: applies them at once, saves them, and lets the user hear changes of the voice.

import JarvisAssistant
import JarvisConversation
package import JarvisCore
import JarvisStore

/// Changes settings and plays voice previews.
@MainActor
package final class SettingsModel {
    /// A setting, with its value from before a reset.
    typealias Former = (setting: SettingDescriptor, value: SettingValue)

    /// Called when settings have been reset to their defaults.
    var onPutBack: (@MainActor ([Former]) -> Void)?

    private let store: any SettingsStore
    private let assistant: Assistant
    /// The history's lock.
    let lock: HistoryLock?
    /// Speaks previews; if nil, the conversation does.
    private let speaker: (@MainActor (String) -> Void)?

    /// - Parameter speaker: speaks previews while the conversation is paused.
    package init(_ services: SettingsServices, speaker: (@MainActor (String) -> Void)? = nil) {
        store = services.settings
        assistant = services.assistant
        lock = services.historyLock
        self.speaker = speaker
    }

    package var current: Settings { store.current }

    /// Changes settings. If they can't be saved, a banner explains why, and the change lasts until the program ends.
    package func change(_ change: @escaping @Sendable (inout Settings) throws -> Void) {
        do {
            let written = try store.update(change)
            Task {
                do { try await written.value } catch { report(error) }
            }
        } catch { report(error) }
    }

    /// Resets these settings to their defaults.
    func putBack(_ settings: [SettingDescriptor]) {
        let before = current
        // The lock would protect nothing if it could be reset while locked.
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

    /// Restores values from before a reset. Settings that have changed since then stay as they are.
    func restore(_ former: [Former]) {
        let values = former.map { (setting: $0.setting, value: $0.value) }
        change { settings in
            for (setting, value) in values where !setting.isChanged(in: settings) {
                try setting.set(value, in: &settings)
            }
        }
    }

    /// Shows a banner for the failure.
    func report(_ error: any Error) {
        assistant.notice(error)
    }

    /// Speaks a sentence with the current voice settings.
    func preview(_ text: String) {
        if let speaker { speaker(text) } else { assistant.send(.announcement(text, kind: nil)) }
    }

    func changes() -> AsyncStream<Settings> { store.changes() }
}
