// SPDX-License-Identifier: GPL-3.0-or-later
// Which tools a request is about, by the words that they have in common. Pure.

import JarvisAgent
import JarvisPlatform
import JarvisUnderstanding

/// The words of tools and requests, as they are compared.
package enum ToolWords {
    /// Words that say nothing about what a tool is for.
    private static let empty: Set<String> = [
        "the", "and", "for", "with", "from", "that", "this", "are", "was", "you", "your", "can", "not", "all", "any",
        "its", "has", "have", "will", "what", "which", "when", "where", "how", "why", "who", "use", "used", "tool",
        "tools",
        "please", "into", "does", "about", "there", "their", "they", "than", "then", "them", "one", "other", "returns",
        "return", "given", "optional", "value", "values", "string", "number", "should", "would", "could", "out",
    ]
    /// Descriptions may be whole manuals; what a tool is for comes first.
    private static let longestDescription = 400

    static func words(of tool: ToolDescription, server: String) -> Set<String> {
        let parameters = (tool.schema["properties"]?.asObject?.members ?? []).map(\.key).joined(separator: " ")
        let text = tool.text.prefix(longestDescription)
        return words(in: "\(tool.words) \(tool.title) \(text) \(ToolDescription.words(of: parameters)) \(server)")
    }

    static func words(in text: String) -> Set<String> {
        Set(
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
                .filter { $0.count > 2 && !empty.contains($0) }.map(SharedWords.stem))
    }

    /// The entries that have words in common with a request, best first.
    package static func ranked(_ entries: [ToolEntry], for text: String, limit: Int) -> [(
        entry: ToolEntry, score: Double
    )] {
        SharedWords.ranked(entries.map(\.words), for: words(in: text), limit: limit).map {
            (entries[$0.place], $0.score)
        }
    }
}

/// A tool of a server, with its words.
package struct ToolEntry: Hashable, Sendable {
    var server: ToolServer
    package var tool: ToolDescription
    /// As the server described it last; it has not been asked since the program began.
    let isRemembered: Bool
    /// For choosing among many.
    let words: Set<String>
    /// What it is called: the words of its name, and of its title where that says something else.
    let names: [[String]]
    let parameters: [ToolParameter]

    package init(server: ToolServer, tool: ToolDescription, isRemembered: Bool = false) {
        self.isRemembered = isRemembered
        self.server = server
        self.tool = tool
        words = ToolWords.words(of: tool, server: server.name)
        let titles = [tool.words, ToolDescription.words(of: tool.title)]
        names = titles.map { $0.split(separator: " ").map(String.init) }.reduce(into: []) { names, name in
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        parameters = ToolParameter.parameters(of: tool.schema)
    }

    /// "read file of files"
    var title: String { "\(tool.words) of \(server.name)" }
}
