// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer's model on the disk.

public import JarvisCore
import JarvisPlatform

/// A folder with a model that writes what is said. Nothing is opened before it is asked for.
public struct RecognizerModel: Hashable, Sendable {
    public var folder: String
    /// What is spoken, as a code such as "en"; empty where the model is to find out.
    public var language: String
    /// The sizes that files must have, in bytes: the library takes some that are cut short for whole ones.
    public var expectedSizes: [String: Int]

    public init(folder: String, language: String = "en", expectedSizes: [String: Int] = [:]) {
        self.folder = folder
        self.language = language
        self.expectedSizes = expectedSizes
    }

    /// True when its folder holds a recognizer, whether or not it works.
    public var isThere: Bool { (try? files()) != nil }

    /// Looks at its files without loading it.
    public func checkedFamily() throws(SpeechModelFailure) -> SpeechModelFamily {
        try checkedFiles().family
    }

    /// Its files, each of its right size, with a whole vocabulary.
    public func checkedFiles() throws(SpeechModelFailure) -> SpeechModelFiles {
        let files = try files()
        try checkTokens(of: files)
        return files
    }

    /// Of a damaged vocabulary the library ends the process, or writes nonsense.
    func checkTokens(of files: SpeechModelFiles) throws(SpeechModelFailure) {
        guard let name = files.paths[.tokens] else { return }
        guard let text = MappedFile(path: folder + "/" + name),
            TokenList.isWhole(text.bytes, isBase64: files.family.writesTokensInBase64)
        else { throw .modelUnusable(folder: folder) }
    }

    /// Its files, each of its right size.
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
    /// Recognizes the model in a folder.
    public static func recognize(folder: String) throws(SpeechModelMismatch) -> SpeechModelFiles {
        let names = FolderTree.files(in: folder, depth: 1)
        return try recognize(names) { name in
            guard name.hasSuffix(".onnx"), let file = MappedFile(path: folder + "/" + name) else { return [:] }
            return ONNXMetadata(model: file.bytes)?.entries ?? [:]
        }
    }
}
