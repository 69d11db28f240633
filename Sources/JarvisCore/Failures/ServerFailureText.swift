// SPDX-License-Identifier: GPL-3.0-or-later
// Explains failures of servers.

extension ServerFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch kind {
        case .address(let error): error.explained(to: reader)
        case .unusableURL(let url):
            FailureText(
                reader.say("\"%1\" isn't a web server's address.", url),
                reader.say("Check the address for typos."))
        case .moved(let target, let refusal):
            FailureText(refusal.sentence(server, target, for: reader), reader.say("Change the address."))
        case .keyMissing(let origin):
            FailureText(
                reader.say("%1 requires a key.", server),
                reader.say("Store one with \"jarvis config secret set %1\".", origin))
        case .keyNeedsHTTPS(let origin):
            FailureText(
                reader.say("The key for %1 wasn't sent: over plain http, anyone on the network could read it.", origin),
                reader.say(
                    "Use an https address, or add %1 to the setting %2.", origin,
                    NetworkSettings.plainKeyServersKey))
        case .keyWithoutOrigin(let origin, let variable, let originVariable):
            FailureText(
                reader.say(
                    "%1 requires a key. %2 is set, but %3 doesn't say which server it's for.", origin, variable,
                    originVariable),
                reader.say(
                    "Set it to %1 if the key belongs there, or store one with \"jarvis config secret set %1\".", origin)
            )
        case .unknownHost:
            FailureText(reader.say("The host of %1 wasn't found.", server), reader.say("Check the address for typos."))
        case .refused:
            FailureText(
                reader.say("Nothing is listening at %1.", server), reader.say("Start the server, or check its port."))
        case .unreachable(let reason):
            FailureText(reader.say("JARVIS can't reach %1 (%2).", server, reason), reader.say("Check the network."))
        case .timedOut(let stage): lateness(stage, reader)
        case .insecure(let reason):
            FailureText(
                reader.say("The connection to %1 isn't secure (%2).", server, reason),
                reader.say("Check its certificate."))
        case .closedEarly:
            FailureText(
                reader.say("%1 closed the connection before it finished.", server),
                reader.say("See the server's log."))
        case .tooLarge(let limit):
            FailureText(
                reader.say("%1 sent more than %2 MiB.", server, String(limit / 1_048_576)),
                reader.say("Check that it's the right server."))
        case .malformed(let answer):
            FailureText(answer.sentence(server, for: reader), reader.say("Check the engine and address."))
        case .damaged:
            FailureText(
                reader.say("%1 sent a file with the wrong checksum, so it was discarded.", server),
                reader.say("Try again, or check the address."))
        case .incomplete(0, let letters):
            FailureText(
                reader.say("%1 sent no sound for %2 letters.", server, String(letters)),
                reader.say("Try another voice or model."))
        case .incomplete(let milliseconds, let letters):
            FailureText(
                reader.say(
                    "%1 returned incomplete speech (%2 ms of sound for %3 letters).", server,
                    String(milliseconds), String(letters)),
                reader.say("Try another voice or model."))
        case .rejected(let status, let message): rejection(status, message, reader)
        case .programFailed(let fault): fault.explained(server, to: reader)
        case .cancelled: FailureText(reader.say("The request to %1 was cancelled.", server))
        }
    }

    private func lateness(_ stage: Stage, _ reader: FailureReader) -> FailureText {
        switch stage {
        case .connection:
            FailureText(
                reader.say("%1 isn't responding.", server),
                reader.say("Check that it's turned on and on this network."))
        case .sending: FailureText(reader.say("%1 isn't accepting data.", server), reader.say("Restart the server."))
        case .answer, .rest:
            FailureText(
                reader.say("%1 is too slow.", server), reader.say("Use a smaller model or a faster computer."))
        }
    }

    private func rejection(_ status: Int, _ message: String, _ reader: FailureReader) -> FailureText {
        switch status {
        case 401, 403:
            FailureText(
                reader.say("%1 rejected the key.", server),
                reader.say("Store a new one with \"jarvis config secret set ADDRESS\"."))
        case 404:
            FailureText(
                reader.say("%1 doesn't offer this service or model.", server),
                reader.say("Check the engine, address and model."))
        case 429:
            FailureText(
                reader.say("%1 is limiting requests.", server), reader.say("Wait a while, or check your account."))
        default:
            FailureText(
                [status == 0 ? "" : String(status), message].allSatisfy(\.isEmpty)
                    ? reader.say("%1 reports an error.", server)
                    : reader.say(
                        "%1 reports an error (%2).", server,
                        (status == 0 ? message : "\(status) \(message)").trimmed),
                reader.say("See the server's log."))
        }
    }
}
