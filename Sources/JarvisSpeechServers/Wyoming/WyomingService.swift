// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a Wyoming server for its capabilities, for discovery.

public import JarvisCore
public import JarvisNetwork

/// A Wyoming server's capabilities, as it describes them.
public struct WyomingService: Hashable, Sendable {
    public var recognizesSpeech: Bool
    public var speaks: Bool
    /// The names of the recognition models, followed by those of the voices.
    public var models: [String]

    /// Asks a server for its capabilities.
    /// - Throws: `ServerFailure` or `CancellationError`.
    public static func ask(
        _ address: ServerAddress, network: NetworkOnDemand, within limit: Duration
    ) async throws -> WyomingService {
        var server = WyomingServer(address: address, loop: network.loop)
        server.limits.connection = limit
        let info = try await server.info(within: limit)
        return WyomingService(
            recognizesSpeech: info.recognizesSpeech, speaks: !info.voices.isEmpty,
            models: info.recognitionModels + info.voices.map(\.id))
    }
}
