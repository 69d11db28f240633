// SPDX-License-Identifier: GPL-3.0-or-later
// The settings themselves.

extension SettingDescriptor {
    /// Every setting, in the order in which they are listed.
    public static let all = conversation + online + speech + appearance

    private static let conversation: [SettingDescriptor] = [
        text("voice.name", "Voice that speaks, as listed by \"jarvis voices\"", \.voice),
        number("voice.speed", "Speaking rate as a factor", Prosody.speedRange, \.speed),
        number("voice.pitch", "Pitch in semitones", Prosody.pitchRange, \.pitch),
        number("voice.volume", "Loudness of speech", 0...1, \.volume),
        choice("detection.mode", "When the microphone listens", \.detectionMode),
        number("detection.sensitivity", "Voice-detection sensitivity in percent", 0...100, \.sensitivity),
        device("audio.input", "Microphone, as listed by \"jarvis devices\"", \.inputDevice),
        device("audio.output", "Speakers, as listed by \"jarvis devices\"", \.outputDevice),
        flag("conversation.speaks-replies", "Speak replies aloud", \.speaksReplies),
        choice("history.retention", "Days that the conversation is kept", \.history.retention),
        flag("history.session-only", "Keep nothing of the conversation on disk", \.history.isSessionOnly),
        flag("reminders.background", "Ring with the window closed", \.ringsInBackground),
        text("calendar.files", "Calendar files (.ics) and folders, separated by commas", \.calendarFiles),
        text("user.name", "What JARVIS calls you", \.userName),
    ]

    private static let online: [SettingDescriptor] = [
        choice("online.weather", "Ask the internet for the weather", \.online.weather),
        choice("online.encyclopedia", "Ask the internet for encyclopaedia articles", \.online.encyclopedia),
        choice("online.translation", "Ask the translation server", \.online.translation),
        choice("online.news", "Fetch the news feeds", \.online.news),
        text("online.place", "Place of the weather", \.online.place),
        text("online.weather-address", "Weather server instead of Open-Meteo", \.online.weatherAddress, .webPages(1)),
        text(
            "online.encyclopedia-address", "Encyclopaedia instead of the English Wikipedia",
            \.online.encyclopediaAddress, .webPages(1)),
        text(
            "online.translation-address", "Address of a LibreTranslate server", \.online.translationAddress,
            .webPages(1)),
        text(
            "online.feeds", "Addresses of news feeds (RSS, Atom), separated by commas", \.online.feeds,
            .webPages(OnlineSettings.mostFeeds)),
    ]

    private static let speech: [SettingDescriptor] = [
        flag("wake.required", "Wait for the wake word before listening", \.speech.requiresWakeWord),
        text("wake.phrase", "Word or phrase that wakes JARVIS", \.speech.wakePhrase, .phrase),
        number("wake.sensitivity", "Wake-word sensitivity in percent", 0...100, \.speech.wakeSensitivity),
        flag("audio.echo-cancellation", "Remove JARVIS's own voice from the microphone", \.speech.cancelsEcho),
        flag("audio.noise-suppression", "Remove noise before listening for speech", \.speech.suppressesNoise),
        flag("audio.gain-control", "Even out quiet and loud speech", \.speech.controlsGain),
        // Keys are in files and scripts of users, so this one keeps the word of earlier versions.
        choice("audio.other-players", "Other audio while JARVIS listens and speaks", \.speech.ducking),
        flag("conversation.interruption", "Speech interrupts JARVIS in automatic modes", \.speech.allowsInterruption),
        choice("conversation.talk-filter", "Talk that is answered in automatic modes", \.speech.talkFilter),
        flag("conversation.fillers", "Say a few words when an answer takes long", \.speech.saysFillers),
        choice("recognition.engine", "Speech-to-text engine", \.speech.recognition),
        text(
            "recognition.offline-model", "Speech model of the embedded engine, as listed by \"jarvis models\"",
            \.speech.recognitionModel),
        text("recognition.address", "Address of the recognition server", \.speech.recognitionServer.address),
        text("recognition.model", "Model of the recognition server", \.speech.recognitionServer.model),
        text(
            "recognition.language", "Language that you speak", \.speech.recognitionLanguage,
            .language),
        text(
            "recognition.vocabulary", "Names and words of your own, separated by commas", \.speech.vocabulary,
            .list(SpeechSettings.mostVocabularyEntries)),
        choice("synthesis.engine", "Text-to-speech engine", \.speech.synthesis),
        text("synthesis.address", "Address of the synthesis server", \.speech.synthesisServer.address),
        text("synthesis.model", "Model of the synthesis server, or Piper's model file", \.speech.synthesisServer.model),
        text("synthesis.voice", "Voice of the synthesis server", \.speech.synthesisServer.voice),
        text(
            NetworkSettings.plainKeyServersKey, "Servers that get their key over plain http, separated by commas",
            \.network.plainKeyServers, .servers(NetworkSettings.mostPlainKeyServers)),
        flag("recording.utterances", "Keep each utterance as a WAV file", \.speech.recordsUtterances),
        choice("recording.retention", "Days that recordings are kept", \.speech.recordingRetention),
    ]

