// SPDX-License-Identifier: GPL-3.0-or-later
// The reasons why the sound of a file can't be read, as sentences that say what to do.

import JarvisSignal

/// A fault of a sound file, or of what reads it.
enum SoundFailure: Error, Hashable, Sendable {
    case empty
    case noSound
    /// The first bytes belong to no known kind.
    case unknownKind
    case wav(WAVError)
    /// The library for this kind isn't installed.
    case sndfileMissing(SoundKind)
    case gstreamerMissing(SoundKind)
    /// GStreamer is there, but not the part that decodes this file.
    case decoderMissing(SoundKind)
    case damaged(SoundKind, reason: String)
    /// The file ends too early: the seconds of sound in it, and the seconds it announces, if it does.
    case cutShort(after: Double, of: Double?)
    /// The decoder produced nothing for too long.
    case stalled

    /// The advice to install GStreamer's parts, as Debian names them.
    static let gstreamerPackages = "gstreamer1.0-tools, gstreamer1.0-plugins-good and gstreamer1.0-libav"

    /// Says what is wrong with the file and what to do about it.
    func message(_ path: String) -> String {
        switch self {
        case .empty: return "\(path) is empty. Copy or record it again."
        case .noSound: return "\(path) has no sound in it. Record it again."
        case .unknownKind:
            return
                "\(path) isn't a sound file that JARVIS knows. It reads WAV, FLAC, Ogg, Opus, MP3, AIFF and AU and, with "
                + "GStreamer, M4A, AAC, AMR, WMA and WebM. Convert the file to one of these."
        case .wav(.truncated(let announced, let present)):
            return
                "\(path) is cut short: it has \(present) of \(announced) bytes of sound. "
                + "Copy it again, or add --partial to use what there is."
        case .wav(let error): return "\(path): \(error) Record or convert it again."
        case .sndfileMissing(let kind):
            return "\(path): JARVIS reads \(kind.rawValue) with libsndfile. Install libsndfile1."
        case .gstreamerMissing(let kind):
            return "\(path): JARVIS reads \(kind.rawValue) with GStreamer. Install \(Self.gstreamerPackages)."
        case .decoderMissing(let kind):
            return
                "\(path): GStreamer has no decoder for this \(kind.rawValue) file. Install \(Self.gstreamerPackages)."
        case .damaged(let kind, let reason):
            let why = reason.isEmpty ? "" : " (\(reason))"
            return "\(path) is damaged: it can't be read as \(kind.rawValue)\(why). Copy or convert it again."
        case .cutShort(let seconds, let whole):
            let rest = whole.map { " of \(Self.time($0))" } ?? ""
            return
                "\(path) is cut short: it ends after \(Self.time(seconds))\(rest). "
                + "Copy it again, or add --partial to use what there is."
        case .stalled: return "\(path): the decoder stopped responding. Convert the file to WAV."
        }
    }

    /// "1:05", "1:00:05"
    static func time(_ seconds: Double) -> String {
        let all = Int(seconds)
        let (hours, minutes, rest) = (all / 3600, all / 60 % 60, all % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
