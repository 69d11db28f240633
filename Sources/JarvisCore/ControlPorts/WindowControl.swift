// SPDX-License-Identifier: GPL-3.0-or-later
// Port to JARVIS's own window: what it shows, and changes made in it by hand.

/// A pane of the window.
public enum WindowPane: String, Hashable, Sendable, CaseIterable {
    case history, settings, keyboard, commands, shortcuts, timers, lists
}

/// The size of the window.
public enum WindowShape: String, Hashable, Sendable, CaseIterable {
    /// The pill of compact mode.
    case compact
    case normal, fullScreen
}

/// The result of undoing a change made in the window.
public enum RevertedChange: Hashable, Sendable {
    /// The reminder as restored.
    case reminder(Reminder)
    /// Nothing was undone: the reminder would have rung by now, or no longer exists.
    case tooLate(Reminder)
    case itemIsBack(String, list: String)
    case itemIsGone(String, list: String)
    case listIsBack(String)
}

/// The window as skills use it. Any thread may call.
public protocol WindowControl: AnyObject, Sendable {
    /// Shows a pane; false without a window.
    func show(_ pane: WindowPane) async -> Bool
    /// Closes the open pane; false if none is open.
    func closePane() async -> Bool
    /// Gives the window this shape; false without a window, or while a question in it waits for an answer.
    func setShape(_ shape: WindowShape) async -> Bool
    /// When the newest undoable change in the window was made; nil if there is none.
    func newestChange() async -> Timestamp?
    /// Undoes the newest change; nil if it can no longer be undone.
    /// - Throws: `StoreFailure`; the caller may try again.
    func revertNewestChange() async throws -> RevertedChange?
}
