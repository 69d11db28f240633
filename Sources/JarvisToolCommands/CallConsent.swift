// SPDX-License-Identifier: GPL-3.0-or-later
// Asks on the terminal before a tool runs.

import Glibc
import JarvisConsole
import JarvisPlatform
import JarvisToolServers

/// The user's agreement to one call.
struct CallConsent: Sendable {
    /// What a call was allowed by.
    enum Ground: String, Sendable {
        case option, kept, answer
    }

    var server: ToolServer
    var tool: ToolDescription
    var arguments: JSONObject
    /// It was given with the command.
    var isGiven: Bool

    /// - Throws: `CommandFailure` when the user does not agree, or cannot be asked.
    func obtained(in store: JSONToolServers) async throws -> Ground {
        if isGiven { return .option }
        // Asked of the file: another process may have taken it back meanwhile.
        if try await store.list()[server.name]?.consent.allows(tool) == true { return .kept }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure(
                "Nothing was called: \"\(tool.name)\" of \"\(server.name)\" has not been allowed, and there is no terminal "
                    + "to ask on. Add --yes if you agree to the call.")
        }
        Console.note(PlainText.printable(question))
        switch try await Self.line()?.lowercased().filter({ !$0.isWhitespace }) {
        case "y", "yes": break
        case "a", "always":
            let (name, tool) = (server.name, tool)
            try await store.update { list in
                guard var server = list[name] else { return }
                server.consent.allow(tool)
                list.put(server)
            }
        default: throw CommandFailure("Nothing was called.")
        }
        return .answer
    }

    /// A line from the terminal; nil at its end. Waiting for it is a thread's business, and ends with the task.
    private static func line() async throws -> String? {
        let flag = CancellationFlag()
        let line = try await withTaskCancellationHandler {
            try await WorkerThread(name: "question").run {
                var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                while poll(&request, 1, 100) <= 0 {
                    if flag.isCancelled { return nil as String? }
                }
                return readLine()
            }
        } onCancel: {
            flag.cancel()
        }
        try Task.checkCancellation()
        return line
    }

    /// Server, tool and arguments in words.
    var question: String {
        let given = arguments.members.map { "  \($0.key): \($0.value.asText ?? $0.value.line)" }
        let always = tool.effect == .reads ? "always for all tools of \(server.name) that only read" : "always"
        return
            ([
                "Call \"\(tool.name)\" of \"\(server.name)\"? By its server's word, it \(MCPCommand.words(for: tool.effect))."
            ] + (given.isEmpty ? ["  without arguments"] : given) + ["[y]es once, [a] \(always), or [n]o:"])
            .joined(separator: "\n")
    }
}
