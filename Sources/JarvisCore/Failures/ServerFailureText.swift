// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about each failure of a server.

extension ServerFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch kind {
        case .invalidAddress(let text), .keyWithheld(let text): FailureText(reader.say(text))
        case .unknownHost:
            FailureText(reader.say("The host of %1 was not found.", server), reader.say("Check the address for typos."))
        case .refused:
            FailureText(
                reader.say("Nothing listens at %1.", server), reader.say("Start the server, or check its port."))
        case .unreachable(let reason):
            FailureText(reader.say("%1 cannot be reached (%2).", server, reason), reader.say("Check the network."))
        case .timedOut(let stage): lateness(stage, reader)
        case .insecure(let reason):
            FailureText(
                reader.say("The connection to %1 is not secure (%2).", server, reason),
                reader.say("Check its certificate."))
        case .closedEarly:
            FailureText(
                reader.say("%1 closed the connection in the middle of its answer.", server),
                reader.say("See the server's log."))
        case .tooLarge(let limit):
            FailureText(
                reader.say("%1 sent more than %2 MiB.", server, String(limit / 1_048_576)),
                reader.say("Check that it is the right server."))
        case .malformed(let reason):
            FailureText(
                reader.say("%1 sent an unexpected answer (%2).", server, reason),
                reader.say("Check the engine and address."))
        case .damaged:
            FailureText(
                reader.say("%1 sent a file with a wrong checksum, of which nothing was kept.", server),
                reader.say("Try again, or check the address."))
        case .incomplete(let lack):
            FailureText(
                reader.say("%1 left out part of what it should say (%2).", server, lack),
                reader.say("Try another voice or model."))
        case .rejected(let status, let message): rejection(status, message, reader)
        case .programFailed(let reason):
            FailureText(
                reader.say("The program %1 does not work (%2).", server, reason),
                reader.say("Check that it is installed."))
        case .cancelled: FailureText(reader.say("The request to %1 was cancelled.", server))
        }
    }

    private func lateness(_ stage: Stage, _ reader: FailureReader) -> FailureText {
        switch stage {
        case .connection:
            FailureText(
                reader.say("%1 does not answer.", server),
                reader.say("Check that the computer is on and in this network."))
        case .sending: FailureText(reader.say("%1 accepts no data.", server), reader.say("Restart the server."))
        case .answer, .rest:
            FailureText(
                reader.say("%1 is too slow.", server), reader.say("Give it a smaller model or a faster computer."))
        }
    }

    private func rejection(_ status: Int, _ message: String, _ reader: FailureReader) -> FailureText {
        switch status {
        case 401, 403:
            FailureText(
                reader.say("%1 rejected the key.", server),
                reader.say("\"jarvis config secret set ADDRESS\" keeps one."))
        case 404:
            FailureText(
                reader.say("%1 does not offer this service or model.", server),
                reader.say("Check the engine, address and model."))
        case 429:
            FailureText(
                reader.say("%1 is limiting requests.", server), reader.say("Wait a while, or check your account."))
        default:
            FailureText(
                reader.say("%1 reports an error (%2).", server, status == 0 ? message : "\(status) \(message)"),
                reader.say("See the server's log."))
        }
    }
}
