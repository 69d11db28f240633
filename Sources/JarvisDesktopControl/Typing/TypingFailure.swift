// SPDX-License-Identifier: GPL-3.0-or-later
// Why words can't be typed into another program.

public import JarvisCore

/// Why words could not be typed.
public enum TypingFailure: ExplainedFailure, Hashable {
    /// There is no accessibility bus.
    case noBus
    /// No text field has the focus, or its program doesn't report it.
    case noField
    /// The focused field is a password field.
    case password
    /// The program refused to insert the words.
    case refused

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .noBus:
            FailureText(
                reader.say("There is no accessibility bus, over which JARVIS types into other programs."),
                reader.say("Install at-spi2-core and log in again."))
        case .noField:
            FailureText(
                reader.say("No text field has the keyboard, or its program does not say so."),
                reader.say("Click into one and try again."))
        case .password:
            FailureText(
                reader.say("The field with the keyboard is for passwords."),
                reader.say("Type those by hand."))
        case .refused:
            FailureText(
                reader.say("The program with the keyboard did not take the words."),
                reader.say("Paste them instead."))
        }
    }
}
