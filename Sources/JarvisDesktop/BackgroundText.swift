// SPDX-License-Identifier: GPL-3.0-or-later
// What notifications say for a program that has no window, in the user's language.

public import JarvisConversation
public import JarvisPlatform
public import JarvisDesktopControl

/// Texts that need no toolkit.
public enum BackgroundText {
    /// Takes the catalogues from beside the program's other files.
    @MainActor
    public static func prepare(_ resources: ResourceLocator) { bindTranslations(resources) }

    /// Title of the notification while the microphone is open.
    public static var listening: String { localized("JARVIS is listening") }
    /// Title of the notification while only the wake word is waited for.
    public static var waiting: String { localized("JARVIS waits for its wake word") }
    /// Title of the notification while another program has JARVIS's name on the bus.
    public static var nameTaken: String { localized("Another program is in the way") }
    /// Its text.
    public static func takenName(by program: String) -> String {
        localized("“%1” has the name of JARVIS on the session bus, so other programs cannot reach JARVIS.", program)
    }
    /// The button that closes the microphone.
    public static var stop: String { localized("Stop") }
    /// What the notification of what rings says and offers.
    public static var rings: RingWords {
        RingWords(
            accept: localized("Accept"), reject: localized("Reject"), stop: localized("Stop"),
            snooze: localized("Snooze"), open: localized("Show JARVIS"),
            isHeard: localized("Listening: say “stop” or “snooze”."),
            withoutButtons: localized("Dismiss this to snooze."))
    }

    /// The buttons of a call.
    public static var end: String { localized("End") }
    public static var hold: String { localized("Hold") }
    public static var resume: String { localized("Resume") }
    /// Title of the notification during a call.
    public static var inCall: String { localized("In a call with JARVIS") }
    /// The same while it is held.
    public static var onHold: String { localized("Call on hold") }

    /// Why the computer waits before it sleeps, in the list of what delays it.
    public static var sleepDelay: String { localized("Keeps what is being said") }
    /// Title of the notification with the prompt of the day.
    public static var prompt: String { localized("Prompt of the day") }
    /// The button that records a voice note.
    public static var record: String { localized("Record") }
    /// The button that asks for another prompt.
    public static var anotherPrompt: String { localized("New prompt") }
    /// How a note is begun where the desktop shows no buttons.
    public static var sayNote: String { localized("To answer, say “take a voice note”.") }
    /// The newest note in one line.
    public static func lastNote(_ line: String) -> String { localized("Last note: %1", line) }

    /// What rings; nil when nothing does.
    public static func ringing(_ ringing: Ringing) -> (title: String, body: String)? {
        RingText.title(ringing).map { ($0, ringing.reminders.map(\.text).joined(separator: "\n")) }
    }
}
