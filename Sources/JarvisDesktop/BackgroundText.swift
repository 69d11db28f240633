// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of notifications and their buttons, in the user's language, for a program that may have no window.

public import JarvisConversation
import JarvisDesktopKit
public import JarvisPlatform
public import JarvisDesktopControl

/// Texts that are available before GTK starts.
public enum BackgroundText {
    /// Loads the translations installed beside the program's other files.
    @MainActor
    public static func prepare(_ resources: ResourceLocator) { bindTranslations(resources) }

    /// Notification title while the microphone is open.
    public static var listening: String { localized("JARVIS is listening") }
    /// Notification title while waiting for the wake word.
    public static var waiting: String { localized("JARVIS is waiting for its wake word") }
    /// Notification title while another program owns JARVIS's bus name.
    public static var nameTaken: String { localized("Other apps can't reach JARVIS") }
    /// Notification text while another program owns the name.
    public static func takenName(by program: String) -> String {
        localized("“%1” is using JARVIS's name. Close it to fix this.", program)
    }
    /// The button that closes the microphone.
    public static var stop: String { localized("Stop") }
    /// Texts and buttons of the notification for a ringing reminder.
    public static var rings: RingWords {
        RingWords(
            accept: localized("Answer"), reject: localized("Stop"), stop: localized("Stop"),
            snooze: localized("Snooze"), open: localized("Show JARVIS"),
            isHeard: localized("Listening: say “stop” or “snooze”."),
            withoutButtons: localized("Dismiss this to snooze."))
    }

    /// The button that ends a call.
    public static var end: String { localized("End") }
    public static var hold: String { localized("Hold") }
    public static var resume: String { localized("Resume") }
    /// Notification title during a call.
    public static var inCall: String { localized("In a call with JARVIS") }
    /// Notification title while a call is on hold.
    public static var onHold: String { localized("Call on hold") }

    /// The reason for delaying sleep, as the system shows it.
    public static var sleepDelay: String { localized("Saving what was said") }
    /// Notification title for the prompt of the day.
    public static var prompt: String { localized("Daily prompt") }
    /// The button that records a voice note.
    public static var record: String { localized("Record") }
    /// The button that asks for another prompt.
    public static var anotherPrompt: String { localized("New prompt") }
    /// How to record a note on desktops that show no notification buttons.
    public static var sayNote: String { localized("Say “take a voice note” to answer.") }
    /// The newest note in one line.
    public static func lastNote(_ line: String) -> String { localized("Last note: %1", line) }

    /// Title and text for a ringing reminder; nil if nothing rings.
    public static func ringing(_ ringing: Ringing) -> (title: String, body: String)? {
        RingText.title(ringing).map { ($0, ringing.reminders.map(\.text).joined(separator: "\n")) }
    }
}
