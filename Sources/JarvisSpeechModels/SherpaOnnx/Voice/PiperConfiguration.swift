// SPDX-License-Identifier: GPL-3.0-or-later
// The description that comes with a Piper voice (NAME.onnx.json), and what sherpa-onnx asks for in its place. Pure.
// https://github.com/OHF-Voice/piper1-gpl

import JarvisPlatform

/// What a Piper voice says of itself.
public struct PiperConfiguration: Hashable, Sendable {
    /// Why a description cannot be used, as the end of a sentence.
    public struct Fault: Error, Hashable {
        public var reason: String
    }

    public var sampleRateHertz: Int
    /// The voice of espeak-ng that it was trained with.
    public var phonemeVoice: String
    /// BCP 47 tag.
    public var language: String
    public var languageName: String
    /// The name of the recordings, for example "joe"; empty when it is not told.
    public var dataset: String
    public var speakerCount: Int
    public var tokens: PhonemeTokens

    /// - Parameter json: The content of the file.
    public init(json: some Sequence<UInt8>) throws(Fault) {
        guard let object = (try? JSONValue(parsing: json))?.asObject else {
            throw Fault(reason: "its description is not JSON")
        }
        let kind = object["phoneme_type"]?.asText ?? "espeak"
        guard kind == "espeak" else { throw Fault(reason: "it reads \(kind) in place of phonemes") }
        let rate = object["audio"]?.asObject?["sample_rate"]?.asInteger ?? 0
        guard VoiceDescription.rates.contains(Int(clamping: rate)) else {
            throw Fault(reason: "its description names no sample rate")
        }
        guard let map = object["phoneme_id_map"]?.asObject else {
            throw Fault(reason: "its description has no phonemes")
        }
        var numbers: [Unicode.Scalar: Int] = [:]
        for member in map.members {
            // Several characters stand for no phoneme of espeak-ng.
            guard let scalar = member.key.unicodeScalars.first, member.key.unicodeScalars.count == 1 else { continue }
            guard let number = member.value.asArray?.first?.asInteger, (0...1_000_000) ~= number else {
                throw Fault(reason: "its phonemes have no numbers")
            }
            numbers[scalar] = Int(number)
        }
        // Padding, beginning and end are added to what is spoken.
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

    /// What sherpa-onnx wants to be told by the model.
    public var metadata: ONNXMetadata {
        ONNXMetadata([
            "model_type": "vits", "comment": "piper", "language": languageName, "voice": phonemeVoice,
            "has_espeak": "1", "n_speakers": String(speakerCount), "sample_rate": String(sampleRateHertz),
        ])
    }

    /// The voice as people are to know it.
    /// - Parameter name: What to call it where the description does not tell.
    public func description(name: String, licence: String) -> VoiceDescription {
        let title = dataset.isEmpty ? name : dataset
        return VoiceDescription(
            name: title.prefix(1).uppercased() + title.dropFirst().replacing("_", with: " "), language: language,
            phonemeVoice: phonemeVoice, licence: licence, sampleRateHertz: sampleRateHertz)
    }
}