    private static let appearance: [SettingDescriptor] = [
        number("appearance.particles", "Particles behind the visualizer", 0...500, \.particleCount),
        number("appearance.animation-speed", "Animation speed as a factor", 0.5...2, \.animationSpeed),
        choice("appearance.theme", "Where the colours come from", \.appearance.theme),
        color("appearance.accent", "First accent of the custom theme", \.appearance.accent),
        color("appearance.warm-accent", "Second accent of the custom theme", \.appearance.warm),
        color("appearance.deep-accent", "Third accent of the custom theme", \.appearance.deep),
        choice("appearance.color-vision", "Colour vision that status colours are chosen for", \.appearance.colorVision),
        choice("appearance.reduced-motion", "Things fade instead of moving", \.appearance.reducedMotion),
        choice("appearance.high-contrast", "Solid shapes, strong contrast", \.appearance.highContrast),
        flag("appearance.reduced-transparency", "Solid fills instead of glass", \.appearance.reducesTransparency),
        flag("appearance.ambient-light", "Follow the light sensor", \.appearance.followsAmbientLight),
        number("appearance.text-scale", "Text size as a factor", 1...2, \.appearance.textScale),
        number("appearance.zoom", "Size of the visualizer as a factor", 0.5...2, \.appearance.zoom),
        number("appearance.hue", "Shift of the visualizer's hues in degrees", 0...360, \.appearance.hue),
    ]

    /// The setting with this key.
    public static func named(_ key: String) -> SettingDescriptor? {
        all.first { $0.key == key }
    }

    /// The values that a number of the settings may have.
    public static func range(of path: any WritableKeyPath<Settings, Double> & Sendable) -> ClosedRange<Double> {
        let found = all.first { $0.numberPath.map { $0 as AnyKeyPath } == path as AnyKeyPath }
        guard case .number(let range) = found?.domain else { preconditionFailure("Each number is in the table.") }
        return range
    }

    private static func number(
        _ key: String, _ summary: String, _ range: ClosedRange<Double>,
        _ path: any WritableKeyPath<Settings, Double> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .number(range), get: { .number($0[keyPath: path]) },
            store: { settings, value in
                if case .number(let number) = value { settings[keyPath: path] = number }
            }, numberPath: path)
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
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, String> & Sendable,
        _ domain: SettingDescriptor.Domain = .text(orDefault: false)
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: domain, get: { .text($0[keyPath: path]) },
            store: { settings, value in
                if case .text(let text) = value { settings[keyPath: path] = text }
            })
    }

    private static func choice<Choice>(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, Choice> & Sendable
    ) -> SettingDescriptor where Choice: RawRepresentable<String> & CaseIterable & Sendable {
        SettingDescriptor(
            key: key, summary: summary, domain: .choice(Choice.allCases.map(\.rawValue)),
            get: { .text($0[keyPath: path].rawValue) },
            store: { settings, value in
                if case .text(let name) = value, let choice = Choice(rawValue: name) {
                    settings[keyPath: path] = choice
                }
            })
    }

    private static func color(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<Settings, HexColor> & Sendable
    ) -> SettingDescriptor {
        SettingDescriptor(
            key: key, summary: summary, domain: .color, get: { .text($0[keyPath: path].text) },
            store: { settings, value in
                if case .text(let text) = value, let color = HexColor(text: text) { settings[keyPath: path] = color }
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
