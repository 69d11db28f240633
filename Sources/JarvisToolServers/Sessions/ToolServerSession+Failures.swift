// SPDX-License-Identifier: GPL-3.0-or-later
// Converts errors of a channel into failures of a server.

import JarvisCore
import JarvisNetwork
import JarvisPlatform

extension ToolServerSession {
    func failure(_ kind: ToolServerFailure.Kind) -> ToolServerFailure {
        ToolServerFailure(server: server.name, kind: kind)
    }

    /// The failure of a server at an address, which cannot be inspected like a child process.
    static func atAddress(_ address: ServerAddress, _ error: any Error) -> ServerFailure {
        let isLate = error as? ChannelFailure == .timedOut
        return ServerFailure(server: address.display, kind: isLate ? .timedOut(.answer) : .closedEarly)
    }

    func translated(_ error: any Error, _ tool: String?) -> any Error {
        switch error {
        case let error as RPCError where tool != nil && Self.wantsToAsk(error.message):
            failure(.asksBack(tool: tool ?? ""))
        case let error as RPCError:
            failure(.refused(code: error.code, message: PlainText.visible(ServerEndpoint.words(error.message))))
        case ChannelFailure.timedOut:
            failure(
                .tooSlow(
                    tool: tool ?? "tools/list",
                    seconds: Int((tool == nil ? limits.start : limits.call).components.seconds)))
        case ChannelFailure.tooLarge(let limit): failure(.tooLarge(limitBytes: limit))
        case ChannelFailure.foreign(let status): failure(.foreign(status: status))
        case ChannelFailure.needsSignIn: failure(.needsSignIn(origin: server.origin ?? server.place))
        case ChannelFailure.malformed: failure(.malformed)
        case ChannelFailure.server(let error): failure(.server(error))
        case ChannelFailure.ended, ChannelFailure.sessionLost: failure(.crashed(tool: tool ?? "", nil, log: []))
        default: error
        }
    }
}
