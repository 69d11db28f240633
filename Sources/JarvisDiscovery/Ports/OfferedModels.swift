// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets lists of models: which of them can hold a conversation, and which product the server is. Pure.

import JarvisPlatform

/// The models of a server that answers `GET /v1/models`.
struct OfferedModels: Hashable {
    var product: String
    /// The name that the server would get.
    var name: String
    var models: [String]

    /// Returns nil if the object is not a list, or lists only models of other kinds, such as those of a speech server.
    /// - Parameter usual: The product that usually uses the port.
    init?(_ list: JSONObject, usual: String) {
        guard let entries = list["data"]?.asArray?.compactMap(\.asObject) else { return nil }
        let able = entries.filter { $0["task"]?.asText.map { $0.contains("text-generation") } ?? true }
        guard entries.isEmpty || !able.isEmpty else { return nil }
        product = able.lazy.compactMap { $0["owned_by"]?.asText.flatMap(Self.product) }.first ?? usual
        name = Self.name(of: product)
        models = Self.conversational(able.compactMap { $0["id"]?.asText })
    }

    /// The names of the models in Ollama's list, newest first.
    static func ollama(_ list: JSONObject) -> [String] {
        conversational((list["models"]?.asArray ?? []).compactMap { ($0.asObject?["name"])?.asText })
    }

    private static func product(of owner: String) -> String? {
        switch owner.lowercased() {
        case "llamacpp": "llama.cpp"
        case "vllm": "vLLM"
        case "organization_owner": "LM Studio"
        case "library": "Ollama"
        default: nil
        }
    }

    private static func name(of product: String) -> String {
        String(product.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }

    /// The names without those of embedding models.
    private static func conversational(_ names: [String]) -> [String] {
        names.map { PlainText.line($0, most: 200) }.filter { !$0.isEmpty && !$0.lowercased().contains("embed") }
    }
}
