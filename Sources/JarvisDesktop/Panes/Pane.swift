// SPDX-License-Identifier: GPL-3.0-or-later
// What a pane is: a screen that covers the main window and gives it back. A pane is made when it is opened and
// released when it is closed; it keeps nothing alive in between.

public import GtkKit
import JarvisCore

/// The panes, by the name that actions, the demonstration and tests use.
public enum PaneName: String, Sendable, CaseIterable {
    case history, settings, keyboard, commands, shortcuts, timers, lists, setup
}

/// A screen inside the pane host, which adds title, back button, Esc and focus handling round it.
@MainActor
public protocol Pane: AnyObject {
    /// The heading, in the words of the user.
    var title: String { get }
    /// The content below the heading; the same widget at every call.
    var content: Widget { get }
    /// What gets the keyboard when the pane opens; nil: the first control of the content.
    var initialFocus: Widget? { get }
    /// A heading of its own size, for a screen that leads to others.
    var hasLargeTitle: Bool { get }
    /// The pane is on screen.
    func paneDidOpen()
    /// Ctrl+F: go to the search field, where there is one.
    func find()
    /// Whether Ctrl+F stays in the pane instead of searching the history.
    var hasOwnSearch: Bool { get }
    /// Shows a place within the pane, by its name.
    func show(place: String)
    /// The way back: to what the pane showed before; false where that was another screen.
    func stepBack() -> Bool
    /// Esc: closes what is open within the pane, such as a field; false when there is nothing like that.
    func closeInner() -> Bool
    /// The pane is about to go: cancel tasks and observations.
    func paneWillClose()
}

extension Pane {
    public var initialFocus: Widget? { nil }
    public func paneDidOpen() {}
    public var hasLargeTitle: Bool { false }
    public var hasOwnSearch: Bool { false }
    public func find() {}
    public func show(place: String) {}
    public func stepBack() -> Bool { false }
    public func closeInner() -> Bool { false }
    public func paneWillClose() {}
}

/// The services that a pane gets from its window.
@MainActor
public struct PaneContext {
    public let services: DesktopServices
    /// Closes the pane that is open.
    public let close: @MainActor () -> Void
    /// Opens another pane in place of this one.
    public let open: @MainActor (PaneName) -> Void
    /// Gives the pane another heading.
    public let retitle: @MainActor (String) -> Void
    /// The width that the pane will have, as far as it is known.
    public let width: Int
}
