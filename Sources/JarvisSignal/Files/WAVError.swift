// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons why a WAV file can't be read.

/// A WAV file that cannot be decoded.
public enum WAVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes do not start like a RIFF WAVE file.
    case notWAV
    /// The header ends early, or a required chunk is missing; `chunk` names it.
    case missingChunk(String)
    /// The format chunk has impossible values.
    case malformedFormat(reason: String)
    /// A compression or sample width that is not PCM or IEEE float.
    case unsupported(formatTag: UInt16, bitsPerSample: Int)
    /// The data chunk announces more bytes than the file has.
    case truncated(announcedBytes: Int, presentBytes: Int)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notWAV:
            "This isn't a WAV file."
        case .missingChunk(let chunk):
            "The WAV file has no complete “\(chunk)” chunk."
        case .malformedFormat(let reason):
            "The WAV file's format description is wrong: \(reason)."
        case .unsupported(let formatTag, let bits):
            "WAV format \(formatTag) with \(bits) bits per sample isn't supported. Convert the file to PCM."
        case .truncated(let announced, let present):
            "The WAV file is cut short: it has \(present) of \(announced) bytes of sound."
        }
    }
}
