// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong in the engines, with enough in it to say what to do.

/// A microphone or speaker that does not work.
public enum AudioFailure: Error, Hashable, Sendable {
    /// No sound server answers; `reason` is its client library's own word.
    case serverUnavailable(reason: String)
    /// The server runs but has no device of this direction.
    case noDevice(AudioDevice.Direction)
    /// The device of this name is not there (unplugged or mistyped).
    case deviceMissing(String)
    /// The stream broke; `reason` is the client library's own word.
    case streamFailed(reason: String)
}

/// A recognizer that cannot do its work.
public enum RecognitionFailure: Error, Hashable, Sendable {
    /// Files of the model are missing; `path` is where one was looked for.
    case modelMissing(path: String)
    case engineFailed(reason: String)
    /// The neural model or its library does not work.
    case speechModel(SpeechModelFailure)
    /// A speech server did not do its work.
    case serverFailed(ServerFailure)

    /// True when the same utterance may be understood a moment later.
    public var mayPass: Bool {
        switch self {
        case .modelMissing, .speechModel: false
        case .engineFailed, .serverFailed: true
        }
    }
}

/// Why nothing was learned about how the user says the wake phrase.
public enum WakeCalibrationFailure: Error, Hashable, Sendable {
    /// Fewer recordings than are needed, which is `count`.
    case tooFewRecordings(needed: Int)
    /// Nothing like the phrase is in this recording (0-based).
    case phraseNotHeard(recording: Int)
    /// There was no speech for a while.
    case nobodySpoke
    /// The microphone is muted.
    case muted
    case engine(RecognitionFailure)
}

/// A synthesizer that cannot do its work.
public enum SynthesisFailure: Error, Hashable, Sendable {
    case engineUnavailable(reason: String)
    case voiceMissing(String)
    /// A natural voice or its library does not work.
    case speechModel(SpeechModelFailure)
    /// A speech server or program did not do its work.
    case serverFailed(ServerFailure)
}

/// An agent that cannot answer.
public enum AgentFailure: Error, Hashable, Sendable {
    case skillFailed(skill: String, reason: String)
    case timedOut
    /// No agent could tell what to do with the request.
    case notAnswered
}

/// A store that cannot keep or find something.
public enum StoreFailure: Error, Hashable, Sendable {
    case readOnly(path: String)
    case diskFull(path: String)
    case inputOutput(path: String, errno: Int32)
    /// A program that came after this one has written the file, in a way that this one does not know.
    case laterVersion(path: String)
    /// The file is not what it should be; `reason` is the parser's, `keptAs` where it was set aside.
    case damaged(path: String, reason: String, keptAs: String?)
    /// Another program keeps the file locked and does not let go of it.
    case busy(path: String)
    case unknownMessage(MessageID)
    case invalidImport(ImportFault)
    /// The user has to be authenticated before anything of it is shown.
    case locked
}

extension StoreFailure {
    /// The text of a document to import, without the byte order mark that some editors put before it.
    /// - Throws: `invalidImport` when it is not UTF-8; read all the same, every accented letter would be lost.
    public static func documentText(_ bytes: [UInt8]) throws(StoreFailure) -> String {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .invalidImport(.notUTF8)
        }
        return text
    }
}
