// SPDX-License-Identifier: GPL-3.0-or-later
// Who may have what done. docs/agency.md is the page about it, and a test compares the two.

/// What an intent does to what the user has. Every intent says which.
package enum DeedKind: String, CaseIterable, Sendable {
    /// Says something that is known on this computer.
    case tells
    /// Sends words of the request to a service on the internet, and tells its answer.
    case asksOthers
    /// Makes something that was not there: a timer, a note, a line of a list.
    case adds
    /// Records from the microphone.
    case records
    /// Makes something different: a volume, a window, a timer's length.
    case changes
    /// Starts a program or shows an address.
    case opens
    /// Takes away what the user has set or kept.
    case removes
    /// Locks, suspends or ends the session or the computer.
    case ends
    /// Changes settings of JARVIS or the desktop.
    case configures
    /// Lets JARVIS use services on the internet, or forbids it.
    case consents

    /// Afterwards everything is as it was.
    package var isHarmless: Bool { self == .tells || self == .asksOthers }
}

/// Who asks for a deed. Texts, tool servers and programs without permission are missing: nothing is done for them.
package enum Asker: String, CaseIterable, Sendable {
    /// The user, in words that ask for it.
    case user
    /// The user, in words that only come near it.
    case userUnclearly
    /// A language model, for a request of the user's.
    case model
    /// A model that sees tools of others: their descriptions may contain requests.
    case modelWithTools
    /// A model that has read text of others in this conversation.
    case modelThatRead
}

/// What becomes of it.
package enum Ruling: String, Sendable {
    case does = "yes"
    /// The user is asked, and a yes does it.
    case asks
    case never
}

/// The one place that decides it.
package enum Agency {
    package static func ruling(on deed: DeedKind, by asker: Asker) -> Ruling {
        switch (asker, deed) {
        case (_, .tells), (.user, _): .does
        case (.userUnclearly, .removes), (.userUnclearly, .ends), (.userUnclearly, .consents): .asks
        case (.userUnclearly, _): .does
        case (_, .configures), (_, .consents), (_, .records): .never
        case (.modelThatRead, .asksOthers): .asks
        case (.modelThatRead, _): .never
        case (_, .asksOthers): .does
        case (.model, .adds), (.model, .changes): .does
        case (_, .adds), (_, .changes), (_, .opens), (_, .removes), (_, .ends): .asks
        }
    }
}
