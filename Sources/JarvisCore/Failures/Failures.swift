// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong in the engines, with enough detail to give advice.

/// Why a microphone or speaker failed.
public enum AudioFailure: Error, Hashable, Sendable {
    /// No sound server answers; `reason` is the client library's own message.
    case serverUnavailable(reason: String)
    /// The server runs but has no device for this direction.
    case noDevice(AudioDevice.Direction)
    /// The named device does not exist (unplugged or mistyped).
    case deviceMissing(String)
    /// The stream broke; `reason` is the client library's own message.
    case streamFailed(reason: String)
}

/// Why a recognizer failed.
public enum RecognitionFailure: Error, Hashable, Sendable {
    /// A model file is missing; `path` is where it was expected.
    case modelMissing(path: String)
    case engineFailed(reason: String)
    /// The neural model or its library failed.
    case speechModel(SpeechModelFailure)
    /// A speech server failed.
    case serverFailed(ServerFailure)

    /// True if the failure may pass, so the same utterance may be recognized a moment later.
    public var mayPass: Bool {
        switch self {
        case .modelMissing, .speechModel: false
        case .engineFailed, .serverFailed: true
        }
    }
}

/// Why wake-word training failed.
public enum WakeCalibrationFailure: Error, Hashable, Sendable {
    /// Fewer recordings than needed.
    case tooFewRecordings(needed: Int)
    /// The phrase was not found in this recording (0-based).
    case phraseNotHeard(recording: Int)
    /// There was no speech for a while.
    case nobodySpoke
    /// The microphone is muted.
    case muted
    case engine(RecognitionFailure)
}

/// Why a synthesizer failed.
public enum SynthesisFailure: Error, Hashable, Sendable {
    case engineUnavailable(reason: String)
    case voiceMissing(String)
    /// A natural voice or its library failed.
    case speechModel(SpeechModelFailure)
    /// A speech server or program failed.
    case serverFailed(ServerFailure)
}

/// Why an agent cannot answer.
public enum AgentFailure: Error, Hashable, Sendable {
    case skillFailed(skill: String, reason: String)
    case timedOut
    /// No agent knew what to do with the request.
    case notAnswered
}

/// Why a store cannot save or find something.
public enum StoreFailure: Error, Hashable, Sendable {
    case readOnly(path: String)
    case diskFull(path: String)
    case inputOutput(path: String, errno: Int32)
    /// A newer version has written the file in a format that this one does not know.
    case laterVersion(path: String)
    /// The file is corrupt; `reason` is the parser's message, `keptAs` where the file was set aside.
    case damaged(path: String, reason: String, keptAs: String?)
    /// Another program holds the lock on the file.
    case busy(path: String)
    case unknownMessage(MessageID)
    case invalidImport(ImportFault)
    /// The user has to authenticate before anything is shown.
    case locked
}

extension StoreFailure {
    /// The text of a document to import, without a byte order mark.
    /// - Throws: `invalidImport` if it is not UTF-8; decoding it anyway would lose every accented letter.
    public static func documentText(_ bytes: [UInt8]) throws(StoreFailure) -> String {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .invalidImport(.notUTF8)
        }
        return text
    }
}
