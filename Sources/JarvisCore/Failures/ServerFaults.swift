// SPDX-License-Identifier: GPL-3.0-or-later
// What exactly is wrong with a server's answer, its address or a program in its place: values, so that each can be said
// in any language.

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

/// Why a redirect is not followed.
public enum RedirectRefusal: Hashable, Sendable {
    /// None is followed there.
    case notFollowed
    case notAnAddress
    /// It is not the scheme it should be.
    case otherScheme(expected: String)
    case tooMany
    /// It would carry the request's body to another origin.
    case bodyToAnotherServer
    case intoOwnNetwork
    /// The body has been sent, and is gone.
    case notRepeatable
}

/// Why a program cannot do a server's work.
public enum ProgramFault: Hashable, Sendable {
    case noModel
    case unreadable(path: String)
    /// A description of a model without its sample rate.
    case noSampleRate(path: String)
    case exitStatus(Int)
    case inputRefused
    case tooMuchOutput(limitBytes: Int)
    /// The program's or the system's own words.
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

extension RedirectRefusal {
    /// One sentence about the server that redirects.
    func sentence(_ server: String, _ target: String, for reader: FailureReader) -> String {
        switch self {
        case .notFollowed: reader.say("%1 has moved to %2.", server, target)
        case .notAnAddress: reader.say("%1 redirects to %2, which is not an address.", server, target)
        case .otherScheme(let scheme): reader.say("%1 redirects to %2, which is not %3.", server, target, scheme)
        case .tooMany: reader.say("%1 redirects too many times, at last to %2.", server, target)
        case .bodyToAnotherServer:
            reader.say("%1 redirects to another server, %2, which your data is not sent to.", server, target)
        case .intoOwnNetwork: reader.say("%1 redirects to %2, which is in your own network.", server, target)
        case .notRepeatable: reader.say("%1 redirects to %2, but the request cannot be repeated.", server, target)
        }
    }
}

extension ProgramFault {
    /// What happened and what to do about this program.
    func explained(_ program: String, to reader: FailureReader) -> FailureText {
        let reason: String
        switch self {
        case .noModel:
            return FailureText(
                reader.say("No model is set for %1.", program),
                reader.say("\"jarvis config set synthesis.model FILE.onnx\" sets one."))
        case .unreadable(let path): reason = reader.say("%1 cannot be read", path)
        case .noSampleRate(let path): reason = reader.say("%1 names no sample rate", path)
        case .exitStatus(let status): reason = reader.say("exit status %1", String(status))
        case .inputRefused: reason = reader.say("it takes no more input")
        case .tooMuchOutput(let limit): reason = reader.say("it wrote more than %1 bytes", String(limit))
        case .reported(let words): reason = words
        }
        return FailureText(
            reader.say("The program %1 does not work (%2).", program, reason), reader.say("Check that it is installed.")
        )
    }
}
