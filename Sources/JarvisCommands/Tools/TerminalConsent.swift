// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user on the terminal before a tool runs.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisToolServers

/// Obtains the user's approval of a call.
struct TerminalConsent: Sendable {
    var call: CallConsent

    /// Asks for approval, unless it is already given or refused.
    /// - Parameter isGiven: True if the user gave the approval together with the command.
    /// - Throws: `CommandFailure` if the user declines, or can't be asked.
    func ground(isGiven: Bool, in consents: ToolConsents) async throws -> ToolAction.Ground {
        if isGiven { return .command }
        switch try await consents.decision(about: call, id: "terminal", ask: { _ in try await answer() }) {
        case .allowed(let ground): return ground
        case .refused: throw CommandFailure("Nothing was called.")
        }
    }

    private func answer() async throws -> ConsentAnswer {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw CommandFailure(
                "Nothing was called: \"\(call.tool.name)\" from \"\(call.server.name)\" isn't allowed "
                    + "yet, and there's no terminal to ask on. Add --yes to agree."
            )
        }
        Console.note(PlainText.visible(question))
        return switch try await Self.line()?.lowercased().filter({ !$0.isWhitespace }) {
        case "y", "yes": .granted
        case "a", "always": .always
        default: .denied
        }
    }

    /// Reads a line from the terminal; nil at the end of the input. Blocks its own thread, so that the task can be
    /// cancelled.
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

    /// The server, the tool and the arguments, as text.
    private var question: String {
        let (tool, server) = (call.tool, call.server)
        // Indent the further lines of a value, so that none can pass for a line of the question.
        let given = call.action.arguments.map { argument in
            "  \(PlainText.cell(argument.name)): \(argument.value.replacing("\n", with: "\n    "))"
        }
        let always = tool.effect == .reads ? "always for all tools from \(server.name) that only read" : "always"
        return
            ([
                "Call \"\(tool.name)\" from \"\(server.name)\"? The server says that it "
                    + "\(MCPCommand.words(for: tool.effect))."
            ] + (given.isEmpty ? ["  without arguments"] : given) + ["[y]es once, [a] \(always), or [n]o:"])
            .joined(separator: "\n")
    }
}
