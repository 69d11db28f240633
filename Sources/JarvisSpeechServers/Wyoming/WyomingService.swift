// SPDX-License-Identifier: GPL-3.0-or-later
// What a Wyoming server can do, for those who look for one.

public import JarvisCore
public import JarvisNetwork

/// A server that has said what it can do.
public struct WyomingService: Hashable, Sendable {
    public var recognizesSpeech: Bool
    public var speaks: Bool
    /// Models of recognition, then voices.
    public var models: [String]

    /// Asks a server.
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
