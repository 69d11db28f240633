// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's state as the tray icon shows it. Pure.

public import JarvisConversation

/// One of the states that the icon can show.
public enum TrayState: String, Sendable, CaseIterable {
    /// The microphone is closed.
    case idle
    /// The microphone is open, even if only for the wake word.
    case listening
    case speaking
    /// The microphone is muted, by JARVIS or the desktop.
    case muted

    /// - Parameter state: the conversation's current state.
    public init(_ state: AssistantState) {
        self =
            state.phase == .speaking
            ? .speaking
            : state.microphone.muting != .none
                ? .muted : state.microphone.isOpen || state.microphone.loan != nil ? .listening : .idle
    }

    /// The icon's name in the program's icon folder.
    public var icon: String { "jarvis-tray-\(rawValue)-symbolic" }
}
