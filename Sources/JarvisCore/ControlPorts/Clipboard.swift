// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the clipboard.

/// Reads and sets the clipboard's text.
public protocol Clipboard: Sendable {
    /// - Returns: The text; nil if nothing has been copied.
    /// - Throws: `notText` if the clipboard holds something else, such as a picture.
    func text() async throws(ClipboardFailure) -> String?
    /// Replaces the clipboard's content with a text.
    func setText(_ text: String) async throws(ClipboardFailure)
}

/// A clipboard that could not be read or written.
public enum ClipboardFailure: ExplainedFailure, Hashable {
    /// The clipboard needs a window, and there is none.
    case unavailable
    /// The clipboard holds something other than text.
    case notText
    /// The desktop lets a program use the clipboard only while its window has the focus.
    case needsFocus
    /// The clipboard can be used without the focus, but only through a program that is not installed.
    case needsTool(package: String)
    /// The attempt failed; `reason` is the window system's own message.
    case failed(reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unavailable:
            FailureText(
                reader.say("I can use the clipboard only while my window is open."),
                reader.say("Open it and try again."))
        case .notText:
            FailureText(
                reader.say("The clipboard doesn't contain text."), reader.say("Copy some text and try again."))
        case .needsFocus:
            FailureText(
                reader.say("I can use the clipboard only after you click my window."),
                reader.say("Click my window and ask again."))
        case .needsTool(let package):
            FailureText(
                reader.say("I can't reach the clipboard from here."),
                reader.say("Install %1, or click my window and ask again.", package))
        case .failed(let reason):
            FailureText(
                reader.say("I couldn't use the clipboard (%1).", reason),
                reader.say("Click my window and try again."))
        }
    }
}
