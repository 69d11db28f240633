// SPDX-License-Identifier: GPL-3.0-or-later
// The targets and dependencies of Package.swift, parsed from its text: each is declared with one call of a helper.

struct Manifest: Sendable {
    static let path = "Package.swift"

    /// Every target, test and system library with the targets and products it declares to depend on.
    var dependencies: [String: Set<String>] = [:]
    /// The test targets.
    var tests: Set<String> = []

    init(_ source: String) {
        let text = SwiftText.withoutComments(source)
        for helper in ["library", "native", "program", "tool", "support", "tests", "system", ".target"] {
            for call in Self.calls(of: helper, in: text) {
                let literals = Self.literals(in: call)
                guard let name = literals.first else { continue }
                var declared = helper == "system" ? [] : Set(literals.dropFirst())
                if call.contains("argumentParser") { declared.insert("ArgumentParser") }
                dependencies[name] = declared
                if helper == "tests" { tests.insert(name) }
            }
        }
    }

    /// The arguments of each call of `function` that begins with a string literal or a name that is one.
    private static func calls(of function: String, in text: String) -> [Substring] {
        var calls: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: function + "(") {
            rest = rest[start.upperBound...]
            let isWord = start.lowerBound > text.startIndex && text[text.index(before: start.lowerBound)].isLetter
            let arguments = rest.drop { $0.isWhitespace }
            let isLiteral = arguments.hasPrefix("\"") || arguments.hasPrefix("name: \"")
            guard !isWord, isLiteral, let end = closing(rest) else { continue }
            calls.append(rest[..<end])
        }
        return calls
    }

    /// The index of the parenthesis that closes the one opened before `text`.
    private static func closing(_ text: Substring) -> Substring.Index? {
        var depth = 1
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func literals(in text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }
}
