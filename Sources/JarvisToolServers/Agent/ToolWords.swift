// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks tools for a request by the words that they share. Pure.

import JarvisAgent
import JarvisPlatform
import JarvisUnderstanding

/// The words of tools and requests, normalized for comparison.
package enum ToolWords {
    /// Words that say nothing about the purpose of a tool.
    private static let empty: Set<String> = [
        "the", "and", "for", "with", "from", "that", "this", "are", "was", "you", "your", "can", "not", "all", "any",
        "its", "has", "have", "will", "what", "which", "when", "where", "how", "why", "who", "use", "used", "tool",
        "tools",
        "please", "into", "does", "about", "there", "their", "they", "than", "then", "them", "one", "other", "returns",
        "return", "given", "optional", "value", "values", "string", "number", "should", "would", "could", "out",
    ]
    /// The characters of a description to use. Descriptions may be whole manuals, and the purpose comes first.
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

    /// The entries that share words with a request, best first.
    package static func ranked(_ entries: [ToolEntry], for text: String, limit: Int) -> [(
        entry: ToolEntry, score: Double
    )] {
        SharedWords.ranked(entries.map(\.words), for: words(in: text), limit: limit).map {
            (entries[$0.place], $0.score)
        }
    }
}

/// A server's tool and its words.
package struct ToolEntry: Hashable, Sendable {
    var server: ToolServer
    package var tool: ToolDescription
    /// True if the description was saved earlier and the server has not been asked since JARVIS started.
    let isRemembered: Bool
    /// The words to rank by.
    let words: Set<String>
    /// The words of its name, and of its title if that differs.
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

    /// The name to show: "read file of files".
    var title: String { "\(tool.words) from \(server.name)" }
}
