// SPDX-License-Identifier: GPL-3.0-or-later
// What the icon in the tray shows. Pure.

public import JarvisConversation

/// What an icon can tell of JARVIS at a glance.
public enum TrayState: String, Sendable, CaseIterable {
    /// The microphone is closed.
    case idle
    /// The microphone is open, be it for the wake word alone.
    case listening
    case speaking
    /// JARVIS, or the desktop, has muted the microphone.
    case muted

    /// - Parameter state: the conversation as it is.
    public init(_ state: AssistantState) {
        self =
            state.phase == .speaking
            ? .speaking
            : state.microphone.muting != .none
                ? .muted : state.microphone.isOpen || state.microphone.loan != nil ? .listening : .idle
    }

    /// The icon's name in the folder of the program's icons.
    public var icon: String { "jarvis-tray-\(rawValue)-symbolic" }
}
