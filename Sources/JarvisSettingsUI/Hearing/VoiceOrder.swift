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
        localized("Hello. I am %1, and this is how I sound.", voice.name)
    }

    /// What the voice costs in speed and memory, in a sentence.
    public static func cost(_ voice: Voice) -> String {
        switch voice.kind {
        case .natural:
            guard let bytes = voice.byteCount else { return natural(voice) }
            return natural(voice) + " " + localized("It takes %1 MB of the disk.", String(bytes / 1_000_000))
        case .espeak:
            return localized(
                "Made by rules: it answers at once, needs next to nothing, and sounds like a machine.")
        case .server: return localized("Made by a server of yours: what is spoken is sent there.")
        }
    }

    private static func natural(_ voice: Voice) -> String {
        let words = localized(
            "A natural voice: it sounds like a person, begins a moment later, and takes memory while it speaks.")
        return voice.licence.isEmpty ? words : words + " " + localized("Licence: %1.", voice.licence)
    }
}
