// SPDX-License-Identifier: GPL-3.0-or-later
// The three widgets: what each shows, and by which action of the application it is opened.

/// A small window of its own that stays while others come and go.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// What JARVIS does, with buttons to talk and to record a note.
    case small
    /// The prompt of the day besides.
    case medium
    /// The newest note and the timers besides.
    case large

    private static let prefix = "widget-"

    /// The application's action that opens it.
    public var action: String { Self.prefix + rawValue }

    /// - Parameter action: nil for the name of any other action.
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

    /// In logical pixels; larger where the text is.
    var leastSize: (width: Int, height: Int) {
        switch self {
        case .small: DesignTokens.Widgets.smallSize
        case .medium: DesignTokens.Widgets.mediumSize
        case .large: DesignTokens.Widgets.largeSize
        }
    }
}
