// SPDX-License-Identifier: GPL-3.0-or-later
// Decides who may cause which kind of action. docs/agency.md documents it, and a test compares the two.

/// The kind of effect that an intent has on what the user owns. Every intent declares one.
package enum DeedKind: String, CaseIterable, Sendable {
    /// Reports information from this computer.
    case tells
    /// Sends words of the request to an internet service and reports its answer.
    case asksOthers
    /// Creates something: a timer, a note, an entry of a list.
    case adds
    /// Records from the microphone.
    case records
    /// Changes something that exists: the volume, a window, the length of a timer.
    case changes
    /// Starts a program or opens an address.
    case opens
    /// Removes something that the user has set or stored.
    case removes
    /// Locks, suspends or ends the session or the computer.
    case ends
    /// Changes the settings of JARVIS or the desktop.
    case configures
    /// Allows or forbids JARVIS to use internet services.
    case consents

    /// True if everything is unchanged afterwards.
    package var isHarmless: Bool { self == .tells || self == .asksOthers }
}

/// Who asks for an action. Documents, tool servers and programs without permission are missing: JARVIS does nothing for
/// them.
package enum Asker: String, CaseIterable, Sendable {
    /// The user, in words that request it.
    case user
    /// The user, in words that merely resemble a request.
    case userUnclearly
    /// The user, in words between quotation marks or parentheses, which may be somebody else's.
    case userQuoting
    /// A language model, on behalf of the user.
    case model
    /// A model that sees tools of others, whose descriptions may contain requests.
    case modelWithTools
    /// A model that has read text by others in this conversation.
    case modelThatRead
}

/// The decision on an action.
package enum Ruling: String, Sendable {
    case does = "yes"
    /// JARVIS asks the user first and acts on a yes.
    case asks
    case never
}

/// The one place that decides whether an action may happen.
package enum Agency {
    /// Decides on an action of kind `deed` for `asker`.
    package static func ruling(on deed: DeedKind, by asker: Asker) -> Ruling {
        switch (asker, deed) {
        case (_, .tells), (.user, _): .does
        case (.userUnclearly, .removes), (.userUnclearly, .ends), (.userUnclearly, .consents): .asks
        case (.userUnclearly, _), (.userQuoting, .asksOthers): .does
        case (.userQuoting, _): .asks
        case (_, .configures), (_, .consents), (_, .records): .never
        case (.modelThatRead, .asksOthers): .asks
        case (.modelThatRead, _): .never
        case (_, .asksOthers): .does
        case (.model, .adds), (.model, .changes): .does
        case (_, .adds), (_, .changes), (_, .opens), (_, .removes), (_, .ends): .asks
        }
    }
}
