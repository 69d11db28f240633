// SPDX-License-Identifier: GPL-3.0-or-later
// Port to JARVIS's own window: what it shows, and changes made in it by hand.

/// A pane of the window.
public enum WindowPane: String, Hashable, Sendable, CaseIterable {
    case history, settings, keyboard, commands, shortcuts, timers, lists, notes
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
    case listIsGone(String)
}

/// A step through what a window shows.
public enum WindowScroll: String, Hashable, Sendable, CaseIterable {
    case down, up, top, bottom
}

/// The outcome of a step.
public enum WindowStep: Hashable, Sendable {
    case done
    /// Nothing further in that direction.
    case atEnd
    /// The open screen has nothing to step through.
    case notHere
    case noWindow
}

/// The outcome of pressing a control.
public enum WindowPress: Hashable, Sendable {
    /// The control with this name was pressed.
    case pressed(String)
    /// Several controls have the name.
    case several(Int)
    /// No control has the name.
    case unknown
    /// The control can't be used now.
    case disabled(String)
    /// A question in the window takes only yes or no.
    case question
    case noWindow
}

/// What is going on in the window.
public struct WindowSituation: Hashable, Sendable {
    /// The open pane; nil for the main screen.
    public var pane: WindowPane?
    /// True while the controls have numbers.
    public var showsNumbers = false

    public init(pane: WindowPane? = nil, showsNumbers: Bool = false) {
        self.pane = pane
        self.showsNumbers = showsNumbers
    }
}

/// The window as skills use it. Any thread may call.
public protocol WindowControl: AnyObject, Sendable {
    /// What the window shows; nil without a window.
    func situation() async -> WindowSituation?
    /// Shows a pane, at a place within it: a page or the key of a setting; false without a window.
    func show(_ pane: WindowPane, at place: String?) async -> Bool
    /// Closes the open pane; false if none is open.
    func closePane() async -> Bool
    /// Scrolls what is open.
    func scroll(_ step: WindowScroll) async -> WindowStep
    /// Goes to the next page, or to the one before.
    func turnPage(forward: Bool) async -> WindowStep
    /// Goes back within the open pane, or to the main screen.
    func goBack() async -> WindowStep
    /// Presses the control with this name, as a click would.
    func press(named name: String) async -> WindowPress
    /// Presses the control with this number.
    func press(number: Int) async -> WindowPress
    /// Puts numbers on the controls; returns how many, nil without a window.
    func showNumbers() async -> Int?
    /// Takes the numbers away; false if there are none.
    func hideNumbers() async -> Bool
    /// Minimizes the window; false without a window.
    func minimize() async -> Bool
    /// Mutes the microphone or unmutes it; returns whether it was muted before, nil if no conversation runs here.
    func setMuted(_ isMuted: Bool) async -> Bool?
    /// Ends the program once the reply has been heard; false if it can't be ended from here.
    func quit() async -> Bool
    /// Gives the window this shape; false without a window, or while a question in it waits for an answer.
    func setShape(_ shape: WindowShape) async -> Bool
    /// When the newest undoable change in the window was made; nil if there is none.
    func newestChange() async -> Timestamp?
    /// Undoes the newest change; nil if it can no longer be undone.
    /// - Throws: `StoreFailure`; the caller may try again.
    func revertNewestChange() async throws -> RevertedChange?
}

extension WindowControl {
    /// Shows a pane; false without a window.
    public func show(_ pane: WindowPane) async -> Bool { await show(pane, at: nil) }
}
