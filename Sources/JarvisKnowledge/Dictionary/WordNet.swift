// SPDX-License-Identifier: GPL-3.0-or-later
// WordNet, as distributions install it: sorted text files in which a word is found by halving (wndb(5WN)). A look-up reads
// a few kilobytes, on a thread of its own.

public import JarvisCore
import JarvisPlatform

/// The English dictionary in the files of WordNet.
public actor WordNet: WordReference {
    /// Where the packages of distributions put the files.
    public static let usualFolders = [
        "/usr/share/wordnet", "/usr/share/wordnet/dict", "/usr/share/WordNet/dict", "/usr/share/WordNet",
        "/usr/local/WordNet-3.0/dict",
    ]
    private static let mostSenses = 12

    private let executor = WorkerExecutor(name: "dictionary")
    private let folders: [String]

    /// - Parameter folders: The first of these with a dictionary in it is used; looked for again at each question.
    public init(folders: [String] = WordNet.usualFolders) {
        self.folders = folders
    }

    /// The folder of WordNet's own environment variable before the usual ones.
    public static func folders(variable: String?) -> [String] {
        (variable.map { [$0] } ?? []) + usualFolders
    }

    /// The thread on which files are read.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The folder in use; nil where no dictionary is installed.
    public var folder: String? {
        folders.first { folder in Self.parts.contains { Environment.exists(folder + "/index." + $0.file) } }
    }

    /// What the dictionary says of a word in any of its forms.
    /// - Returns: nil when it is not in the dictionary.
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
        // The kind of word comes first that texts have used in most senses.
        let senses = found.sorted { ($0.tagged, $0.senses.count) > ($1.tagged, $1.senses.count) }
        guard let first = senses.first, !first.senses.isEmpty else { return nil }
        return WordEntry(word: WordNetFiles.plain(first.word), senses: senses.flatMap(\.senses))
    }

    private static let parts: [(part: WordSense.PartOfSpeech, file: String)] = [
        (.noun, "noun"), (.verb, "verb"), (.adjective, "adj"), (.adverb, "adv"),
    ]
}
