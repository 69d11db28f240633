// SPDX-License-Identifier: GPL-3.0-or-later
// What is unexpected about a server's answer: values, so that each can be said in any language.

/// What is unexpected about an answer.
public enum UnexpectedAnswer: Hashable, Sendable {
    /// A page for people.
    case webPage
    /// Another media type than the one wanted, which is a proper name such as "JSON".
    case mediaType(String, wanted: String)
    case notJSON
    /// `reason` is the parser's.
    case lineNotJSON(reason: String)
    /// No text where a transcript should be.
    case noText
    case noVoices
    case noRecognition
    case noSound
    case tooMuchSound(seconds: Int, letterCount: Int)
    case compressedSound
    case notPCM
    case sampleRate(hertz: Int)
    case damagedWAV
    /// Another part of a file than the one asked for.
    case otherPart
    /// More than the whole file, which has this many bytes.
    case longerThanFile(byteCount: Int)
    case endlessLine
    case notAnEvent
    /// A length that cannot be; the name of its field.
    case impossibleLength(field: String)
    /// A library's own words.
    case reported(String)
}

extension UnexpectedAnswer {
    /// It in a few words, for parentheses.
    func phrase(for reader: FailureReader) -> String {
        switch self {
        case .webPage: reader.say("a web page")
        case .mediaType(let type, let wanted): reader.say("%1 instead of %2", type, wanted)
        case .notJSON: reader.say("no JSON object")
        case .lineNotJSON(let reason): reader.say("a line that is not JSON: %1", reason)
        case .noText: reader.say("no text")
        case .noVoices: reader.say("a server without voices")
        case .noRecognition: reader.say("a server without recognition")
        case .noSound: reader.say("no sound")
        case .tooMuchSound(let seconds, let letters):
            reader.say("%1 s of sound for %2 letters", String(seconds), String(letters))
        case .compressedSound: reader.say("compressed sound instead of PCM")
        case .notPCM: reader.say("sound that is not 16-bit PCM")
        case .sampleRate(let hertz): reader.say("sound at %1 Hz", String(hertz))
        case .damagedWAV: reader.say("a damaged WAV file")
        case .otherPart: reader.say("another part of the file than the one requested")
        case .longerThanFile(let count): reader.say("more than the %1 bytes of the file", String(count))
        case .endlessLine: reader.say("an endless line")
        case .notAnEvent: reader.say("a line that is not an event")
        case .impossibleLength(let field): reader.say("an impossible value of %1", field)
        case .reported(let words): words
        }
    }
}
