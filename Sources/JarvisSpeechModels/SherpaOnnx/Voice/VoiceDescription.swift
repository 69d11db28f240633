// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the description in a voice's folder, voice.json.

import JarvisPlatform

/// The description of a voice: its name, language, licence and speaker.
public struct VoiceDescription: Hashable, Sendable {
    /// The file's name in the voice's folder.
    public static let fileName = "voice.json"
    private static let version: Int64 = 1

    /// The name shown to the user, for example "Joe".
    public var name: String
    /// The language as a BCP 47 tag, for example "en-us".
    public var language: String
    /// The espeak-ng voice whose phonemes the model was trained with.
    public var phonemeVoice: String
    /// SPDX identifier or a name; empty when it is not known.
    public var licence: String
    public var sampleRateHertz: Int
    /// The number of the speaker to use, in models with several.
    public var speaker: Int
    /// True for a voice like a woman's; false is not certain.
    public var isFemale: Bool

    public init(
        name: String, language: String, phonemeVoice: String, licence: String, sampleRateHertz: Int, speaker: Int = 0,
        isFemale: Bool = false
    ) {
        self.name = name
        self.language = language
        self.phonemeVoice = phonemeVoice
        self.licence = licence
        self.sampleRateHertz = sampleRateHertz
        self.speaker = speaker
        self.isFemale = isFemale
    }

    /// - Returns: Nil if the bytes are not a description.
    public init?(json: [UInt8]) {
        guard let object = (try? JSONValue(parsing: json))?.asObject,
            let name = object["name"]?.asText.map(PlainText.cell), !name.isEmpty,
            let language = object["language"]?.asText.map(PlainText.cell),
            let rate = object["sampleRateHertz"]?.asInteger, Self.rates.contains(Int(clamping: rate))
        else { return nil }
        self.init(
            name: name, language: language, phonemeVoice: object["phonemeVoice"]?.asText ?? language,
            licence: object["licence"]?.asText.map(PlainText.cell) ?? "", sampleRateHertz: Int(rate),
            speaker: max(0, Int(clamping: object["speaker"]?.asInteger ?? 0)),
            isFemale: object["female"]?.asFlag ?? false)
    }

    static let rates = 8_000...48_000

    /// The description as written to the file.
    public var json: [UInt8] {
        var object: JSONObject = [
            "version": .integer(Self.version), "name": .text(name), "language": .text(language),
            "phonemeVoice": .text(phonemeVoice), "licence": .text(licence),
            "sampleRateHertz": .integer(Int64(sampleRateHertz)), "speaker": .integer(Int64(speaker)),
        ]
        if isFemale { object["female"] = .flag(true) }
        return JSONValue.object(object).indentedBytes
    }
}
