// SPDX-License-Identifier: GPL-3.0-or-later
// What is unexpected about a server's answer. The cases carry values, so each can be explained in any language.

/// What is unexpected about an answer.
public enum UnexpectedAnswer: Hashable, Sendable {
    /// An HTML page.
    case webPage
    /// A media type other than `wanted`, which is a proper name such as "JSON".
    case mediaType(String, wanted: String)
    case notJSON
    /// `reason` is the parser's message.
    case lineNotJSON(reason: String)
    /// The answer has no text where the transcript should be.
    case noText
    case noVoices
    case noRecognition
    case noSound
    case tooMuchSound(seconds: Int, letterCount: Int)
    case compressedSound
    case notPCM
    case sampleRate(hertz: Int)
    case damagedWAV
    /// The answer contains a different part of the file than requested.
    case otherPart
    /// The answer has more data than the whole file, which is this long.
    case longerThanFile(byteCount: Int)
    case endlessLine
    case notAnEvent
    /// A length field has an impossible value; carries the field's name.
    case impossibleLength(field: String)
    /// A library's own message.
    case reported(String)
}

extension UnexpectedAnswer {
    /// One sentence about the server that answered.
    func sentence(_ server: String, for reader: FailureReader) -> String {
        switch self {
        case .webPage: reader.say("%1 sent a web page.", server)
        case .mediaType(let type, let wanted): reader.say("%1 sent %2 instead of %3.", server, type, wanted)
        case .notJSON: reader.say("%1 sent an answer that isn't a JSON object.", server)
        case .lineNotJSON(let reason): reader.say("%1 sent a line that isn't JSON (%2).", server, reason)
        case .noText: reader.say("%1 sent an answer without text.", server)
        case .noVoices: reader.say("%1 has no voices.", server)
        case .noRecognition: reader.say("%1 doesn't recognize speech.", server)
        case .noSound: reader.say("%1 sent no sound.", server)
        case .tooMuchSound(let seconds, let letters):
            reader.say("%1 sent %2 s of sound for %3 letters.", server, String(seconds), String(letters))
        case .compressedSound: reader.say("%1 sent compressed sound instead of PCM.", server)
        case .notPCM: reader.say("%1 sent sound that isn't 16-bit PCM.", server)
        case .sampleRate(let hertz):
            reader.say("%1 sent sound at %2 Hz, which can't be played.", server, String(hertz))
        case .damagedWAV: reader.say("%1 sent a damaged WAV file.", server)
        case .otherPart: reader.say("%1 sent the wrong part of the file.", server)
        case .longerThanFile(let count):
            reader.say("%1 sent more than the file's %2 bytes.", server, String(count))
        case .endlessLine: reader.say("%1 sent an endless line.", server)
        case .notAnEvent: reader.say("%1 sent a line that isn't an event.", server)
        case .impossibleLength(let field): reader.say("%1 sent an impossible value for %2.", server, field)
        case .reported(let words): reader.say("%1 sent an unexpected answer (%2).", server, words)
        }
    }
}
