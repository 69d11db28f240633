// SPDX-License-Identifier: GPL-3.0-or-later
// The tool servers.

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

    /// The tools of these servers. Who talks does not wait long for a server that has to be started; a command
    /// cannot ask again.
    /// - Parameter reader: For whom failures are put into words.
    func serverTools(for reader: FailureReader) -> ServerTools {
        let patience: Duration = reader.place == .window ? .seconds(2) : .seconds(15)
        return ServerTools(toolServers, patience: patience, reader: reader, log: log)
    }
}
