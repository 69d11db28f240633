// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with the neural models and the library that runs them.

/// A model, or the library for it, that cannot be used.
public enum SpeechModelFailure: Error, Hashable, Sendable {
    /// The library is not there; `path` is where it was looked for.
    case libraryMissing(path: String)
    /// The library is there and cannot be opened; `reason` is the linker's.
    case libraryUnusable(path: String, reason: String)
    /// Its structures have the layout of another version.
    case libraryVersion(found: String, needed: String)
    /// A file of the model is not there.
    case modelMissing(path: String)
    /// The files are there, and the library does not take them.
    case modelUnusable(folder: String)
    /// It may be whole, but there was no room for it, or the system refused something; `reason` is the system's or the
    /// library's.
    case modelNotLoaded(folder: String, reason: String)
    /// A loaded model failed at what it was given; `reason` is the library's.
    case modelFailed(folder: String, reason: String)
    /// The folder of a voice has no model of a kind that is known, or its model lacks something; `reason` says what.
    case voiceUnusable(folder: String, reason: String)
    /// A loaded voice made no sound of what it was given; `reason` is the library's, and may be empty.
    case voiceFailed(folder: String, reason: String)
    /// A file is not what a Piper voice consists of.
    case voiceNotPiper(path: String, reason: String)
}

extension SpeechModelFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .libraryMissing(let path):
            FailureText(reader.say("The library sherpa-onnx is not installed (looked for %1).", path), remedy(reader))
        case .libraryUnusable(let path, let reason):
            FailureText(reader.say("The library %1 cannot be used (%2).", path, reason), remedy(reader))
        case .libraryVersion(let found, let needed):
            FailureText(
                reader.say("The library sherpa-onnx has version %1; JARVIS needs %2.", found, needed), remedy(reader))
        case .modelMissing(let path):
            FailureText(reader.say("The speech model is not complete (%1 is missing).", path), repair(reader))
        case .modelUnusable(let folder):
            FailureText(reader.say("The speech model in %1 is damaged.", folder), repair(reader))
        case .modelNotLoaded(let folder, let reason):
            FailureText(
                reader.say("The speech model in %1 could not be loaded (%2).", folder, reason),
                reader.say("Close other programs if memory is short.") + " " + repair(reader))
        case .modelFailed(let folder, let reason):
            FailureText(reader.say("The speech model in %1 failed (%2).", folder, reason), repair(reader))
        case .voiceUnusable(let folder, let reason):
            FailureText(reader.say("The voice in %1 cannot be used: %2.", folder, reason), voiceRemedy(reader))
        case .voiceFailed(let folder, let reason):
            FailureText(
                reason.isEmpty
                    ? reader.say("The voice in %1 made no sound.", folder)
                    : reader.say("The voice in %1 failed (%2).", folder, reason), voiceRemedy(reader))
        case .voiceNotPiper(let path, let reason):
            FailureText(
                reader.say("%1 is not a Piper voice: %2.", path, reason),
                reader.say("A Piper voice is a file NAME.onnx with NAME.onnx.json beside it."))
        }
    }

    private func voiceRemedy(_ reader: FailureReader) -> String { reader.say("Install the voice again.") }

    private func repair(_ reader: FailureReader) -> String {
        reader.say("\"jarvis models verify\" tells which model has to be installed again.")
    }

    private func remedy(_ reader: FailureReader) -> String {
        reader.say("Install JARVIS again; from its source tree, run scripts/speech-engine.")
    }
}
