// SPDX-License-Identifier: GPL-3.0-or-later
// Parses requests that name a tool or its server: "ask files to read the file notes.txt". Pure.

import JarvisAgent
import JarvisUnderstanding

/// A request addressed to a server.
struct ServerAddressing: Hashable, Sendable {
    var server: ToolServer
    /// The words of the task; empty if there is none.
    var rest: Range<Int>
    /// The user asks what the server can do.
    var isInquiry: Bool

    private static let verbs: Set<String> = ["ask", "tell", "have", "let", "use"]

    /// True if a text may be addressed to a server. It needs no list of servers.
    static func isPossible(_ utterance: Utterance) -> Bool {
        guard let first = utterance.words.first else { return false }
        return verbs.contains(first) || first == "what"
    }

    /// The enabled server addressed by a request.
    init?(_ utterance: Utterance, among servers: [ToolServer]) {
        let words = utterance.words
        guard Self.isPossible(utterance) else { return nil }
        // Longest name first: "notes archive" is not "notes".
        let named = servers.filter(\.isEnabled).map { (server: $0, name: Self.words(of: $0.name)) }
            .sorted { $0.name.count > $1.name.count }
        for (server, name) in named where !name.isEmpty {
            if let addressing = Self.read(words, server, name) {
                self = addressing
                return
            }
        }
        return nil
    }

    private init(_ server: ToolServer, _ rest: Range<Int>, isInquiry: Bool = false) {
        self.server = server
        self.rest = rest
        self.isInquiry = isInquiry
    }

    private static func read(_ words: [String], _ server: ToolServer, _ name: [String]) -> ServerAddressing? {
        if words == ["what", "can"] + name + ["do"] || words == ["what", "tools", "does"] + name + ["have"] {
            return ServerAddressing(server, words.count..<words.count, isInquiry: true)
        }
        guard let verb = words.first, verbs.contains(verb) else { return nil }
        var start = 1
        if words.dropFirst().first == "the" { start = 2 }
        guard words[start...].starts(with: name) else { return nil }
        start += name.count
        guard start < words.count else {
            return ServerAddressing(server, words.count..<words.count, isInquiry: true)
        }
        // A connective must follow "use files" and "tell files"; after "ask files" or "have files" it is optional.
        if ["to", "for", "and"].contains(words[start]) {
            start += 1
        } else if verb == "use" || verb == "tell" {
            return nil
        }
        return start < words.count ? ServerAddressing(server, start..<words.count) : nil
    }

    static func words(of name: String) -> [String] { Utterance.allWords(of: ToolDescription.words(of: name)) }
}

/// A tool named in a request, and the words after its name.
struct NamedTool: Hashable, Sendable {
    var entry: ToolEntry
    var arguments: Range<Int>

    /// Words that may occur within a name.
    private static let articles: Set<String> = ["the", "a", "an", "my", "this", "that"]
    private static let callingVerbs: Set<String> = ["use", "call"]

    static func isCall(_ utterance: Utterance) -> Bool { utterance.words.first.map(callingVerbs.contains) ?? false }

    /// The tools whose names begin the request, restricted to the longest names.
    /// - Parameter isAddressed: True if the request names the server, so one word may be enough for one of its tools.
    static func find(
        _ utterance: Utterance, _ range: Range<Int>, among entries: [ToolEntry], isAddressed: Bool
    ) -> [NamedTool] {
        let words = utterance.words
        var best: (length: Int, tools: [NamedTool]) = (0, [])
        for entry in entries {
            for name in entry.names {
                guard let found = match(name, words, range, isAddressed: isAddressed) else { continue }
                let tool = NamedTool(entry: entry, arguments: found..<range.upperBound)
                if name.count > best.length {
                    best = (name.count, [tool])
                } else if name.count == best.length, !best.tools.contains(where: { $0.entry == entry }) {
                    best.tools.append(tool)
                }
            }
        }
        return best.tools
    }

    /// The index after the tool's name, or `nil` if the request doesn't begin with it.
    private static func match(_ name: [String], _ words: [String], _ range: Range<Int>, isAddressed: Bool) -> Int? {
        var place = range.lowerBound
        var isCalled = isAddressed
        if place < range.upperBound, callingVerbs.contains(words[place]), name.first != words[place] {
            place += 1
            isCalled = true
        }
        // A single word is not enough without a call: too many requests would begin with it.
        guard isCalled || name.count > 1 else { return nil }
        for (index, word) in name.enumerated() {
            while place < range.upperBound, words[place] != word, articles.contains(words[place]) { place += 1 }
            guard place < range.upperBound, words[place] == word || index > 0 && isForm(words[place], word) else {
                return nil
            }
            place += 1
        }
        if place < range.upperBound, words[place] == "tool" { place += 1 }
        return place
    }

    /// "list files" may be spoken as "list the file".
    private static func isForm(_ word: String, _ other: String) -> Bool {
        word.count > 2 && other.count > 2 && SharedWords.stem(word + "s") == SharedWords.stem(other + "s")
            || word + "s" == other || other + "s" == word
    }
}
