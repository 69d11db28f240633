// SPDX-License-Identifier: GPL-3.0-or-later
// The sockets that strace saw.

import JarvisTesting

/// The sockets of a program and its children, parsed from an strace log.
struct SocketTrace {
    private let lines: [Substring]

    init(_ file: String) {
        lines = ChildProcess.contents(of: file).split(separator: "\n")
    }

    /// Sockets other than local ones.
    var internetSockets: [Substring] {
        lines.filter { $0.contains("socket(") && !$0.contains("AF_UNIX") && !$0.contains("AF_NETLINK") }
    }

    /// Paths and names of the local sockets connected to.
    var localNames: Set<String> {
        Set(
            lines.compactMap { $0.firstMatch(of: /connect\(.*sa_family=AF_UNIX, sun_path=(@?"[^"]*")/) }.map {
                String($0.1)
            })
    }

    /// Where connections over the internet's protocols led: "127.0.0.1:8080".
    var addresses: Set<String> {
        Set(
            lines.filter { $0.contains("connect(") && ($0.contains("AF_INET")) }.map { line in
                let port = line.firstMatch(of: /sin6?_port=htons\((\d+)\)/).map { String($0.1) } ?? "?"
                let host = line.firstMatch(of: /inet_(?:addr\(|pton\(AF_INET6, )"([^"]*)"/).map { String($0.1) } ?? "?"
                return host + ":" + port
            })
    }
}
