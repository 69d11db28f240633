// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a typed address, and what to write instead.

/// An address that cannot be used.
public struct ServerAddressError: Hashable, Sendable {
    public enum Fault: Hashable, Sendable {
        /// Nothing was typed; carries the schemes that an address can begin with.
        case empty([ServerAddress.Scheme])
        /// The address begins with none of these schemes.
        case scheme([ServerAddress.Scheme])
        /// The address has more than a host, a port and a path, such as a user name.
        case extraParts
        /// The host or port is unusable; carries a scheme for the example.
        case hostOrPort(ServerAddress.Scheme)
        /// The address has a path where none is expected; carries the address without it.
        case path(without: String)
    }

    /// The address as typed, without anything that may be a password.
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
                reader.say("Store a key with \"jarvis config secret set ADDRESS\"."))
        case .hostOrPort(let scheme):
            FailureText(
                reader.say("The address \"%1\" has no usable host and port.", text),
                reader.say("Use one like %1.", "\(scheme.rawValue)://host:8000"))
        case .path(let address):
            FailureText(reader.say("The address \"%1\" can't have a path.", text), reader.say("Use %1.", address))
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
