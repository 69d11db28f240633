// SPDX-License-Identifier: GPL-3.0-or-later
// Explains failures of the engines and the agent. Stores and servers have files of their own.

extension AudioFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .serverUnavailable:
            FailureText(
                reader.say("The sound server isn't responding."),
                reader.isInWindow
                    ? reader.say(
                        "Start PulseAudio or PipeWire, and JARVIS reconnects. You can type meanwhile (Ctrl+K).")
                    : reader.say("Start PipeWire (with pipewire-pulse) or PulseAudio."))
        case .noDevice(.input):
            FailureText(
                reader.say("No microphone found."),
                reader.isInWindow
                    ? reader.say("Connect one or choose an input device in Settings. You can type instead (Ctrl+K).")
                    : reader.say("Connect one; \"jarvis devices\" lists them."))
        case .noDevice(.output):
            FailureText(
                reader.say("No speakers found."),
                reader.isInWindow
                    ? reader.say("Connect some or choose an output device in Settings. Replies appear on the screen.")
                    : reader.say("Connect some; \"jarvis devices\" lists them."))
        case .deviceMissing(let name):
            FailureText(
                reader.say("The sound device \"%1\" isn't connected.", name),
                reader.isInWindow
                    ? reader.say("Connect it or choose another one in Settings.")
                    : reader.say(
                        "\"jarvis devices\" lists them. \"jarvis config set audio.input default\" (or "
                            + "audio.output) chooses the system default."))
        case .streamFailed(let reason):
            FailureText(
                reader.say("The sound device stopped (%1).", reason),
                reader.isInWindow
                    ? reader.say("JARVIS keeps trying. Check the device in Settings.") : reader.say("Try again."))
        }
    }
}

extension RecognitionFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .modelMissing(let path):
            FailureText(
                reader.say("The speech model is missing (looked in %1).", path),
                reader.isInWindow
                    ? reader.say("Install pocketsphinx-en-us. You can type instead (Ctrl+K).")
                    : reader.say("Install pocketsphinx-en-us."))
        case .engineFailed(let reason):
            FailureText(
                reader.say("Speech recognition failed (%1).", reason),
                reader.isInWindow ? reader.say("Say it again, or type it (Ctrl+K).") : "")
        case .speechModel(let failure): failure.explained(to: reader)
        case .serverFailed(let failure): failure.explained(to: reader)
        }
    }
}

extension WakeCalibrationFailure {
    /// One or two sentences in English for the window, about the wake phrase `phrase`.
    public func advice(phrase: String) -> String { explained(to: .window, phrase: phrase).text }

    /// - Parameter phrase: The wake phrase.
    public func explained(to reader: FailureReader, phrase: String) -> FailureText {
        switch self {
        case .tooFewRecordings(let needed):
            FailureText(reader.say("I need at least %1 recordings.", String(needed)))
        case .phraseNotHeard(let recording):
            FailureText(
                reader.say("I couldn't hear \"%1\" in recording %2.", phrase, String(recording + 1)),
                reader.say("Start again when it's quiet."))
        case .nobodySpoke:
            FailureText(
                reader.say("I didn't hear any speech."), reader.say("Check the microphone in Settings and start again.")
            )
        case .muted: FailureText(reader.say("The microphone is muted."), reader.say("Unmute it and start again."))
        case .engine(let failure): failure.explained(to: reader)
        }
    }
}

extension SynthesisFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .engineUnavailable(let reason):
            FailureText(
                reader.say("Speech output isn't working (%1).", reason),
                reader.isInWindow
                    ? reader.say("Install espeak-ng-data. Replies appear on the screen.")
                    : reader.say("Install espeak-ng-data."))
        case .voiceMissing(let voice):
            FailureText(
                reader.say("The voice \"%1\" isn't installed.", voice),
                reader.isInWindow
                    ? reader.say("Choose another one in Settings.")
                    : reader.say("\"jarvis voices\" lists them."))
        case .speechModel(let failure): failure.explained(to: reader)
        case .serverFailed(let failure): failure.explained(to: reader)
        }
    }
}

extension AgentFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .skillFailed(_, let reason): FailureText(reader.say("That didn't work: %1", reason))
        case .timedOut: FailureText(reader.say("The answer took too long."), reader.say("Try again."))
        case .notAnswered:
            FailureText(
                reader.say("I don't have an answer to that."),
                reader.isInWindow
                    ? reader.say("Try other words, or open Commands to see what I can do.")
                    : reader.say("Try other words; \"jarvis ask help\" lists what works."))
        }
    }
}
