// SPDX-License-Identifier: GPL-3.0-or-later
// Voices and how they speak.

/// A voice that a synthesizer offers.
public struct Voice: Hashable, Sendable, Codable, Identifiable {
    /// Its name in settings and on the command line, for example "en-us" or "en-gb+f3".
    public var id: String
    /// Its display name, for example "English (America)".
    public var name: String
    /// BCP 47 tags of its languages, best first.
    public var languages: [String]
    public var kind: Kind
    /// Size on disk in bytes; nil for a voice that shares its data with others.
    public var byteCount: Int?
    /// SPDX identifier or name of the licence; empty if unknown.
    public var licence: String

    /// How a voice produces sound.
    public enum Kind: String, Sendable, Codable {
        /// By espeak-ng's rules: instant, but robotic.
        case espeak
        /// By a neural network.
        case natural
        /// By a server.
        case server
    }

    public init(
        id: String, name: String, languages: [String], kind: Kind = .server, byteCount: Int? = nil, licence: String = ""
    ) {
        self.id = id
        self.name = name
        self.languages = languages
        self.kind = kind
        self.byteCount = byteCount
        self.licence = licence
    }
}

extension Voice {
    /// The voice unless the user has chosen one: the natural voice that comes with JARVIS.
    public static let standard = "en-us/heart"
    /// The espeak-ng voice that stands in for voices that can't speak.
    public static let basic = "en-us"

    /// The voice that is heard with this setting: the standard voice may be missing, which isn't a fault.
    /// - Parameter voices: The installed voices.
    public static func heard(_ setting: String, of voices: [Voice]) -> String {
        setting == standard && !voices.contains { $0.id == standard } ? basic : setting
    }
}

/// How a voice speaks: factors and semitones as heard, whatever scales the engine uses.
public struct Prosody: Hashable, Sendable {
    public static let speedRange: ClosedRange<Double> = 0.5...2.0
    public static let pitchRange: ClosedRange<Double> = -12...12

    /// The voice's identifier.
    public var voice: String
    /// Speaking rate as a multiple of the voice's normal rate, 0.5…2.0.
    public var speed: Double
    /// Semitones above or below the voice's normal pitch, −12…12.
    public var pitch: Double
    /// Loudness 0…1.
    public var volume: Double

    public init(voice: String, speed: Double = 1, pitch: Double = 0, volume: Double = 1) {
        self.voice = voice
        self.speed = min(max(speed, Self.speedRange.lowerBound), Self.speedRange.upperBound)
        self.pitch = min(max(pitch, Self.pitchRange.lowerBound), Self.pitchRange.upperBound)
        self.volume = min(max(volume, 0), 1)
    }
}
