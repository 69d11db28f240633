// SPDX-License-Identifier: GPL-3.0-or-later
// What transcription servers answer, as text and confidence. Pure.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// The transcript of a server.
struct TranscriptionAnswer: Hashable, Sendable {
    /// Without annotations such as "[BLANK_AUDIO]"; empty when nothing was said.
    var text: String
    /// 0…1; nil when the server does not say.
    var confidence: Double?

    /// More bytes than anyone can say in the one minute that is recorded at most.
    static let longestText = 8192
    /// Longest description of a noise, in characters.
    private static let longestDescription = 60

    init(text: String, confidence: Double? = nil) {
        self.text = Self.spokenPart(of: text.beginning(ofBytes: Self.longestText))
        self.confidence = confidence
    }

    /// - Throws: `ServerFailure.Kind.malformed` or `.rejected` as the answer says, wrapped for `server`.
    init(json bytes: [UInt8], server: String) throws(ServerFailure) {
        guard let object = (try? JSONValue(parsing: bytes))?.asObject else {
            throw ServerFailure(server: server, kind: .malformed(.notJSON))
        }
        guard let text = object["text"]?.asText else {
            // whisper.cpp's server reports errors with status 200.
            let hasError = object["error"] != nil || object["detail"] != nil
            throw ServerFailure(
                server: server,
                kind: hasError
                    ? .rejected(status: 0, message: ServerEndpoint.message(in: bytes))
                    : .malformed(.noText))
        }
        let segments = (object["segments"]?.asArray ?? []).compactMap { Segment($0) }
        // Whisper's own rule for what it makes of noise.
        let isNoise = !segments.isEmpty && segments.allSatisfy { $0.noSpeech > 0.6 && $0.logProbability < -1 }
        self.init(text: isNoise ? "" : text, confidence: Segment.confidence(segments))
    }

    private struct Segment {
        var logProbability: Double
        var noSpeech: Double
        var seconds: Double

        init?(_ value: JSONValue) {
            guard let object = value.asObject, let logProbability = object["avg_logprob"]?.asDouble else { return nil }
            // Within what makes sense: the sums stay numbers.
            self.logProbability = min(max(logProbability, -100), 0)
            noSpeech = object["no_speech_prob"]?.asDouble ?? 0
            seconds = min(max(0.01, (object["end"]?.asDouble ?? 1) - (object["start"]?.asDouble ?? 0)), 3600)
        }

        /// The mean probability of a token, over time.
        static func confidence(_ segments: [Segment]) -> Double? {
            let seconds = segments.reduce(0) { $0 + $1.seconds }
            guard seconds > 0 else { return nil }
            let mean = segments.reduce(0) { $0 + $1.logProbability * $1.seconds } / seconds
            return min(max(exp(mean), 0), 1)
        }
    }

    /// The text without what is in brackets, asterisks or notes: servers describe noises so, in words. Anything else
    /// there was said: "(415) 555", "3 * 4 * 5".
    private static func spokenPart(of text: String) -> String {
        var spoken = ""
        var rest = text[...]
        while let character = rest.first {
            rest = rest.dropFirst()
            if let closing = ["[": "]", "(": ")", "*": "*"][character] as Character?,
                let end = rest.prefix(longestDescription).firstIndex(of: closing), isDescription(rest[..<end])
            {
                rest = rest[end...].dropFirst()
            } else if character != "♪" {
                // A control character could do things to a terminal.
                let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
                spoken.append(isControl ? " " : character)
            }
        }
        let words = spoken.singleSpaced
        return words.contains { $0.isLetter || $0.isNumber } ? words : ""
    }

    /// True for words such as "BLANK_AUDIO" and "wind blowing".
    private static func isDescription(_ text: Substring) -> Bool {
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else {
            return false
        }
        return text.allSatisfy { $0.isLetter || $0.isWhitespace || "_-'’.,".contains($0) }
    }
}

/// The deltas of a transcription that is streamed as server-sent events.
struct TranscriptionDeltas {
    private(set) var text = ""
    /// True once the server has said that this is all.
    private(set) var isComplete = false

    /// - Returns: True when the text has changed.
    mutating func take(_ event: ServerSentEvent) -> Bool {
        if event.data == "[DONE]" {
            isComplete = true
            return false
        }
        guard let object = (try? JSONValue(parsing: event.data.utf8))?.asObject else { return false }
        let type = object["type"]?.asText ?? event.name
        if let delta = object["delta"]?.asText {
            // More than anybody says is not worth looking through again and again.
            guard text.utf8.count < TranscriptionAnswer.longestText else { return false }
            text += delta
            return true
        }
        guard let part = object["text"]?.asText else { return false }
        if type.hasSuffix(".done") {
            text = part
            isComplete = true
        } else if text.utf8.count < TranscriptionAnswer.longestText {
            // Servers without deltas send a segment in each event.
            text +=
                (text.isEmpty || text.last?.isWhitespace == true || part.first?.isWhitespace == true ? "" : " ") + part
        }
        return true
    }
}
