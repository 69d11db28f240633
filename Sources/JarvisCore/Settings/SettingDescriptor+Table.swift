// SPDX-License-Identifier: GPL-3.0-or-later
// The settings themselves.

extension SettingDescriptor {
    /// Every setting, in the order in which they are listed.
    public static let all: [SettingDescriptor] = [
        text("voice.name", "Voice that speaks, as listed by \"jarvis voices\"", \.voice),
        number("voice.speed", "Speaking rate as a factor", Prosody.speedRange, \.speed),
        number("voice.pitch", "Pitch in semitones", Prosody.pitchRange, \.pitch),
        number("voice.volume", "Loudness of speech", 0...1, \.volume),
        SettingDescriptor(
            key: "detection.mode", summary: "When the microphone listens",
            domain: .choice(DetectionMode.allCases.map(\.rawValue)),
            get: { .text($0.detectionMode.rawValue) },
            store: { settings, value in
                if case .text(let name) = value, let mode = DetectionMode(rawValue: name) {
                    settings.detectionMode = mode
                }
            }),
        number("detection.sensitivity", "Voice-detection sensitivity in percent", 0...100, \.sensitivity),
        device("audio.input", "Microphone, as listed by \"jarvis devices\"", \.inputDevice),
        device("audio.output", "Speakers, as listed by \"jarvis devices\"", \.outputDevice),
        flag("conversation.speaks-replies", "Speak replies aloud", \.speaksReplies),
        number("appearance.particles", "Particles behind the visualizer", 0...500, \.particleCount),
        number("appearance.animation-speed", "Animation speed as a factor", 0.5...2, \.animationSpeed),
        text("user.name", "What JARVIS calls you", \.userName),
    ]

    /// The setting with this key.
    public static func named(_ key: String) -> SettingDescriptor? {
        all.first { $0.key == key }
    }

    private static func number(
        _ key: String, _ summary: String, _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Double> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .number(range), get: { .number($0[keyPath: path]) },
            store: { settings, value in
                if case .number(let number) = value { settings[keyPath: path] = number }
            })
    }

    private static func flag(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .flag, get: { .flag($0[keyPath: path]) },
            store: { settings, value in
                if case .flag(let flag) = value { settings[keyPath: path] = flag }
            })
    }

    private static func text(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, String> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .text(orDefault: false), get: { .text($0[keyPath: path]) },
            store: { settings, value in
                if case .text(let text) = value { settings[keyPath: path] = text }
            })
    }

    private static func device(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, String?> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .text(orDefault: true),
            get: { .text($0[keyPath: path] ?? "default") },
            store: { settings, value in
                guard case .text(let name) = value else { return }
                settings[keyPath: path] = name.isEmpty || name == "default" ? nil : name
            })
    }
}
