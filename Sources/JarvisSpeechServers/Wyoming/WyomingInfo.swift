// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a Wyoming server's answer to `describe`. Pure.

import JarvisCore
import JarvisPlatform

/// The models and voices of a server.
struct WyomingInfo: Hashable, Sendable {
    var recognizesSpeech: Bool
    /// True if the server sends words while the user is still speaking.
    var streamsTranscripts: Bool
    var recognitionModels: [String]
    var voices: [Voice]

    init(_ data: JSONObject) {
        let recognizers = data["asr"]?.asArray ?? []
        recognizesSpeech = !recognizers.isEmpty
        streamsTranscripts = recognizers.contains { $0.asObject?["supports_transcript_streaming"]?.asFlag == true }
        recognitionModels = recognizers.flatMap { program in
            (program.asObject?["models"]?.asArray ?? []).compactMap { $0.asObject?["name"]?.asText }
        }
        voices = (data["tts"]?.asArray ?? []).flatMap { program in
            (program.asObject?["voices"]?.asArray ?? []).compactMap { value -> Voice? in
                guard let voice = value.asObject, let name = voice["name"]?.asText else { return nil }
                return Voice(
                    id: name, name: voice["description"]?.asText ?? name,
                    languages: (voice["languages"]?.asArray ?? []).compactMap(\.asText))
            }
        }
    }
}

extension WyomingServer {
    /// Asks the server for its capabilities.
    func info(within limit: Duration = .seconds(3)) async throws -> WyomingInfo {
        WyomingInfo(try await ask(WyomingEvent("describe"), for: "info", within: limit).data)
    }
}
