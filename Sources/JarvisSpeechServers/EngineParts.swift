// SPDX-License-Identifier: GPL-3.0-or-later
// What every engine outside of the program needs, and what its errors mean.

import JarvisCore
import JarvisNetwork

/// What engines outside of the program are made with.
struct EngineParts: Sendable {
    var network: NetworkOnDemand
    var keys: KeyRing
    var desktopLanguage: String
    /// Told what people should know.
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

/// The failure of a server in the terms of all servers; nil for any other failure.
func serverFailure(of error: any Error) -> ServerFailure? {
    switch error {
    case SynthesisFailure.serverFailed(let failure): failure
    case let error as ServerAddressError: ServerFailure(server: error.text, kind: .address(error))
    default: nil
    }
}
