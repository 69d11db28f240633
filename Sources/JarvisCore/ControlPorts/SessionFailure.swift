// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with the session and the computer's power.

/// Why a session action failed.
public enum SessionFailure: ExplainedFailure, Hashable {
    /// This computer does not support the action, or JARVIS does not know how to request it.
    case notPossible(SessionAction)
    /// The user does not have permission.
    case notPermitted(SessionAction)
    /// Other programs block the action, for example one that is burning a disc; `names` lists them.
    case heldUp(SessionAction, names: [String])
    /// The attempt failed; `reason` is the service's own message.
    case failed(SessionAction, reason: String)
    /// Nothing confirms that the screen is locked.
    case lockUnconfirmed
    /// Nothing here supports do-not-disturb; `server` is the notification server, and may be empty.
    case noDoNotDisturb(server: String)
    /// Do-not-disturb would last only as long as this program, which is about to exit.
    case doNotDisturbNeedsWindow
    /// Do-not-disturb failed; `reason` is the service's own message.
    case doNotDisturbFailed(reason: String)
    /// The desktop does not offer screenshots to programs.
    case noScreenshots
    /// The user declined the screenshot.
    case cancelled
    /// The screenshot failed; `reason` is the service's own message, and may be empty.
    case screenshotFailed(reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .notPossible(let action): FailureText(action.impossible(reader), action.byHand(reader))
        case .notPermitted(let action):
            FailureText(action.forbidden(reader), reader.say("Ask your administrator."))
        case .heldUp(let action, let names):
            FailureText(
                action.failed(reader, reader.say("blocked by %1", names.joined(separator: ", "))),
                reader.say("Close it or let it finish, then try again."))
        case .failed(let action, let reason): FailureText(action.failed(reader, reason), action.byHand(reader))
        case .lockUnconfirmed:
            FailureText(
                reader.say("I tried to lock the screen, but it may still be unlocked."),
                reader.say("Make sure a screen locker is running."))
        case .noDoNotDisturb(let server):
            FailureText(
                server.isEmpty
                    ? reader.say("I can't silence notifications here.")
                    : reader.say("%1 doesn't let me silence notifications.", server),
                reader.say("Check the notification settings."))
        case .doNotDisturbNeedsWindow:
            FailureText(
                reader.say("On this desktop I can silence notifications only while my window is open."),
                reader.say("Open it and try again."))
        case .doNotDisturbFailed(let reason):
            FailureText(
                reader.say("I couldn't change notifications (%1).", reason),
                reader.say("Check the notification settings."))
        case .noScreenshots:
            FailureText(reader.say("I can't take screenshots here."), reader.say("Press Print Screen."))
        // Some portals, such as KDE's, also report other failures as cancelled, without having asked the user.
        case .cancelled:
            FailureText(
                reader.say("I didn't take a screenshot."), reader.say("Press Print Screen to take one yourself."))
        case .screenshotFailed(let reason):
            FailureText(
                reason.isEmpty
                    ? reader.say("I couldn't take the screenshot.")
                    : reader.say("I couldn't take the screenshot (%1).", reason),
                reader.say("Press Print Screen instead."))
        }
    }
}

extension SessionAction {
    fileprivate func impossible(_ reader: FailureReader) -> String {
        switch self {
        case .lock: reader.say("I can't lock the screen here.")
        case .suspend: reader.say("I can't suspend this computer.")
        case .logOut: reader.say("I can't log you out here.")
        case .restart: reader.say("I can't restart this computer.")
        case .powerOff: reader.say("I can't turn this computer off.")
        }
    }

    fileprivate func forbidden(_ reader: FailureReader) -> String {
        switch self {
        case .lock: reader.say("You're not allowed to lock the screen.")
        case .suspend: reader.say("You're not allowed to suspend this computer.")
        case .logOut: reader.say("You're not allowed to log out.")
        case .restart: reader.say("You're not allowed to restart this computer.")
        case .powerOff: reader.say("You're not allowed to turn this computer off.")
        }
    }

    fileprivate func failed(_ reader: FailureReader, _ reason: String) -> String {
        switch self {
        case .lock: reader.say("I couldn't lock the screen (%1).", reason)
        case .suspend: reader.say("I couldn't suspend the computer (%1).", reason)
        case .logOut: reader.say("I couldn't log you out (%1).", reason)
        case .restart: reader.say("I couldn't restart the computer (%1).", reason)
        case .powerOff: reader.say("I couldn't turn the computer off (%1).", reason)
        }
    }

    fileprivate func byHand(_ reader: FailureReader) -> String {
        self == .lock
            ? reader.say("Install a screen locker, such as your desktop's own.")
            : reader.say("Use the desktop's own menu.")
    }
}
