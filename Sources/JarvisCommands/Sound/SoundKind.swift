// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes the kinds of sound files by their first bytes. Names can be wrong, and the beginning decides which library
// gets to see a file: GStreamer would follow the addresses in a playlist. Pure.

/// A kind of sound file.
enum SoundKind: String, CaseIterable, Sendable {
    case wav = "WAV"
    case wave64 = "Wave64"
    case flac = "FLAC"
    case ogg = "Ogg"
    case mp3 = "MP3"
    case aiff = "AIFF"
    case au = "AU"
    case caf = "CAF"
    case mp4 = "M4A"
    case aac = "AAC"
    case amr = "AMR"
    case windowsMedia = "WMA"
    case matroska = "WebM"
    case wavPack = "WavPack"

    /// The bytes needed to recognize a kind.
    static let headBytes = 64

    /// - Parameter head: The first bytes of the file, `headBytes` of them if it has as many.
    init?(_ head: ArraySlice<UInt8>) {
        let bytes = Array(head.prefix(Self.headBytes))
        func has(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        switch true {
        case has("RIFF") && has("WAVE", at: 8), has("RIFX") && has("WAVE", at: 8), has("RF64"), has("BW64"):
            self = .wav
        case has("riff") && bytes.dropFirst(24).starts(with: Array("wave".utf8)): self = .wave64
        case has("fLaC"): self = .flac
        case has("OggS"): self = .ogg
        case has("FORM") && (has("AIFF", at: 8) || has("AIFC", at: 8)): self = .aiff
        case has(".snd"), has("dns."): self = .au
        case has("caff"): self = .caf
        case has("ftyp", at: 4), has("moov", at: 4), has("mdat", at: 4): self = .mp4
        case has("#!AMR"): self = .amr
        case bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]): self = .windowsMedia
        case bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): self = .matroska
        case has("wvpk"): self = .wavPack
        // What follows the tags is nearly always MP3; otherwise GStreamer finds out.
        case has("ID3"): self = .mp3
        default:
            guard let kind = Self.frame(bytes) else { return nil }
            self = kind
        }
    }

    /// The kind of an MPEG frame header: eleven set bits, then a version and a layer, not all of which exist.
    private static func frame(_ bytes: [UInt8]) -> SoundKind? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        // ADTS has the layer 0, which MP3 has not.
        if bytes[1] & 0xF6 == 0xF0 { return (bytes[2] >> 2) & 0x0F < 13 ? .aac : nil }
        let (version, layer) = ((bytes[1] >> 3) & 3, (bytes[1] >> 1) & 3)
        let (bitRate, sampleRate) = (bytes[2] >> 4, (bytes[2] >> 2) & 3)
        return version != 1 && layer != 0 && bitRate != 0 && bitRate != 15 && sampleRate != 3 ? .mp3 : nil
    }

    /// Whether libsndfile reads files of this kind.
    var isReadBySndfile: Bool {
        switch self {
        case .wav, .wave64, .flac, .ogg, .mp3, .aiff, .au, .caf: true
        case .mp4, .aac, .amr, .windowsMedia, .matroska, .wavPack: false
        }
    }
}
