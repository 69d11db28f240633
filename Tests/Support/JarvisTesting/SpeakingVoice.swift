// SPDX-License-Identifier: GPL-3.0-or-later
// Speech for tests, made by several synthesizers.

/// A voice of one of the installed synthesizers.
public enum SpeakingVoice: Sendable, Hashable, CustomStringConvertible {
    case flite(String)
    case festival(String)

    public var description: String {
        switch self {
        case .flite(let name): "flite \(name)"
        case .festival(let name): "festival \(name)"
        }
    }

    /// Writes `text` as a WAV file that begins with its first sound, however soft: Flite starts with 150 ms of quiet.
    public func speakAtOnce(_ text: String, into file: String) async throws {
        try await speak(text, into: file + ".whole.wav")
        try await Self.run("sox", [file + ".whole.wav", file, "trim", "0.15"])
    }

    /// Writes `text` as a WAV file.
    public func speak(_ text: String, into file: String) async throws {
        switch self {
        case .flite(let name): try await Self.run("flite", ["-voice", name, "-t", text, "-o", file])
        case .festival(let name):
            try await Self.run(
                "sh", ["-c", "echo \"$1\" | text2wave -eval \"(voice_$2)\" -o \"$3\"", "sh", text, name, file])
        }
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let result = try await ChildProcess.run(program, arguments)
        guard result.status == 0 else { throw SpeechNotMade(program: program, output: result.output) }
    }
}

/// A synthesizer failed; contains its message.
public struct SpeechNotMade: Error {
    public var program: String
    public var output: String
}
