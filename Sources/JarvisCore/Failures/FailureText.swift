// SPDX-License-Identifier: GPL-3.0-or-later
// How failures are put into words: what happened and what to do, for the window or the command line, in any language.

/// The person a failure is explained to: in the window or at the command line, and in which language.
public struct FailureReader: Sendable {
    public enum Place: Sendable {
        /// A reader with panes and keys at hand.
        case window
        /// A reader with commands at hand.
        case commandLine
    }

    public let place: Place
    private let translate: @Sendable (String) -> String
    private let translateCount: @Sendable (String, String, Int) -> String

    /// - Parameters:
    ///   - translate: Returns a sentence in the reader's language; "%1" to "%9" are placeholders for values.
    ///   - translateCount: Picks singular or plural for a number, in the reader's language.
    public init(
        _ place: Place, translate: @escaping @Sendable (String) -> String = { $0 },
        translateCount: @escaping @Sendable (String, String, Int) -> String = { $2 == 1 ? $0 : $1 }
    ) {
        self.place = place
        self.translate = translate
        self.translateCount = translateCount
    }

    public static let window = FailureReader(.window)
    public static let commandLine = FailureReader(.commandLine)

    var isInWindow: Bool { place == .window }

    /// A sentence in the reader's language with its values filled in.
    public func say(_ sentence: String, _ values: String...) -> String {
        TextTemplate.fill(translate(sentence), values)
    }

    /// The singular or plural sentence for `count`, which replaces "%1"; the values replace "%2" to "%9".
    public func say(_ one: String, _ many: String, count: Int, _ values: String...) -> String {
        TextTemplate.fill(translateCount(one, many, count), [String(count)] + values)
    }
}

/// The explanation of one failure.
public struct FailureText: Hashable, Sendable {
    public var whatHappened: String
    /// Empty if nothing can be done.
    public var whatToDo: String

    public init(_ whatHappened: String, _ whatToDo: String = "") {
        self.whatHappened = whatHappened
        self.whatToDo = whatToDo
    }

    /// `whatHappened`, followed by `whatToDo` if there is any.
    public var text: String { whatToDo.isEmpty ? whatHappened : whatHappened + " " + whatToDo }
}

/// A failure with an explanation in the catalogue.
public protocol ExplainedFailure: Error {
    func explained(to reader: FailureReader) -> FailureText
}

extension ExplainedFailure {
    /// What happened and what to do, in English, for the window.
    public var advice: String { explained(to: .window).text }
}
