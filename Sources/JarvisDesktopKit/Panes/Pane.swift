// SPDX-License-Identifier: GPL-3.0-or-later
// A pane is a screen that covers the main window until it closes. It exists only while open, and keeps nothing alive
// after that.

public import GtkKit

/// The panes, by the name used in actions, the demonstration and tests.
public enum PaneName: String, Sendable, CaseIterable {
    case history, settings, keyboard, commands, shortcuts, timers, lists, notes, setup
}

/// A screen inside the pane host, which adds the title, back button, Esc and focus handling.
@MainActor
public protocol Pane: AnyObject {
    /// The heading, in the user's language.
    var title: String { get }
    /// The content below the heading; always the same widget.
    var content: Widget { get }
    /// The widget to focus when the pane opens; nil for the first control of the content.
    var initialFocus: Widget? { get }
    /// Called when the pane is on the screen.
    func paneDidOpen()
    /// Handles Ctrl+F: focuses the search field, if there is one.
    func find()
    /// True if Ctrl+F stays in the pane instead of searching the history.
    var hasOwnSearch: Bool { get }
    /// Shows the place with this name within the pane.
    func show(place: String)
    /// Goes to the next page of the pane, or to the one before; false at the end, nil if the pane has no pages.
    func turnPage(forward: Bool) -> Bool?
    /// Goes back to the pane's previous content; false if the user came from another screen.
    func stepBack() -> Bool
    /// Handles Esc: closes anything open within the pane, such as a field; false if nothing is open.
    func closeInner() -> Bool
    /// Called before the pane closes, to cancel tasks and observations.
    func paneWillClose()
}

extension Pane {
    public var initialFocus: Widget? { nil }
    public func paneDidOpen() {}
    public var hasOwnSearch: Bool { false }
    public func find() {}
    public func show(place: String) {}
    public func turnPage(forward: Bool) -> Bool? { nil }
    public func stepBack() -> Bool { false }
    public func closeInner() -> Bool { false }
    public func paneWillClose() {}
}

/// The actions that a pane can perform on its window.
@MainActor
public struct PaneContext {
    /// Closes the open pane.
    public let close: @MainActor () -> Void
    /// Opens another pane in place of this one.
    public let open: @MainActor (PaneName) -> Void
    /// Changes the pane's heading.
    public let retitle: @MainActor (String) -> Void
    /// The pane's expected width.
    public let width: Int

    package init(
        close: @escaping @MainActor () -> Void, open: @escaping @MainActor (PaneName) -> Void,
        retitle: @escaping @MainActor (String) -> Void, width: Int
    ) {
        self.close = close
        self.open = open
        self.retitle = retitle
        self.width = width
    }
}
