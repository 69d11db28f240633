// SPDX-License-Identifier: GPL-3.0-or-later
// Why a document cannot be imported into the history. The cases carry values, so each can be explained in any language.

/// What is wrong with a document to import, or with the history it is meant for.
public enum ImportFault: Hashable, Sendable {
    case empty
    case tooLarge(limitGiB: Int)
    case notUTF8
    /// The byte at which the parser gave up.
    case notJSON(byteOffset: Int)
    /// An export in a newer format than this program knows.
    case newerExport
    /// JSON, but neither an export nor a list of roles and contents.
    case otherDocument
    /// The history lasts only for this session.
    case sessionOnly
    /// The history does not support imports.
    case notSupported
}

extension ImportFault {
    func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .empty: FailureText(reader.say("Can't import this file: it's empty."))
        case .tooLarge(let limit):
            FailureText(reader.say("Can't import this file: it's larger than %1 GiB.", String(limit)))
        case .notUTF8:
            FailureText(
                reader.say("Can't import this file: its text isn't UTF-8."),
                reader.say("Save it as UTF-8 and try again."))
        case .notJSON(let offset):
            FailureText(reader.say("Can't import this file: it isn't JSON (byte %1).", String(offset)))
        case .newerExport:
            FailureText(
                reader.say("Can't import this file: it's from a newer version of JARVIS."),
                reader.say("Update JARVIS and try again."))
        case .otherDocument:
            FailureText(
                reader.say(
                    "Can't import this file: it's neither a JARVIS export nor a list of roles and contents."))
        case .sessionOnly:
            FailureText(
                reader.say("Imported messages would be lost when the session ends."),
                reader.say("Turn off \"This session only\" first."))
        case .notSupported: FailureText(reader.say("This history can't import files."))
        }
    }
}
