// SPDX-License-Identifier: GPL-3.0-or-later
// How voices are presented: their order, their greetings and their costs. Pure.

public import JarvisCore
import JarvisDesktopKit

/// Presents voices for the user to choose from.
public enum VoiceOrder {
    /// Natural voices first; within each kind, in the synthesizer's order, which has English first.
    public static func sorted(_ voices: [Voice]) -> [Voice] {
        voices.filter { $0.kind == .natural } + voices.filter { $0.kind != .natural }
    }

    /// The sentence with which a voice introduces itself.
    public static func greeting(_ voice: Voice) -> String {
        spoken(
            "Hi, I'm %1. This is how I sound.", voice.kind == .natural ? givenName(voice) : voice.name)
    }

    /// The name without what is said about it: "Heart" of "Heart, female, natural".
    private static func givenName(_ voice: Voice) -> String { String(voice.name.prefix { $0 != "," }) }

    /// What the voice costs in speed and memory, in a sentence.
    public static func cost(_ voice: Voice) -> String {
        switch voice.kind {
        case .natural:
            guard let bytes = voice.byteCount else { return natural(voice) }
            return natural(voice) + " " + localized("%1 MB on disk.", String(bytes / 1_000_000))
        case .espeak:
            return localized(
                "Basic voice: instant, but robotic.")
        case .server: return localized("From your server. The text is sent there.")
        }
    }

    private static func natural(_ voice: Voice) -> String {
        let words = localized(
            "Natural voice: sounds human, starts a moment later.")
        return voice.licence.isEmpty ? words : words + " " + localized("Licence: %1.", voice.licence)
    }
}
