// SPDX-License-Identifier: GPL-3.0-or-later
// The three sizes of widget: what each shows, and the application action that opens it.

import JarvisDesktopKit

/// A small window that shows part of the session, and stays open when the main window closes.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// JARVIS's state, with buttons to talk and to record a note.
    case small
    /// Adds the prompt of the day.
    case medium
    /// Adds the newest note and the timers.
    case large

    private static let prefix = "widget-"

    /// The name of the application's action that opens the widget.
    public var action: String { Self.prefix + rawValue }

    /// The size that an action's name opens; nil for any other action.
    public init?(action: String) {
        guard action.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(action.dropFirst(Self.prefix.count)))
    }

    var title: String {
        switch self {
        case .small: localized("JARVIS, small widget")
        case .medium: localized("JARVIS, medium widget")
        case .large: localized("JARVIS, large widget")
        }
    }

    /// The smallest size in logical pixels; the widget grows with its text.
    var leastSize: (width: Int, height: Int) {
        switch self {
        case .small: DesignTokens.Widgets.smallSize
        case .medium: DesignTokens.Widgets.mediumSize
        case .large: DesignTokens.Widgets.largeSize
        }
    }
}
