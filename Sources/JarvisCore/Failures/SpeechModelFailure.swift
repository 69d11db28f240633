// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with neural speech models and the library that runs them.

/// An unusable model, or an unusable library for it.
public enum SpeechModelFailure: Error, Hashable, Sendable {
    /// The library is missing; `path` is where it was expected.
    case libraryMissing(path: String)
    /// The library exists but cannot be opened; `reason` is the linker's message.
    case libraryUnusable(path: String, reason: String)
    /// The library's structures have the layout of another version.
    case libraryVersion(found: String, needed: String)
    /// A model file is missing.
    case modelMissing(path: String)
    /// The files exist, but the library rejects them.
    case modelUnusable(folder: String)
    /// The model may be intact, but memory ran out or the system refused something; `reason` is the system's or the
    /// library's message.
    case modelNotLoaded(folder: String, reason: String)
    /// A loaded model failed on its input; `reason` is the library's message.
    case modelFailed(folder: String, reason: String)
    /// The voice's folder has no known kind of model, or an incomplete one; `reason` says which.
    case voiceUnusable(folder: String, reason: String)
    /// A loaded voice failed to produce sound; `reason` is the library's message, and may be empty.
    case voiceFailed(folder: String, reason: String)
    /// A file is not part of a Piper voice.
    case voiceNotPiper(path: String, reason: String)
}

extension SpeechModelFailure: ExplainedFailure {
    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .libraryMissing(let path):
            FailureText(
                reader.say("The library sherpa-onnx isn't installed (looked for %1).", path), remedy(reader, path))
        case .libraryUnusable(let path, let reason):
            FailureText(reader.say("The library %1 doesn't work (%2).", path, reason), remedy(reader, path))
        case .libraryVersion(let found, let needed):
            FailureText(
                reader.say("The library sherpa-onnx is version %1, but JARVIS needs %2.", found, needed),
                reader.say("Reinstall JARVIS."))
        case .modelMissing(let path):
            FailureText(reader.say("The speech model is incomplete (%1 is missing).", path), repair(reader))
        case .modelUnusable(let folder):
            FailureText(reader.say("The speech model in %1 is damaged.", folder), repair(reader))
        case .modelNotLoaded(let folder, let reason):
            FailureText(
                reader.say("The speech model in %1 couldn't be loaded (%2).", folder, reason),
                reader.say("Close other apps if memory is low.") + " " + repair(reader))
        case .modelFailed(let folder, let reason):
            FailureText(reader.say("The speech model in %1 failed (%2).", folder, reason), repair(reader))
        case .voiceUnusable(let folder, let reason):
            FailureText(reader.say("The voice in %1 doesn't work: %2.", folder, reason), voiceRemedy(reader))
        case .voiceFailed(let folder, let reason):
            FailureText(
                reason.isEmpty
                    ? reader.say("The voice in %1 made no sound.", folder)
                    : reader.say("The voice in %1 failed (%2).", folder, reason), voiceRemedy(reader))
        case .voiceNotPiper(let path, let reason):
            FailureText(
                reader.say("%1 isn't a Piper voice: %2.", path, reason),
                reader.say("A Piper voice is a file NAME.onnx with NAME.onnx.json next to it."))
        }
    }

    private func voiceRemedy(_ reader: FailureReader) -> String { reader.say("Reinstall the voice.") }

    private func repair(_ reader: FailureReader) -> String {
        reader.say("\"jarvis models verify\" shows which model to reinstall.")
    }

    /// In a source tree the library is below ".build"; an installed program has no scripts to name.
    private func remedy(_ reader: FailureReader, _ path: String) -> String {
        path.contains("/.build/") ? reader.say("Run scripts/speech-engine.") : reader.say("Reinstall JARVIS.")
    }
}
