// SPDX-License-Identifier: GPL-3.0-or-later
// The port to JARVIS's own window: what it can show, and what has been changed in it by hand.

/// A pane of the window.
public enum WindowPane: String, Hashable, Sendable, CaseIterable {
    case history, settings, keyboard, commands, shortcuts, timers, lists
}

/// How large the window is.
public enum WindowShape: String, Hashable, Sendable, CaseIterable {
    /// The pill of compact mode.
    case compact
    case normal, fullScreen
}

/// What taking back a change of the user's in the window has come to.
public enum RevertedChange: Hashable, Sendable {
    /// As it is again.
    case reminder(Reminder)
    /// It would have rung by now, or has gone in another way.
    case tooLate(Reminder)
    case itemIsBack(String, list: String)
    case itemIsGone(String, list: String)
    case listIsBack(String)
}

/// The window as skills use it. Any thread may call.
public protocol WindowControl: AnyObject, Sendable {
    /// Shows a pane; false where there is no window to show it in.
    func show(_ pane: WindowPane) async -> Bool
    /// Closes the pane that is open; false where none is.
    func closePane() async -> Bool
    /// Gives the window this shape; false where there is no window, or a question in it has to be answered first.
    func setShape(_ shape: WindowShape) async -> Bool
    /// When the newest change was made by hand that can be taken back; nil when there is none.
    func newestChange() async -> Timestamp?
    /// Takes that change back; nil when there is none any more.
    /// - Throws: `StoreFailure`; it can be tried again then.
    func revertNewestChange() async throws -> RevertedChange?
}
