// SPDX-License-Identifier: GPL-3.0-or-later
// Dependencies shared by all external engines, and the conversion of their errors.

import JarvisCore
import JarvisNetwork

/// The dependencies of an external engine.
struct EngineParts: Sendable {
    var network: NetworkOnDemand
    var keys: KeyRing
    var desktopLanguage: String
    /// Shows a notice to the user.
    var notice: @Sendable (Notice) -> Void

    func endpoint(_ server: SpeechServer) throws(ServerAddressError) -> ServerEndpoint {
        let address = try ServerAddress(server.address, schemes: [.http, .https])
        return ServerEndpoint(
            address: address, model: server.model, voice: server.voice, keys: keys, http: network.http)
    }

    func wyoming(_ server: SpeechServer, defaultPort: Int) throws(ServerAddressError) -> WyomingServer {
        let address = try ServerAddress(server.address, schemes: [.tcp], defaultPort: defaultPort)
        return WyomingServer(address: address, loop: network.loop)
    }
}

/// The error as a server failure; nil for any other error.
func serverFailure(of error: any Error) -> ServerFailure? {
    switch error {
    case SynthesisFailure.serverFailed(let failure): failure
    case let error as ServerAddressError: ServerFailure(server: error.text, kind: .address(error))
    default: nil
    }
}
