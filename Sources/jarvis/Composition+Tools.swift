// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the tool servers, and the agent that uses them.

import JarvisCore
import JarvisNetwork
import JarvisToolServers

extension Composition {
    func makeToolServers() -> ToolServers {
        ToolServers(
            directories: directories, secrets: secrets, keys: keys, network: NetworkOnDemand(traffic: traffic),
            damage: tellNotice,
            report: { [log] name, news in
                switch news {
                case .starting: log.record("tool-server", ["server": .text(name), "news": .text("starting")])
                case .restarting(let failure):
                    log.record(
                        "tool-server",
                        ["server": .text(name), "news": .text("restarting"), "failure": .text(failure.kindName)])
                }
            })
    }

    /// The tools of the user's servers. A spoken request doesn't wait long for a server to start; a command waits,
    /// since it can't ask again.
    /// - Parameter reader: The audience for failure messages.
    func serverTools(for reader: FailureReader) -> ServerTools {
        let patience: Duration = reader.place == .window ? .seconds(2) : .seconds(15)
        return ServerTools(toolServers, patience: patience, reader: reader, log: log)
    }
}
