// SPDX-License-Identifier: GPL-3.0-or-later
// The port that authenticates the user before the history is shown, and its failures.

public import JarvisCore

/// Asks users to prove their identity.
public protocol HistoryAuthority: Sendable {
    /// Returns once the user has been authenticated.
    func authorize() async throws(HistoryLockFailure)
}

/// The reason why the history stays locked.
public enum HistoryLockFailure: Error, Hashable, Sendable {
    /// The user cancelled or is not authorized.
    case denied
    /// The desktop has no polkit agent to ask the user.
    case noAgent
    /// Polkit is missing or does not respond; holds its error message.
    case unavailable(String)
}

extension HistoryLockFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .denied:
            FailureText(reader.say("The history stays locked."), reader.say("Try again."))
        case .noAgent:
            FailureText(
                reader.say("The history stays locked: this desktop can't ask for your password."),
                reader.say("Start your desktop's polkit agent."))
        case .unavailable(let reason):
            FailureText(
                reader.say("The history stays locked: polkit isn't responding (%1).", reason),
                reader.say("Install and start polkit."))
        }
    }
}
