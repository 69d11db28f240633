// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a useful server listens on a port of this computer. Sends only the request that identifies the server,
// never a key. Runs on the cooperative pool.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisSpeechServers

struct LocalPort: Sendable {
    private static let host = "127.0.0.1"
    private let known: KnownPort
    private let network: NetworkOnDemand
    private let limit: Duration

    init(_ known: KnownPort, _ network: NetworkOnDemand, within limit: Duration) {
        self.known = known
        self.network = network
        self.limit = limit
    }

    private var id: String { "localhost:\(known.port)" }
    private var web: String { "http://\(Self.host):\(known.port)" }

    /// The server found; nil if there is none that JARVIS could use.
    func look() async -> Found? {
        switch known.service {
        case .ollama: await ollama()
        case .completions(let product): await completions(product)
        case .wyoming: await wyoming()
        }
    }

    private func ollama() async -> Found? {
        async let version = object("/api/version")
        async let tags = object("/api/tags")
        guard await version?["version"]?.asText != nil else { return nil }
        return Found(
            id: id, kind: .languageModel(.ollama), name: "ollama", source: "Ollama", place: web,
            models: OfferedModels.ollama(await tags ?? [:]))
    }

    private func completions(_ product: String) async -> Found? {
        guard let list = await object("/v1/models"), let offered = OfferedModels(list, usual: product) else {
            return nil
        }
        return Found(
            id: id, kind: .languageModel(.openAI), name: offered.name, source: offered.product, place: web,
            models: offered.models)
    }

    private func wyoming() async -> Found? {
        let place = "tcp://\(Self.host):\(known.port)"
        guard let address = try? ServerAddress(place, schemes: [.tcp]),
            let service = try? await WyomingService.ask(address, network: network, within: limit),
            service.recognizesSpeech || service.speaks
        else { return nil }
        let abilities = SpeechAbilities(recognizes: service.recognizesSpeech, speaks: service.speaks)
        return Found(
            id: id, kind: .speech(abilities), name: "wyoming-\(known.port)", source: "Wyoming", place: place,
            models: service.models)
    }

    private func object(_ path: String) async -> JSONObject? {
        let limits = TransferLimits(
            connection: limit, answer: limit, pause: limit, total: limit, maximumBytes: 1 << 20)
        guard
            let response = try? await network.http.send(
                HTTPRequest(url: web + path, limits: limits, isDirect: true)), response.isSuccess,
            let bytes = try? await response.bytes()
        else { return nil }
        return (try? JSONValue(parsing: bytes))?.asObject
    }
}
