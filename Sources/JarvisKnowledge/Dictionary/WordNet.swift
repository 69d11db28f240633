// SPDX-License-Identifier: GPL-3.0-or-later
// WordNet as installed by distributions: sorted text files for binary search (wndb(5WN)). A lookup reads a few
// kilobytes, on a separate thread.

public import JarvisCore
import JarvisPlatform

/// An English dictionary backed by WordNet's files.
public actor WordNet: WordReference {
    /// Where distributions install the files.
    public static let usualFolders = [
        "/usr/share/wordnet", "/usr/share/wordnet/dict", "/usr/share/WordNet/dict", "/usr/share/WordNet",
        "/usr/local/WordNet-3.0/dict",
    ]
    private static let mostSenses = 12

    private let executor = WorkerExecutor(name: "dictionary")
    private let folders: [String]

    /// - Parameter folders: The folders to search for a dictionary. Every query uses the first one that has it.
    public init(folders: [String] = WordNet.usualFolders) {
        self.folders = folders
    }

    /// The usual folders, preceded by the one in WordNet's environment variable.
    public static func folders(variable: String?) -> [String] {
        (variable.map { [$0] } ?? []) + usualFolders
    }

    /// The thread that reads the files.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The folder in use; nil if no dictionary is installed.
    public var folder: String? {
        folders.first { folder in Self.parts.contains { Environment.exists(folder + "/index." + $0.file) } }
    }

    /// The dictionary's entry for a word in any of its forms.
    /// - Returns: Nil if the dictionary doesn't have the word.
    /// - Throws: `WordReferenceFailure` if no dictionary is installed or it is damaged.
    public func entry(for word: String) async throws(WordReferenceFailure) -> WordEntry? {
        guard let folder else { throw .notInstalled }
        let lemma = String(
            decoding: SearchFolding.fold(word.trimmed.split(separator: " ").joined(separator: "_")), as: UTF8.self)
        guard !lemma.isEmpty, lemma.utf8.count <= 80 else { return nil }
        var found: [(tagged: Int, word: String, senses: [WordSense])] = []
        for part in Self.parts {
            let files: WordNetFiles
            do {
                guard let opened = try WordNetFiles(folder: folder, part: part.file) else { continue }
                files = opened
                for form in try files.forms(of: lemma, part.part) {
                    guard let line = try files.index(of: form) else { continue }
                    let senses = try line.offsets.prefix(Self.mostSenses).compactMap {
                        try files.sense(at: $0, of: form, part.part)
                    }
                    found.append((line.taggedCount, form, senses))
                    break
                }
            } catch {
                throw .damaged(path: folder + "/index." + part.file)
            }
        }
        // Start with the part of speech whose senses are most frequent in texts.
        let senses = found.sorted { ($0.tagged, $0.senses.count) > ($1.tagged, $1.senses.count) }
        guard let first = senses.first, !first.senses.isEmpty else { return nil }
        return WordEntry(word: WordNetFiles.plain(first.word), senses: senses.flatMap(\.senses))
    }

    private static let parts: [(part: WordSense.PartOfSpeech, file: String)] = [
        (.noun, "noun"), (.verb, "verb"), (.adjective, "adj"), (.adverb, "adv"),
    ]
}
