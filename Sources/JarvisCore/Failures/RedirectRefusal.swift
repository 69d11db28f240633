// SPDX-License-Identifier: GPL-3.0-or-later
// Why a server's redirect is not followed. The cases carry values, so each can be explained in any language.

/// Why a redirect is not followed.
public enum RedirectRefusal: Hashable, Sendable {
    /// Redirects are not followed for this request.
    case notFollowed
    case notAnAddress
    /// The target uses a different scheme.
    case otherScheme(expected: String)
    case tooMany
    /// The redirect would send the request's body to another origin.
    case bodyToAnotherServer
    case intoOwnNetwork
    /// The body has been sent and cannot be repeated.
    case notRepeatable
}

extension RedirectRefusal {
    /// One sentence about the redirecting server.
    func sentence(_ server: String, _ target: String, for reader: FailureReader) -> String {
        switch self {
        case .notFollowed: reader.say("%1 has moved to %2.", server, target)
        case .notAnAddress: reader.say("%1 redirects to %2, which isn't an address.", server, target)
        case .otherScheme(let scheme): reader.say("%1 redirects to %2, which isn't %3.", server, target, scheme)
        case .tooMany: reader.say("%1 redirects too many times, most recently to %2.", server, target)
        case .bodyToAnotherServer:
            reader.say("%1 redirects to another server, %2. Your data wasn't sent there.", server, target)
        case .intoOwnNetwork: reader.say("%1 redirects to %2, which is in your own network.", server, target)
        case .notRepeatable: reader.say("%1 redirects to %2, but the request can't be repeated.", server, target)
        }
    }
}
