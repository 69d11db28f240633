// SPDX-License-Identifier: GPL-3.0-or-later
// Who says whether the history may be shown, and why not.

public import JarvisCore

/// Asks the user to prove who they are.
public protocol HistoryAuthority: Sendable {
    /// Returns once the user has been authenticated.
    func authorize() async throws(HistoryLockFailure)
}

/// Why the history stays locked.
public enum HistoryLockFailure: Error, Hashable, Sendable {
    /// The user gave up, or is not allowed to.
    case denied
    /// There is polkit, and nothing on this desktop that would ask the user.
    case noAgent
    /// There is no polkit, or it does not answer; its own words.
    case unavailable(String)
}

extension HistoryLockFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .denied:
            FailureText(reader.say("The history stays locked."), reader.say("Try again to open it."))
        case .noAgent:
            FailureText(
                reader.say("The history stays locked: nothing on this desktop asks for a password."),
                reader.say("Start the authentication agent (polkit) of your desktop."))
        case .unavailable(let reason):
            FailureText(
                reader.say("The history stays locked: polkit does not answer (%1).", reason),
                reader.say("Install and start polkit; nothing is shown without it."))
        }
    }
}
