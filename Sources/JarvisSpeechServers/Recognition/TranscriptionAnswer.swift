// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the answers of transcription servers into text and confidence. Pure.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// A transcript with its confidence.
struct TranscriptionAnswer: Hashable, Sendable {
    /// The text without annotations such as "[BLANK_AUDIO]"; empty if nothing was said.
    var text: String
    /// 0…1; nil if the server reports none.
    var confidence: Double?

    /// The longest text, in bytes: more than anyone can say in one minute, which is the longest recording.
    static let longestText = 8192
    /// The longest description of a noise, in characters.
    private static let longestDescription = 60

    init(text: String, confidence: Double? = nil) {
        self.text = Self.spokenPart(of: text.beginning(ofBytes: Self.longestText))
        self.confidence = confidence
    }

    /// - Throws: `ServerFailure.Kind.malformed` or `.rejected`, wrapped for `server`.
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
        // Whisper's own rule for discarding text that it made up from noise.
        let isNoise = !segments.isEmpty && segments.allSatisfy { $0.noSpeech > 0.6 && $0.logProbability < -1 }
        self.init(text: isNoise ? "" : text, confidence: Segment.confidence(segments))
    }

    private struct Segment {
        var logProbability: Double
        var noSpeech: Double
        var seconds: Double

        init?(_ value: JSONValue) {
            guard let object = value.asObject, let logProbability = object["avg_logprob"]?.asDouble else { return nil }
            // Clamp the value, so that sums stay finite.
            self.logProbability = min(max(logProbability, -100), 0)
            noSpeech = object["no_speech_prob"]?.asDouble ?? 0
            seconds = min(max(0.01, (object["end"]?.asDouble ?? 1) - (object["start"]?.asDouble ?? 0)), 3600)
        }

        /// The mean token probability, weighted by time.
        static func confidence(_ segments: [Segment]) -> Double? {
            let seconds = segments.reduce(0) { $0 + $1.seconds }
            guard seconds > 0 else { return nil }
            let mean = segments.reduce(0) { $0 + $1.logProbability * $1.seconds } / seconds
            return min(max(exp(mean), 0), 1)
        }
    }

    /// The text without annotations in brackets, asterisks or musical notes, which servers use to describe noises.
    /// Other text in brackets was spoken: "(415) 555", "3 * 4 * 5".
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
                // Remove control characters, which could manipulate a terminal.
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

/// Collects the deltas of a transcription streamed as server-sent events.
struct TranscriptionDeltas {
    private(set) var text = ""
    /// True once the server has marked the text as complete.
    private(set) var isComplete = false

    /// Adds an event of the stream.
    /// - Returns: True if the text has changed.
    mutating func take(_ event: ServerSentEvent) -> Bool {
        if event.data == "[DONE]" {
            isComplete = true
            return false
        }
        guard let object = (try? JSONValue(parsing: event.data.utf8))?.asObject else { return false }
        let type = object["type"]?.asText ?? event.name
        if let delta = object["delta"]?.asText {
            // Text longer than anyone says is not worth parsing again for every event.
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
