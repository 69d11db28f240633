// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of calls: on the call screen, in the pill, in notifications and in the history.

public import JarvisConversation
import JarvisCore
import JarvisDesktopKit

/// Call texts in the user's language.
public enum CallText {
    /// The text of a call in the history.
    public static func record(_ record: CallRecord) -> String {
        guard record.ending != .missed else { return localized("Missed call") }
        guard let length = record.length else { return localized("Call ended · %1", reason(record.ending)) }
        return localized("Call ended, %1", time(length))
    }

    /// The caller, or the subject of the call.
    static func title(_ call: Call) -> String {
        guard let first = call.reasons.first else { return "JARVIS" }
        let others = call.reasons.count - 1
        return others == 0 ? first.text : localized("%1 (+%2)", first.text, String(others))
    }

    /// The state of the call, with its length if it has one.
    static func status(_ call: Call, at now: Timestamp) -> String {
        let length = call.length(at: now).map(time)
        switch call.status {
        case .offering: return localized("Calling…")
        case .ringing: return localized("JARVIS is calling")
        case .connecting: return localized("Connecting…")
        case .active: return length ?? ""
        case .held: return [held(call), length].compactMap { $0 }.joined(separator: " · ")
        case .ended(.missed): return localized("Missed call")
        case .ended(let ending):
            let failure = call.failure.flatMap { $0.isEmpty ? nil : $0 }
            return [localized("Call ended"), failure ?? reason(ending), length].compactMap { $0 }
                .joined(separator: " · ")
        }
    }

    private static func held(_ call: Call) -> String {
        if call.holds.contains(.phone) { return localized("On hold during another call") }
        if call.holds.contains(.away) { return localized("On hold while the screen is locked") }
        return localized("On hold")
    }

    private static func reason(_ ending: CallEnding) -> String {
        switch ending {
        case .hungUp: localized("You hung up")
        case .farewell: localized("You said goodbye")
        case .rejected: localized("Rejected")
        case .snoozed: localized("Snoozed")
        case .missed: localized("Missed")
        case .failed: localized("Something went wrong")
        case .interrupted: localized("On hold for too long")
        case .quit: localized("JARVIS quit")
        }
    }

    /// Why an action was refused.
    static func refusal(_ refusal: CallRefusal) -> String {
        switch refusal {
        case .noCall, .ended: localized("The call is over.")
        case .notRinging: localized("Nothing is ringing.")
        case .ringing: localized("Answer or stop what's ringing first.")
        case .notConnected: localized("The call isn't connected yet.")
        case .interrupted(.phone): localized("You're in another call.")
        case .interrupted: localized("Unlock the screen first.")
        case .failed(let reason): reason.isEmpty ? localized("That didn't work.") : reason
        case .overtaken: ""
        }
    }

    /// "07:05"; from an hour on, "1:07:05".
    private static func time(_ length: Duration) -> String {
        ElapsedTime(from: 0, to: Double(length.components.seconds)).text
    }
}
