// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that explain each failure of a tool server, with advice.

public import JarvisCore
import JarvisPlatform

extension ToolServerFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch kind {
        case .pasted(let fault): text(of: fault, reader)
        case .commandMissing, .notStarted, .endedAtStart, .crashed, .keepsFailing, .silent: endings(reader)
        case .tooSlow(let tool, let seconds):
            FailureText(
                reader.say(
                    "The tool \"%1\" from \"%2\" didn't finish within %3 seconds.", tool, server, String(seconds)),
                reader.place == .window
                    ? reader.say("Try a smaller request.")
                    : reader.say("Allow more time with --limit, or try a smaller request."))
        case .unsupported(let versions):
            FailureText(
                reader.say(
                    "\"%1\" doesn't support any MCP version that JARVIS knows (%2).", server,
                    versions.isEmpty ? "–" : versions.joined(separator: ", ")),
                reader.say("Update the server or JARVIS."))
        case .foreign(let status):
            FailureText(
                reader.say("The address of \"%1\" isn't a tool server (%2).", server, String(status)),
                reader.say("Check the address; it often ends in \"/mcp\"."))
        case .malformed:
            FailureText(
                reader.say("\"%1\" sent an invalid reply.", server), reader.say("Update the server."))
        case .tooLarge(let limit):
            FailureText(
                reader.say("\"%1\" sent more than %2 MiB at once.", server, String(limit >> 20)),
                reader.say("Try a smaller request."))
        case .toolMissing(let tool, let known):
            FailureText(
                reader.say("\"%1\" has no tool \"%2\".", server, tool),
                known.isEmpty
                    ? reader.say("It has no tools.")
                    : reader.say(
                        "Available: %1.", known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : ""))
            )
        case .toolChanged(let tool):
            FailureText(
                reader.say("The tool \"%1\" from \"%2\" has changed, so it wasn't called.", tool, server),
                reader.say("Ask again."))
        case .refused(let code, let message):
            FailureText(
                reader.say("\"%1\" rejected the call: %2 (%3).", server, message.isEmpty ? "–" : message, String(code)),
                reader.place == .window
                    ? reader.say("Check the arguments.")
                    : reader.say("Check the arguments; \"jarvis mcp tools %1 --json\" lists them.", server))
        case .asksBack(let tool):
            FailureText(
                reader.say("The tool \"%1\" from \"%2\" asks for more input, which JARVIS can't give.", tool, server),
                reader.say("Include everything it needs in the arguments."))
        case .secrets(let reason):
            FailureText(
                reader.say(
                    "The stored values for \"%1\" aren't available: JARVIS can't use your keyring (%2).", server,
                    reason
                ),
                reader.say("Start a Secret Service such as GNOME Keyring."))
        case .valuesMissing(let names):
            FailureText(
                reader.say("The keyring has no value for %1 (\"%2\").", names.joined(separator: ", "), server),
                reader.say("Add the server again with its values."))
        case .needsSignIn(let origin):
            FailureText(
                reader.say("\"%1\" requires sign-in in a browser (OAuth), which JARVIS doesn't support.", server),
                reader.place == .window
                    ? reader.say("If the service offers an API key, edit the server and enter the key there.")
                    : reader.say(
                        "If the service offers an API key, store it with \"jarvis config secret set %1\".", origin))
        case .disabled:
            FailureText(
                reader.say("\"%1\" is disabled.", server),
                reader.place == .window
                    ? reader.say("Enable it in Settings.")
                    : reader.say("\"jarvis mcp enable %1\" enables it.", server))
        case .server(let failure): failure.explained(to: reader)
        }
    }

    private func text(of fault: PasteFault, _ reader: FailureReader) -> FailureText {
        switch fault {
        case .notJSON(let reason):
            FailureText(
                reader.say("The configuration isn't JSON (%1).", reason),
                reader.say("Paste the whole text, including the outer braces."))
        case .withoutServers:
            FailureText(
                reader.say("The configuration names no servers."),
                reader.say("It must look like %1.", #"{"mcpServers": {"NAME": {"command": "…"}}}"#))
        case .unusable:
            FailureText(
                reader.say("The server \"%1\" in the configuration is incomplete.", server),
                reader.say("It needs a name and either \"command\" or \"url\"."))
        case .address(let error): error.explained(to: reader)
        case .sameName(let name):
            FailureText(
                reader.say("Two servers would be named \"%1\".", name), reader.say("Give each a different name."))
        case .oldTransport:
            FailureText(
                reader.say(
                    "The server \"%1\" uses the old \"sse\" transport, which JARVIS doesn't support.", server),
                reader.say("Use its newer address, which often ends in \"/mcp\"."))
        }
    }

    private func endings(_ reader: FailureReader) -> FailureText {
        switch kind {
        case .commandMissing(let program, let package?):
            FailureText(
                reader.say("\"%1\" needs the program %2, which isn't installed.", server, program),
                reader.say("Install %1.", package))
        case .commandMissing(let program, nil):
            FailureText(
                reader.say("\"%1\" needs the program %2, which wasn't found.", server, program),
                reader.say("Install it, or give its full path."))
        case .notStarted(let reason):
            FailureText(
                reader.say("\"%1\" couldn't be started (%2).", server, reason), reader.say("Check its command."))
        case .endedAtStart(let exit, let log):
            FailureText(
                reader.say("\"%1\" exited right after starting (%2).", server, Self.words(exit, reader)),
                Self.needsFirstPackage(log)
                    ? reader.say(
                        "It was written for version 1 of the Python package mcp. Add \"%1\" after uvx in its command.",
                        "--with 'mcp<2'")
                    : Self.said(log, reader) ?? reader.say("Run its command in a terminal to see why."))
        case .crashed("", let exit, _):
            FailureText(reader.say("\"%1\" has ended (%2).", server, Self.words(exit, reader)))
        case .crashed(let tool, nil, _):
            FailureText(
                reader.say(
                    "\"%1\" closed the connection during \"%2\"; it may or may not have completed.", server,
                    tool),
                reader.say("See the server's log."))
        case .crashed(let tool, let exit, let log):
            FailureText(
                reader.say(
                    "\"%1\" exited during \"%2\" (%3); it may or may not have completed.", server, tool,
                    Self.words(exit, reader)),
                Self.said(log, reader) ?? reader.say("It restarts when it's needed again."))
        case .keepsFailing(let times, let log):
            FailureText(
                reader.say("\"%1\" has failed %2 times and is paused for 10 minutes.", server, String(times)),
                Self.said(log, reader) ?? reader.say("Check its command or address, and test it in Settings."))
        case .silent(_, let rubbish?):
            FailureText(
                reader.say("\"%1\" prints something other than MCP messages: %2", server, rubbish),
                reader.say("Check that its command starts a tool server."))
        case .silent(let seconds, nil):
            FailureText(
                reader.say("\"%1\" didn't answer within %2 seconds of starting.", server, String(seconds)),
                reader.say("Run its command in a terminal to see what it's waiting for."))
        default: FailureText("")
        }
    }

    private static func words(_ exit: ProcessExit?, _ reader: FailureReader) -> String {
        switch exit {
        case .exited(let status): reader.say("status %1", String(status))
        case .signalled(let signal): reader.say("signal %1", String(signal))
        case nil: reader.say("connection closed")
        }
    }

    /// True for a server that ends because version 2 of the package mcp has not got what version 1 had.
    private static func needsFirstPackage(_ log: [String]) -> Bool {
        let signs = [
            "No module named 'mcp.server.fastmcp'", "cannot import name 'FastMCP' from 'mcp",
            "cannot import name 'McpError' from 'mcp", "'Server' object has no attribute 'list_",
            "'Server' object has no attribute 'call_tool'",
        ]
        return log.contains { line in signs.contains(where: line.contains) }
    }

    private static func said(_ log: [String], _ reader: FailureReader) -> String? {
        log.isEmpty ? nil : reader.say("Last output: %1", log.suffix(3).joined(separator: " / "))
    }
}
