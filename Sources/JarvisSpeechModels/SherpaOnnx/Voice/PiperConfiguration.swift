// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the description of a Piper voice (NAME.onnx.json), and converts it to the form that sherpa-onnx needs. Pure.
// https://github.com/OHF-Voice/piper1-gpl

import JarvisPlatform

/// The description of a Piper voice.
public struct PiperConfiguration: Hashable, Sendable {
    /// The reason why a description is unusable, worded as the end of a sentence.
    public struct Fault: Error, Hashable {
        public var reason: String
    }

    public var sampleRateHertz: Int
    /// The espeak-ng voice that the model was trained with.
    public var phonemeVoice: String
    /// The language as a BCP 47 tag.
    public var language: String
    public var languageName: String
    /// The dataset's name, for example "joe"; empty if the description has none.
    public var dataset: String
    public var speakerCount: Int
    public var tokens: PhonemeTokens

    /// - Parameter json: The content of the file.
    public init(json: some Sequence<UInt8>) throws(Fault) {
        guard let object = (try? JSONValue(parsing: json))?.asObject else {
            throw Fault(reason: "its description isn't JSON")
        }
        let kind = object["phoneme_type"]?.asText ?? "espeak"
        guard kind == "espeak" else { throw Fault(reason: "it reads \(kind) instead of phonemes") }
        let rate = object["audio"]?.asObject?["sample_rate"]?.asInteger ?? 0
        guard VoiceDescription.rates.contains(Int(clamping: rate)) else {
            throw Fault(reason: "its description has no sample rate")
        }
        guard let map = object["phoneme_id_map"]?.asObject else {
            throw Fault(reason: "its description has no phonemes")
        }
        var numbers: [Unicode.Scalar: Int] = [:]
        for member in map.members {
            // Skip these: espeak-ng has no phonemes of several characters.
            guard let scalar = member.key.unicodeScalars.first, member.key.unicodeScalars.count == 1 else { continue }
            guard let number = member.value.asArray?.first?.asInteger, (0...1_000_000) ~= number else {
                throw Fault(reason: "its phonemes have no numbers")
            }
            numbers[scalar] = Int(number)
        }
        // Speech needs the symbols for padding, start and end.
        guard ["_", "^", "$"].allSatisfy({ numbers[$0] != nil }) else {
            throw Fault(reason: "its phonemes lack _, ^ or $")
        }
        tokens = PhonemeTokens(numbers)
        sampleRateHertz = Int(rate)
        let espeak = object["espeak"]?.asObject?["voice"]?.asText ?? ""
        let about = object["language"]?.asObject
        let code = about?["code"]?.asText ?? espeak
        phonemeVoice = espeak.isEmpty ? "en-us" : espeak
        language = code.isEmpty ? phonemeVoice : code.lowercased().replacing("_", with: "-")
        languageName = about?["name_english"]?.asText ?? language
        dataset = object["dataset"]?.asText ?? ""
        speakerCount = max(1, Int(clamping: object["num_speakers"]?.asInteger ?? 1))
    }

    /// The metadata that sherpa-onnx requires in the model.
    public var metadata: ONNXMetadata {
        ONNXMetadata([
            "model_type": "vits", "comment": "piper", "language": languageName, "voice": phonemeVoice,
            "has_espeak": "1", "n_speakers": String(speakerCount), "sample_rate": String(sampleRateHertz),
        ])
    }

    /// The description that JARVIS stores in the voice's folder.
    /// - Parameter name: The name to use if the description has none.
    public func description(name: String, licence: String) -> VoiceDescription {
        let title = dataset.isEmpty ? name : dataset
        return VoiceDescription(
            name: title.prefix(1).uppercased() + title.dropFirst().replacing("_", with: " "), language: language,
            phonemeVoice: phonemeVoice, licence: licence, sampleRateHertz: sampleRateHertz)
    }
}
