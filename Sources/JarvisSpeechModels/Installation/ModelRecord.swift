// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a speech model, in the catalogue and in the file stored beside an installed model. Pure.

import JarvisPlatform

/// A required file of a model.
public struct ModelFile: Hashable, Sendable {
    /// The path relative to the model's folder.
    public var path: String
    public var bytes: Int
    /// The checksum: 64 lower-case hexadecimal digits.
    public var sha256: String

    public init(path: String, bytes: Int, sha256: String) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// The Python package that contains a catalogue model.
public struct ModelPackage: Hashable, Sendable {
    /// The package's name on the Python Package Index.
    public var name: String
    public var version: String
    /// The checksum of the only file used from this version.
    public var sha256: String
    public var bytes: Int
    /// The folder in the package that contains the model.
    public var folder: String
}

/// Describes a model: its name, language, kind, licence, files and source.
public struct ModelRecord: Hashable, Sendable {
    /// The model's name on the command line and in settings: lower-case letters, digits, ".", "-" and "_".
    public var id: String
    /// The name shown to the user.
    public var name: String
    /// The language as a code such as "en"; empty if unknown, or for several languages.
    public var language: String
    public var kind: SpeechModelKind
    public var family: SpeechModelFamily
    /// By SPDX; empty when unknown.
    public var licence: String
    /// The total size of its files in bytes.
    public var bytes: Int
    /// A description of where the model comes from.
    public var source: String
    /// The package to install it from; nil for a model whose files have to come from elsewhere.
    public var package: ModelPackage?
    public var files: [ModelFile]
    /// For a voice, the milliseconds from a text to the first sound once loaded, as measured during installation; nil
    /// otherwise.
    public var firstSoundMilliseconds: Int?

    func speaking(after milliseconds: Int?) -> ModelRecord {
        var copy = self
        copy.firstSoundMilliseconds = milliseconds
        return copy
    }

    /// True for a valid model name. A valid name can't be a path to another folder.
    public static func isValid(id: String) -> Bool {
        guard let first = id.utf8.first, id.utf8.count <= 100 else { return false }
        let isPlain: (UInt8) -> Bool = { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isPlain(first) && id.utf8.allSatisfy { isPlain($0) || ".-_".utf8.contains($0) }
    }

    /// A model name derived from the name of a file, an archive or an address: "sherpa-onnx-whisper-tiny.en.tar.bz2" →
    /// "whisper-tiny.en".
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
    /// The name of the file in a model's folder that holds its record.
    static let fileName = "model.json"

    /// Returns nil if the object is not a valid record.
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

    /// The record as stored beside the model.
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
    /// Returns nil if the path leads outside the model's own folder.
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
    /// The text of a key on one line, without terminal control characters.
    fileprivate func line(_ key: String) -> String? { self[key]?.asText.map(PlainText.cell) }

    /// The file size of a key; nil if it is implausible, since a record's sizes must be safe to add up.
    fileprivate func byteCount(_ key: String) -> Int? {
        self[key]?.asInteger.flatMap { Int(exactly: $0) }.flatMap { (0...(1 << 44)).contains($0) ? $0 : nil }
    }
}
