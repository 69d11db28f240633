// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the tray icon and its menu, in the user's language.

import JarvisDesktopKit
public import JarvisPlatform
public import JarvisDesktopControl

/// Texts that are available before GTK starts.
public enum ShellText {
    /// - Parameter resources: provides the icons.
    public static func words(_ resources: ResourceLocator) -> ShellWords {
        ShellWords(
            state: state, entry: entry, speaker: { $0.speaker },
            keyDescription: localized("Hold to talk to JARVIS"),
            iconFolder: resources.path("data/icons") ?? "")
    }

    @Sendable
    private static func state(_ state: TrayState) -> String {
        switch state {
        case .idle: localized("JARVIS")
        case .listening: localized("JARVIS is listening")
        case .speaking: localized("JARVIS is speaking")
        case .muted: localized("JARVIS is muted")
        }
    }

    @Sendable
    private static func entry(_ entry: TrayEntry) -> String {
        switch entry {
        case .talk(.talk): localized("Talk")
        case .talk(.finish): localized("Stop and send")
        case .talk(.interrupt): localized("Interrupt")
        case .talk(.cancel): localized("Cancel")
        case .call(.start): localized("Call", context: "to call JARVIS")
        case .call(.accept): localized("Answer the call")
        case .call(.end): localized("End the call")
        case .mute: localized("Mute the microphone")
        case .sessionOnly: localized("This session only")
        case .window: localized("Show JARVIS")
        case .settings: localized("Settings")
        case .quit: localized("Quit")
        }
    }
}
