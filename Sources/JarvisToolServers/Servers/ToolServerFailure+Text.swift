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
                    "The tool \"%1\" of \"%2\" did not finish within %3 seconds.", tool, server, String(seconds)),
                reader.place == .window
                    ? reader.say("Ask for less.") : reader.say("Give it more time with --limit, or ask for less."))
        case .unsupported(let versions):
            FailureText(
                reader.say(
                    "\"%1\" speaks no version of the protocol that JARVIS knows (%2).", server,
                    versions.isEmpty ? "–" : versions.joined(separator: ", ")),
                reader.say("Update the server or JARVIS."))
        case .foreign(let status):
            FailureText(
                reader.say("What answers at the address of \"%1\" is not a tool server (%2).", server, String(status)),
                reader.say("Check the address; it often ends in \"/mcp\"."))
        case .malformed:
            FailureText(
                reader.say("\"%1\" gave an answer that is not of the protocol.", server),
                reader.say("Update the server."))
        case .tooLarge(let limit):
            FailureText(
                reader.say("\"%1\" sent more than %2 MiB at once.", server, String(limit >> 20)),
                reader.say("Ask for less."))
        case .toolMissing(let tool, let known):
            FailureText(
                reader.say("\"%1\" has no tool \"%2\".", server, tool),
                known.isEmpty
                    ? reader.say("It has none at all.")
                    : reader.say(
                        "It has: %1.", known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : ""))
            )
        case .toolChanged(let tool):
            FailureText(
                reader.say("The tool \"%1\" of \"%2\" has changed in the meantime and was not called.", tool, server),
                reader.say("Ask again."))
        case .refused(let code, let message):
            FailureText(
                reader.say("\"%1\" refused: %2 (%3).", server, message.isEmpty ? "–" : message, String(code)),
                reader.say("Check the arguments; \"jarvis mcp tools %1 --json\" shows what the tool takes.", server))
        case .asksBack(let tool):
            FailureText(
                reader.say("The tool \"%1\" of \"%2\" asks back, which JARVIS cannot answer.", tool, server),
                reader.say("Give it all that it needs in the arguments."))
        case .secrets(let reason):
            FailureText(
                reader.say(
                    "The values of \"%1\" are not available: the desktop's keyring cannot be used (%2).", server, reason
                ),
                reader.say("Start a Secret Service such as GNOME Keyring."))
        case .valuesMissing(let names):
            FailureText(
                reader.say("The keyring has no value of %1 for \"%2\".", names.joined(separator: ", "), server),
                reader.say("Add the server again with its values."))
        case .needsSignIn(let origin):
            FailureText(
                reader.say("\"%1\" wants you to sign in with a browser (OAuth), which JARVIS cannot do.", server),
                reader.place == .window
                    ? reader.say("If its service gives out keys or tokens, edit the server and give it one as its key.")
                    : reader.say(
                        "If its service gives out keys or tokens, store one with \"jarvis config secret set %1\".",
                        origin))
        case .disabled:
            FailureText(
                reader.say("\"%1\" is disabled.", server),
                reader.say("\"jarvis mcp enable %1\" enables it.", server))
        case .server(let failure): failure.explained(to: reader)
        }
    }

    private func text(of fault: PasteFault, _ reader: FailureReader) -> FailureText {
        switch fault {
        case .notJSON(let reason):
            FailureText(
                reader.say("The configuration is not JSON (%1).", reason),
                reader.say("Paste all of it, from the first brace to the last."))
        case .withoutServers:
            FailureText(
                reader.say("The configuration names no servers."),
                reader.say("It must look like %1.", #"{"mcpServers": {"NAME": {"command": "…"}}}"#))
        case .unusable:
            FailureText(
                reader.say("The server \"%1\" in the configuration cannot be used.", server),
                reader.say("It needs a name and either \"command\" or \"url\"."))
        case .address(let error): error.explained(to: reader)
        case .sameName(let name):
            FailureText(
                reader.say(
                    "The server \"%1\" in the configuration is not the only one with the name \"%2\".", server, name),
                reader.say("Give each a name of its own."))
        case .oldTransport:
            FailureText(
                reader.say(
                    "The server \"%1\" uses the transport \"sse\" of 2024, which JARVIS does not speak.", server),
                reader.say("Use its newer address, which often ends in \"/mcp\"."))
        }
    }

    private func endings(_ reader: FailureReader) -> FailureText {
        switch kind {
        case .commandMissing(let program, let package?):
            FailureText(
                reader.say("\"%1\" needs the program %2, which is not installed.", server, program),
                reader.say("Install the package %1.", package))
        case .commandMissing(let program, nil):
            FailureText(
                reader.say("\"%1\" needs the program %2, which was not found.", server, program),
                reader.say("Install it, or give its whole path."))
        case .notStarted(let reason):
            FailureText(
                reader.say("\"%1\" could not be started (%2).", server, reason), reader.say("Check its command."))
        case .endedAtStart(let exit, let log):
            FailureText(
                reader.say("\"%1\" ended right after its start (%2).", server, Self.words(exit, reader)),
                Self.said(log, reader) ?? reader.say("Run its command in a terminal to see why."))
        case .crashed("", let exit, _):
            FailureText(reader.say("\"%1\" has ended (%2).", server, Self.words(exit, reader)))
        case .crashed(let tool, nil, _):
            FailureText(
                reader.say(
                    "\"%1\" closed the connection in the middle of \"%2\"; whether that was done is not known.", server,
                    tool),
                reader.say("See the server's log."))
        case .crashed(let tool, let exit, let log):
            FailureText(
                reader.say(
                    "\"%1\" ended in the middle of \"%2\" (%3); whether that was done is not known.", server, tool,
                    Self.words(exit, reader)),
                Self.said(log, reader) ?? reader.say("It is started again when it is needed next."))
        case .keepsFailing(let times, let log):
            FailureText(
                reader.say("\"%1\" has failed %2 times and is left alone for ten minutes.", server, String(times)),
                Self.said(log, reader) ?? reader.say("Check its command or its address, and test it in the settings."))
        case .silent(_, let rubbish?):
            FailureText(
                reader.say("\"%1\" prints text that is not of the protocol: %2", server, rubbish),
                reader.say("Check that its command starts a tool server."))
        case .silent(let seconds, nil):
            FailureText(
                reader.say("\"%1\" did not answer within %2 seconds of its start.", server, String(seconds)),
                reader.say("Run its command in a terminal to see whether it waits for something."))
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

    private static func said(_ log: [String], _ reader: FailureReader) -> String? {
        log.isEmpty ? nil : reader.say("It said last: %1", log.suffix(3).joined(separator: " / "))
    }
}
