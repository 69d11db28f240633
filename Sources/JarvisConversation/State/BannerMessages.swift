// SPDX-License-Identifier: GPL-3.0-or-later
// What banners say about the conversation itself.

extension Banner {
    /// What is said about a microphone that the desktop has muted.
    static let mutedBySystemMessage =
        "The microphone is muted in the system's sound settings. Unmute it there to let JARVIS hear you; "
        + "until then you can type (Ctrl+K)."
    /// What is said to someone who wants to speak into a microphone that they have muted here.
    static let mutedMessage = "The microphone is muted. Unmute it to speak, or type (Ctrl+K)."
    /// What is said when an utterance was cut off at its longest.
    static let utteranceLimitMessage =
        "Only the first minute was recorded, which is the limit. Say the rest after the answer."
    /// What is said when nothing was heard in the longest hold.
    static let silentHoldMessage = "No speech was heard for a minute. Check the microphone in Settings, or speak up."
    /// What is said when a recognizer does not answer.
    static let recognitionOverdueMessage =
        "Speech recognition took too long. What you said is kept: \"Retry\" recognizes it again. "
        + "Or say it again, or type it (Ctrl+K)."
}
