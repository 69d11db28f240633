// SPDX-License-Identifier: GPL-3.0-or-later
// What banners and the command line say about failures: what happened, and what to do.

extension AudioFailure {
    /// One or two sentences for people.
    public var advice: String {
        switch self {
        case .serverUnavailable:
            "No sound server answers. Start PulseAudio or PipeWire; JARVIS reconnects by itself. "
                + "Until then you can type (Ctrl+K)."
        case .noDevice(.input):
            "No microphone found. Connect one or choose an input in Settings. You can type instead (Ctrl+K)."
        case .noDevice(.output):
            "No speakers found. Connect some or choose an output in Settings. Replies are shown on screen."
        case .deviceMissing(let name):
            "The sound device \"\(name)\" is not connected. Reconnect it or choose another one in Settings."
        case .streamFailed(let reason):
            "The sound device stopped (\(reason)). JARVIS keeps trying; check the device in Settings."
        }
    }
}

extension RecognitionFailure {
    /// One or two sentences for people.
    public var advice: String {
        switch self {
        case .modelMissing(let path):
            "The speech model is missing (looked in \(path)). Install the package pocketsphinx-en-us. "
                + "You can type instead (Ctrl+K)."
        case .engineFailed(let reason):
            "Speech recognition failed (\(reason)). Please say it again, or type it (Ctrl+K)."
        case .serverFailed(let failure): failure.advice
        }
    }
}

extension WakeCalibrationFailure {
    /// One or two sentences for people, who said this phrase.
    public func advice(phrase: String) -> String {
        switch self {
        case .tooFewRecordings(let needed): "At least \(needed) recordings are needed."
        case .phraseNotHeard(let recording):
            "I could not hear \"\(phrase)\" in recording \(recording + 1). Please start again, in a quiet moment."
        case .nobodySpoke: "I heard no speech. Check the microphone in Settings and start again."
        case .muted: "The microphone is muted. Unmute it, and start again."
        case .engine(let failure): failure.advice
        }
    }
}

extension SynthesisFailure {
    /// One or two sentences for people.
    public var advice: String {
        switch self {
        case .engineUnavailable(let reason):
            "Speech output does not work (\(reason)). Install the package espeak-ng-data. Replies are shown on screen."
        case .voiceMissing(let voice):
            "The voice \"\(voice)\" is not installed. Choose another one in Settings."
        case .serverFailed(let failure): failure.advice
        }
    }
}

extension AgentFailure {
    /// One or two sentences for people.
    public var advice: String {
        switch self {
        case .skillFailed(_, let reason): "That did not work: \(reason)"
        case .timedOut: "The answer took too long. You can try again."
        case .notAnswered: "I have no answer to that. Put it another way, or open Commands to see what works."
        }
    }
}

extension StoreFailure {
    /// One or two sentences for people.
    public var advice: String {
        switch self {
        case .readOnly(let path):
            "History cannot be written: \(path) is read-only. Change its permissions; until then nothing is kept."
        case .diskFull(let path):
            "The disk is full; \(path) could not be written. Free some space; until then nothing is kept."
        case .inputOutput(let path, let errno):
            "Reading or writing \(path) failed (\(Self.words(errno))). Check the disk and the file's permissions."
        case .laterVersion(let path):
            "\(path) was written by a newer version of JARVIS and cannot be changed by this one. Update JARVIS; "
                + "until then nothing new is kept there."
        case .unknownMessage(let id):
            "There is no message \(id) in the history. \"jarvis history list\" shows which there are."
        case .invalidImport(let reason):
            "This file cannot be imported: \(reason)"
        }
    }

    /// The system's errors that a file may meet, in words (numbers of Linux, errno(3)).
    private static func words(_ errno: Int32) -> String {
        switch errno {
        case 1, 13: "not permitted"
        case 2: "not found"
        case 5: "the disk reports an error"
        case 20: "part of its path is not a folder"
        case 21: "it is a folder"
        case 23, 24: "too many open files"
        case 40: "too many links"
        default: "error \(errno)"
        }
    }
}
