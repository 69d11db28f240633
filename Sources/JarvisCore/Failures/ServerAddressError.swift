// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an address that somebody typed, and what to write instead.

/// An address that cannot be used.
public struct ServerAddressError: Hashable, Sendable {
    public enum Fault: Hashable, Sendable {
        /// Nothing was typed; what it can begin with.
        case empty([ServerAddress.Scheme])
        /// It begins with none of these.
        case scheme([ServerAddress.Scheme])
        /// More than a host, a port and a path, such as a user's name.
        case extraParts
        /// No host or port that can be used; a scheme for an example.
        case hostOrPort(ServerAddress.Scheme)
        /// A path where there is none; the address without it.
        case path(without: String)
    }

    /// As typed, without anything that may be a password.
    public var text: String
    public var fault: Fault

    public init(text: String, fault: Fault) {
        self.text = text
        self.fault = fault
    }
}

extension ServerAddressError: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch fault {
        case .empty(let schemes):
            FailureText(
                reader.say("No address is set."), reader.say("It must start with %1.", Self.list(schemes, reader)))
        case .scheme(let schemes):
            FailureText(reader.say("The address \"%1\" must start with %2.", text, Self.list(schemes, reader)))
        case .extraParts:
            FailureText(
                reader.say("The address \"%1\" may only contain a host, port and path.", text),
                reader.say("\"jarvis config secret set ADDRESS\" keeps a key."))
        case .hostOrPort(let scheme):
            FailureText(
                reader.say("The address \"%1\" has no usable host and port.", text),
                reader.say("Write one such as %1.", "\(scheme.rawValue)://host:8000"))
        case .path(let address):
            FailureText(reader.say("The address \"%1\" cannot have a path.", text), reader.say("Write %1.", address))
        }
    }

    private static func list(_ schemes: [ServerAddress.Scheme], _ reader: FailureReader) -> String {
        let prefixes = schemes.map { $0.rawValue + "://" }
        return switch prefixes.count {
        case 2: reader.say("%1 or %2", prefixes[0], prefixes[1])
        case 3: reader.say("%1, %2 or %3", prefixes[0], prefixes[1], prefixes[2])
        default: prefixes.joined(separator: ", ")
        }
    }
}
