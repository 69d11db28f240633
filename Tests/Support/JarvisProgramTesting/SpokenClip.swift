// SPDX-License-Identifier: GPL-3.0-or-later
// Speech for the virtual microphone: made by several synthesizers, played into the sink behind it.

package import JarvisTesting
import Testing

/// A voice of one of the installed synthesizers.
package enum SpeakingVoice: Sendable, Hashable, CustomStringConvertible {
    case flite(String)
    case festival(String)

    package var description: String {
        switch self {
        case .flite(let name): "flite \(name)"
        case .festival(let name): "festival \(name)"
        }
    }

    /// Writes `text` as a WAV file that begins with its first sound, however soft: Flite is quiet for 150 ms before it.
    package func speakAtOnce(_ text: String, into file: String) async throws {
        try await speak(text, into: file + ".whole.wav")
        let cut = try await ChildProcess.run("sox", [file + ".whole.wav", file, "trim", "0.15"])
        #expect(cut.status == 0, "sox: \(cut.output)")
    }

    /// Writes `text` as a WAV file.
    package func speak(_ text: String, into file: String) async throws {
        let result =
            switch self {
            case .flite(let name):
                try await ChildProcess.run("flite", ["-voice", name, "-t", text, "-o", file])
            case .festival(let name):
                try await ChildProcess.run(
                    "sh", ["-c", "echo \"$1\" | text2wave -eval \"(voice_$2)\" -o \"$3\"", "sh", text, name, file])
            }
        #expect(result.status == 0, "\(self): \(result.output)")
    }
}

/// The virtual microphone of `scripts/virtual-desktop`.
package enum VirtualMicrophone {
    /// Hands a WAV file to the sound server, so that `say` begins at once and is not cut by a busy machine.
    package static func learn(_ file: String, as name: String) async throws {
        let result = try await ChildProcess.run("pactl", ["upload-sample", file, name])
        #expect(result.status == 0, "pactl: \(result.output)")
    }

    /// Begins to play what was learned, and returns before it has been played.
    package static func say(_ name: String) async throws {
        let result = try await ChildProcess.run("pactl", ["play-sample", name, "mic_feed"])
        #expect(result.status == 0, "pactl: \(result.output)")
    }

    /// Plays a WAV file and returns when it has been played.
    package static func hear(_ file: String) async throws {
        let result = try await ChildProcess.run("paplay", ["--device=mic_feed", "--latency-msec=50", file])
        #expect(result.status == 0, "paplay: \(result.output)")
    }
}
