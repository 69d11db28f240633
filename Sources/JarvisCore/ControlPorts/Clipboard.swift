// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the clipboard.

/// The text that was copied last.
public protocol Clipboard: Sendable {
    /// - Returns: nil when nothing has been copied.
    /// - Throws: `notText` when it is something else, such as a picture.
    func text() async throws(ClipboardFailure) -> String?
    /// Copies a text.
    func setText(_ text: String) async throws(ClipboardFailure)
}

/// A clipboard that could not be read or written.
public enum ClipboardFailure: ExplainedFailure, Hashable {
    /// There is no window, and so no clipboard.
    case unavailable
    /// What was copied is not text.
    case notText
    /// The desktop lets a program use it only from a window that is being used.
    case needsFocus
    /// The desktop lets it be used from anywhere, by a program that is not installed.
    case needsTool(package: String)
    /// It was tried and failed; `reason` is the window system's own word.
    case failed(reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unavailable:
            FailureText(
                reader.say("The clipboard can be reached only while the window of JARVIS is open."),
                reader.say("Open it and try again."))
        case .notText:
            FailureText(reader.say("What was copied is not text."), reader.say("Copy some text and try again."))
        case .needsFocus:
            FailureText(
                reader.say("This desktop lets me use the clipboard only after a click in my window."),
                reader.say("Click the window of JARVIS and ask again."))
        case .needsTool(let package):
            FailureText(
                reader.say("I can't reach the clipboard from here."),
                reader.say("Install %1, or click the window of JARVIS and ask again.", package))
        case .failed(let reason):
            FailureText(
                reader.say("The clipboard could not be used (%1).", reason),
                reader.say("Focus the window of JARVIS and try again."))
        }
    }
}
