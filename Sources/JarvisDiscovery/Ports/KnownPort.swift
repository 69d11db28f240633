// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the default ports of language-model and speech servers. Pure.

/// A port of this computer, and the server that usually uses it.
public struct KnownPort: Hashable, Sendable {
    public enum Service: Hashable, Sendable {
        case ollama
        /// A server that answers `GET /v1/models`; with the product that usually uses the port.
        case completions(product: String)
        case wyoming
    }

    public var port: Int
    public var service: Service

    public init(_ port: Int, _ service: Service) {
        self.port = port
        self.service = service
    }

    public static let all: [KnownPort] = [
        KnownPort(11434, .ollama), KnownPort(8080, .completions(product: "llama.cpp")),
        KnownPort(1234, .completions(product: "LM Studio")), KnownPort(8000, .completions(product: "vLLM")),
        KnownPort(1337, .completions(product: "Jan")), KnownPort(10200, .wyoming), KnownPort(10300, .wyoming),
    ]
}
