// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a recognizer's model on disk, and checks its files.

public import JarvisCore
import JarvisPlatform

/// A folder with a speech recognition model; creating this value opens no files.
public struct RecognizerModel: Hashable, Sendable {
    public var folder: String
    /// The language to recognize, as a code such as "en"; empty lets the model detect it.
    public var language: String
    /// The required file sizes in bytes by path; the library would accept some truncated files as complete.
    public var expectedSizes: [String: Int]

    public init(folder: String, language: String = "en", expectedSizes: [String: Int] = [:]) {
        self.folder = folder
        self.language = language
        self.expectedSizes = expectedSizes
    }

    /// True if the folder holds a recognizer, whether it works or not.
    public var isThere: Bool { (try? files()) != nil }

    /// The model's family, after checking its files without loading them.
    public func checkedFamily() throws(SpeechModelFailure) -> SpeechModelFamily {
        try checkedFiles().family
    }

    /// The model's files, each of the right size and with a complete vocabulary.
    public func checkedFiles() throws(SpeechModelFailure) -> SpeechModelFiles {
        let files = try files()
        try checkTokens(of: files)
        return files
    }

    /// Checks the vocabulary: a damaged one makes the library end the process, or write nonsense.
    func checkTokens(of files: SpeechModelFiles) throws(SpeechModelFailure) {
        guard let name = files.paths[.tokens] else { return }
        guard let text = MappedFile(path: folder + "/" + name),
            TokenList.isWhole(text.bytes, isBase64: files.family.writesTokensInBase64)
        else { throw .modelUnusable(folder: folder) }
    }

    /// The model's files, each of the right size.
    func files() throws(SpeechModelFailure) -> SpeechModelFiles {
        for (name, size) in expectedSizes.sorted(by: { $0.key < $1.key }) {
            var status = FileStatus()
            guard FileSystem().statusOfPath(folder + "/" + name, &status) >= 0 else {
                throw .modelMissing(path: folder + "/" + name)
            }
            guard status.size == size else { throw .modelUnusable(folder: folder) }
        }
        do {
            let files = try SpeechModelFiles.recognize(folder: folder)
            guard files.family.kind == .recognizer else { throw SpeechModelMismatch.unsupported(files.family.name) }
            return files
        } catch SpeechModelMismatch.incomplete(_, let name) {
            throw .modelMissing(path: folder + "/" + name)
        } catch SpeechModelMismatch.unknown {
            throw .modelMissing(path: folder)
        } catch {
            throw .modelUnusable(folder: folder)
        }
    }
}

extension SpeechModelFiles {
    /// Recognizes the model in a folder by its files.
    public static func recognize(folder: String) throws(SpeechModelMismatch) -> SpeechModelFiles {
        let names = FolderTree.files(in: folder, depth: 1)
        return try recognize(names) { name in
            guard name.hasSuffix(".onnx"), let file = MappedFile(path: folder + "/" + name) else { return [:] }
            return ONNXMetadata(model: file.bytes)?.entries ?? [:]
        }
    }
}
