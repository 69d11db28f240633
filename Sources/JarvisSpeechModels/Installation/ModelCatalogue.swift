// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the catalogue of models that JARVIS can install by name: data/speech-models.json.

import JarvisCore
public import JarvisPlatform

/// The models that can be installed by name.
public struct ModelCatalogue: Hashable, Sendable {
    /// The catalogue's path among the program's files.
    public static let path = "data/speech-models.json"
    private static let format = "jarvis-speech-models"

    public var models: [ModelRecord]

    public init(models: [ModelRecord]) {
        self.models = models
    }

    public init(parsing bytes: [UInt8]) throws(ModelFailure) {
        let document: JSONObject?
        do {
            document = try JSONValue(parsing: bytes).asObject
        } catch {
            throw .catalogueUnreadable(reason: "\(error)")
        }
        guard let document, document["format"]?.asText == Self.format, document["version"]?.asInteger == 1,
            let list = document["models"]?.asArray
        else { throw .catalogueUnreadable(reason: "its format is unknown") }
        var models: [ModelRecord] = []
        for (number, value) in list.enumerated() {
            guard let model = value.asObject.flatMap(ModelRecord.init), model.package != nil else {
                throw .catalogueUnreadable(reason: "model \(number + 1) is incomplete")
            }
            models.append(model)
        }
        self.models = models
    }

    /// Loads the catalogue that comes with the program.
    public init(_ resources: ResourceLocator) throws(ModelFailure) {
        guard let path = resources.path(Self.path), let bytes = try? WholeFile.bytes(path, limit: 1 << 22) else {
            throw .catalogueUnreadable(reason: Self.path + " is missing")
        }
        try self.init(parsing: bytes)
    }

    public subscript(id: String) -> ModelRecord? { models.first { $0.id == id } }
}
