// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with internet services, in terms of what the user can do about it.

/// Why an internet service gave no usable answer; `server` is its host.
public enum OnlineFailure: ExplainedFailure, Hashable {
    /// The user has not allowed this service.
    case notAllowed(OnlineService)
    /// The setting with this key is empty.
    case noServer(setting: String)
    /// The setting with this key holds an unusable address.
    case unusableAddress(setting: String)
    /// The server cannot be reached.
    case offline(server: String)
    case slow(server: String)
    /// The server answers, but with its own error.
    case broken(server: String)
    /// The server limits the number of requests.
    case busy(server: String)
    /// The server requires a key or an account.
    case closed(server: String)
    /// The connection is not secure; someone may be listening.
    case insecure(server: String)
    case tooLarge(server: String)
    /// The answer could not be understood.
    case unexpected(server: String)
    /// The server redirects elsewhere.
    case moved(server: String)
    case noSuchPlace(name: String)
    /// The server does not know one of the two languages.
    case languageMissing(server: String)

    /// True for failures that may pass by themselves.
    public var mayPass: Bool {
        switch self {
        case .offline, .slow, .broken: true
        default: false
        }
    }

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .notAllowed:
            FailureText(
                reader.say("That online service is off."),
                reader.say("Turn it on in Settings, under \"Online services\"."))
        case .noServer:
            FailureText(reader.say("There's no server for that yet."), reader.say("Enter its address in Settings."))
        case .unusableAddress(let setting):
            FailureText(
                reader.say("I can't use the address in %1.", setting),
                reader.say("It must start with https:// or be on this computer."))
        case .offline(let server):
            FailureText(
                reader.say("I can't reach %1. You may be offline.", server),
                reader.say("Check your connection and try again."))
        case .slow(let server):
            FailureText(reader.say("%1 took too long to answer.", server), reader.say("Try again later."))
        case .broken(let server):
            FailureText(reader.say("%1 isn't working at the moment.", server), reader.say("Try again later."))
        case .busy(let server):
            FailureText(
                reader.say("%1 is limiting requests.", server), reader.say("Try again in a few minutes."))
        case .closed(let server):
            FailureText(
                reader.say("%1 needs an account.", server), reader.say("Enter another address in Settings."))
        case .insecure(let server):
            FailureText(
                reader.say("The connection to %1 isn't secure, so I didn't use it.", server),
                reader.say("Check this computer's date and network."))
        case .tooLarge(let server):
            FailureText(
                reader.say("The answer from %1 was too large.", server),
                reader.say("Check its address in Settings."))
        case .unexpected(let server):
            FailureText(
                reader.say("%1 sent something I can't read.", server),
                reader.say("Check its address in Settings."))
        case .moved(let server):
            FailureText(
                reader.say("%1 redirected me elsewhere, so I stopped.", server),
                reader.say("Check its address in Settings."))
        case .noSuchPlace(let name):
            FailureText(
                reader.say("I couldn't find \"%1\".", name), reader.say("Try a larger town nearby."))
        case .languageMissing(let server):
            FailureText(reader.say("%1 can't translate between those languages.", server))
        }
    }
}
