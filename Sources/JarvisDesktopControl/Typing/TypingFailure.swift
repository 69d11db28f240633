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
                reader.say("I can't type into other apps without the accessibility bus."),
                reader.say("Install at-spi2-core and log in again."))
        case .noField:
            FailureText(
                reader.say("I can't find a text field to type in."),
                reader.say("Click in one and try again."))
        case .password:
            FailureText(
                reader.say("I don't type into password fields."),
                reader.say("Type it yourself."))
        case .refused:
            FailureText(
                reader.say("The app didn't accept the text."),
                reader.say("Paste it instead."))
        }
    }
}
