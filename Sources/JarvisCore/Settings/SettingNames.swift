// SPDX-License-Identifier: GPL-3.0-or-later
// What people call the settings and their values besides the words in the table, so that spoken and typed requests can
// name them. English, like the titles in the table.

/// A wanted change of a setting, or a question about it.
public enum SettingWish: Hashable, Sendable {
    case on, off, more, less, reset, ask
    /// One of the setting's choices, by its name in the settings file.
    case choice(String)
}

/// What a number counts, for replies.
public enum SettingUnit: Sendable {
    case percent, times, degrees, minutes, semitones, hour, pieces
}

/// The names of a setting, of its values and of changes to it.
public struct SettingNames: Sendable {
    /// Names that mean the same as the title.
    public var names: [String] = []
    /// What the setting changes the size of. Only words such as "bigger" show that the setting is meant: "the text".
    public var things: [String] = []
    /// Names of the opposite: "animations" are on while reduced motion is off.
    public var opposites: [String] = []
    /// False if the title is too common a word to mean the setting by itself, such as "weather".
    public var hasTitle = true
    /// The names of the choices, by their names in the settings file; the first is how replies say it.
    public var choices: [String: [String]] = [:]
    /// Adjectives and adverbs for more and less of it: "bigger".
    public var more: [String] = []
    public var less: [String] = []
    /// Whole requests that need no other words.
    public var said: [SettingWish: [String]] = [:]
    /// What replies call it, if the title is an order: "Recording what you say"; nil for the title.
    public var subject: String?
    /// What a number counts; nil if its range says so.
    public var unit: SettingUnit?

    public static let none = SettingNames()
}

extension SettingDescriptor {
    /// What people call this setting.
    public var spoken: SettingNames { SettingNames.table[key] ?? .none }

    /// What the setting's number counts; nil for other kinds of settings.
    public var unit: SettingUnit? {
        guard case .number(let range) = domain else { return nil }
        if let unit = spoken.unit { return unit }
        return range.upperBound == 100 || range.upperBound == 1 ? .percent : range.upperBound <= 2 ? .times : .pieces
    }

    /// Every name of the setting in lower case, the title first, if it counts as one.
    public var allNames: [String] {
        let title = text.title.lowercased()
        // The title is a name only with a word that says what it is.
        return (spoken.hasTitle ? [title] : [title + " setting"]) + spoken.names
    }

    /// The choices with how replies say each, in the order of the table; empty for other kinds of settings.
    public var choices: [(value: String, names: [String])] {
        guard case .choice(let values) = domain else { return [] }
        return values.map { value in
            let plain = value.split(separator: "-").joined(separator: " ")
            let names = spoken.choices[value] ?? []
            return (value, names.contains(plain) ? names : names + [plain])
        }
    }

    /// True if the setting has the choices on and off.
    public var isSwitch: Bool {
        switch domain {
        case .flag: true
        case .choice(let values): values.contains("on") && values.contains("off")
        default: false
        }
    }
}

extension SettingNames {
    /// By key. A test compares the keys and the choices with the table of settings.
    static let table: [String: SettingNames] = voice.merging(listening) { $1 }
        .merging(conversation) { $1 }.merging(appearance) { $1 }.merging(privacy) { $1 }.merging(background) { $1 }

    private static let voice: [String: SettingNames] = [
        "voice.name": SettingNames(
            names: ["speaking voice"], hasTitle: false,
            said: [
                .ask: [
                    "what voice are you using", "which voice are you using", "what voice do you use",
                    "which voice do you use", "which voice is set", "what voice is set", "what is your voice",
                    "what is your voice set to",
                ]
            ]),
        "voice.languages": SettingNames(names: ["voices of other languages"]),
        "voice.speed": SettingNames(
            names: ["speaking speed", "speech speed", "talking speed", "speaking rate", "speech rate"],
            more: ["faster", "quicker"], less: ["slower"],
            said: [.ask: ["how fast do you speak", "how fast do you talk", "how fast are you speaking"]]),
        "voice.pitch": SettingNames(
            names: ["pitch of your voice", "voice pitch"], more: ["brighter"], less: ["deeper"],
            said: [.ask: ["how high do you speak", "how deep do you speak"]], unit: .semitones),
        "voice.volume": SettingNames(
            names: ["speaking volume", "voice volume", "volume of your voice"], hasTitle: false,
            more: ["louder"], less: ["quieter", "softer"],
            said: [.ask: ["what is your volume", "how loud do you speak", "what is your volume set to"]]),
        "conversation.speaks-replies": SettingNames(
            names: ["spoken replies", "spoken answers"],
            said: [
                .on: [
                    "speak your replies", "read replies aloud", "read your replies aloud", "read your answers aloud",
                    "speak your answers", "answer aloud", "answer out loud",
                ],
                .off: [
                    "stop speaking replies", "stop speaking your replies", "only show your replies",
                    "only show replies", "stop reading replies aloud", "stop reading your answers aloud",
                ],
                .ask: ["do you speak replies", "do you speak your replies"],
            ], subject: "Speaking replies"),
        "audio.output": SettingNames(
            names: ["output device"], hasTitle: false,
            said: [
                .ask: [
                    "which speakers are you using", "what speakers are you using", "which speakers do you use",
                    "where do you answer",
                ], .reset: ["reset the speakers", "use the default speakers", "reset your speakers"],
            ]),
    ]

    private static let listening: [String: SettingNames] = [
        "detection.mode": SettingNames(
            names: ["listening mode"],
            choices: [
                "disabled": ["microphone button only", "button only", "the microphone button only", "off"],
                "push-to-talk": ["push to talk", "tap to talk"],
                "auto": ["automatic", "automatically", "hands free"],
                "auto-hold": ["automatic, hold to keep open", "automatic with hold", "automatic and hold"],
            ],
            said: [
                .choice("push-to-talk"): [
                    "use push to talk", "switch to push to talk", "turn on push to talk", "turn push to talk on",
                    "enable push to talk", "push to talk on", "push to talk please", "i want push to talk",
                    "change to push to talk", "push to talk mode", "switch on push to talk", "activate push to talk",
                    "use push to talk mode", "switch to push to talk mode",
                ],
                .choice("auto"): [
                    "switch to automatic detection", "use automatic detection", "turn on automatic detection",
                    "automatic detection", "detect my voice automatically", "use hands free mode",
                    "switch to hands free mode",
                ],
                .ask: [
                    "is push to talk on", "is push to talk enabled", "are you in push to talk mode",
                    "is automatic detection on", "is push to talk active", "do you use push to talk",
                ],
            ]),
        "detection.sensitivity": SettingNames(
            names: ["microphone sensitivity", "voice sensitivity", "sensitivity of the microphone"],
            said: [
                .more: ["be more sensitive", "more sensitive", "make the microphone more sensitive"],
                .less: ["be less sensitive", "less sensitive", "make the microphone less sensitive"],
                .ask: ["how sensitive is the microphone", "how sensitive are you"],
            ]),
        "detection.patience": SettingNames(
            choices: ["relaxed": ["relaxed"], "normal": ["normal"], "quick": ["quick"]],
            said: [
                .more: ["be more patient", "be more patient with me", "wait longer before you answer"],
                .less: ["be less patient", "wait less before you answer"],
                .ask: ["how patient are you", "how long do you wait before you answer"],
            ]),
        "audio.input": SettingNames(
            names: ["input device"], hasTitle: false,
            said: [
                .ask: [
                    "which microphone are you using", "what microphone are you using", "which microphone is set",
                    "what microphone is set", "which microphone do you use", "where do you hear me",
                ], .reset: ["use the default microphone"],
            ]),
        "audio.echo-cancellation": SettingNames(
            names: ["echo canceller", "echo canceler", "echo canceling", "echo cancelling"]),
        "audio.noise-suppression": SettingNames(names: ["noise reduction", "noise cancellation", "noise filter"]),
        "audio.gain-control": SettingNames(
            names: ["automatic gain control", "auto gain", "gain control"]),
        "wake.required": SettingNames(
            names: ["waiting for the wake word"],
            said: [
                .on: ["wait for the wake word", "wait for your name", "require the wake word"],
                .off: [
                    "stop waiting for the wake word", "do not wait for the wake word", "stop waiting for your name",
                    "listen without the wake word",
                ],
                .ask: ["do you wait for the wake word", "do i need the wake word", "do i have to say the wake word"],
            ], subject: "Waiting for the wake word"),
        "wake.phrase": SettingNames(
            names: ["wake phrase", "hot word", "activation word", "wakeword"],
            said: [.ask: ["what do you listen for", "which word wakes you"]]),
        "wake.sensitivity": SettingNames(names: ["sensitivity of the wake word", "wake word sensitivity"]),
    ]

    private static let conversation: [String: SettingNames] = [
        "user.name": SettingNames(
            hasTitle: false, said: [.ask: ["what is my name set to", "which name have i set"]]),
        "conversation.talk-filter": SettingNames(
            names: ["talk filter", "answers"],
            choices: [
                "off": ["everything", "all talk"], "balanced": ["requests and questions"],
                "strict": ["clear requests only", "clear requests"],
            ], subject: "The talk filter"),
        "conversation.interruption": SettingNames(
            names: ["interruptions", "barge in"],
            said: [
                .on: ["let me interrupt you", "allow interruptions", "stop talking when i speak"],
                .off: ["do not let me interrupt you", "keep talking when i speak"],
                .ask: ["can i interrupt you", "may i interrupt you"],
            ]),
        "conversation.fillers": SettingNames(names: ["fillers"], said: [.off: ["no fillers"]]),
        "audio.other-players": SettingNames(
            names: ["ducking"],
            choices: [
                "unchanged": ["keep playing"], "softer": ["lower volume", "lower", "quieter"],
                "muted": ["mute", "silent"],
            ]),
        "recognition.vocabulary": SettingNames(names: ["my words", "vocabulary", "list of words"]),
        "recognition.engine": SettingNames(
            names: ["recognition engine", "speech to text", "recognizer", "recogniser", "speech recognition engine"],
            choices: engines),
        "recognition.offline-model": SettingNames(names: ["offline model"]),
        "recognition.address": SettingNames(names: ["recognition server", "address of the recognition server"]),
        "recognition.language": SettingNames(names: ["speech recognition language"]),
        "synthesis.engine": SettingNames(
            names: ["synthesis engine", "text to speech", "speech engine"],
            choices: engines.filter { $0.key != "whisper-server" }.merging([
                "piper": ["piper on this computer", "piper"]
            ]) { $1 }),
        "synthesis.address": SettingNames(names: ["synthesis server", "address of the synthesis server"]),
        "servers.plain-keys": SettingNames(
            names: ["keys without encryption", "servers that get keys without encryption"],
            subject: "Allowing keys over http"),
    ]

    private static let engines = [
        "embedded": ["on this computer", "this computer", "built in", "the built in one"],
        "openai": ["openai compatible server", "openai server", "openai"],
        "whisper-server": ["whisper.cpp server", "whisper server", "whisper"],
        "wyoming": ["wyoming server"],
    ]

    private static let appearance: [String: SettingNames] = [
        "appearance.theme": SettingNames(
            names: ["color theme", "colour theme"],
            choices: ["auto": ["automatic"], "dark": ["dark"], "light": ["light"], "custom": ["custom"]],
            said: [
                .ask: [
                    "what theme are you using", "which theme are you using", "which theme is set", "what theme is set",
                ]
            ]),
        "appearance.accent": SettingNames(
            names: ["accent", "accent color", "accent colour", "main color", "first accent color"]),
        "appearance.warm-accent": SettingNames(
            names: ["second accent color", "second accent colour", "warm accent", "warm color"]),
        "appearance.deep-accent": SettingNames(
            names: ["third accent color", "third accent colour", "deep accent", "deep color"]),
        "appearance.color-vision": SettingNames(
            names: ["color vision", "color blindness", "colour blindness"],
            choices: [
                "typical": ["typical", "normal"], "protanopia": ["protanopia", "no red", "red blind"],
                "deuteranopia": ["deuteranopia", "no green", "green blind"],
                "tritanopia": ["tritanopia", "no blue", "blue blind"],
            ]),
        "appearance.reduced-motion": SettingNames(
            opposites: ["animations", "motion"], choices: following,
            said: [
                .on: [
                    "reduce motion", "stop the animations", "no animations", "no more animations",
                    "stop moving things", "without animations", "fewer animations",
                ],
                .off: ["allow animations", "animate things"],
            ]),
        "appearance.high-contrast": SettingNames(
            names: ["high contrast mode", "strong contrast"], choices: following,
            said: [.on: ["increase the contrast", "more contrast"]]),
        "appearance.text-scale": SettingNames(
            names: ["font size", "letter size", "size of the text", "size of the letters"],
            things: ["text", "letters", "font", "writing", "print", "your text"],
            more: ["bigger", "larger"], less: ["smaller", "tinier"],
            said: [
                .ask: ["how big is the text", "how large is the text", "how small is the text"]
            ]),
        "appearance.reduced-transparency": SettingNames(
            opposites: ["transparency", "glass", "glass effect"],
            said: [.on: ["reduce transparency", "reduce the transparency", "no transparency"]]),
        "appearance.ambient-light": SettingNames(
            names: ["following the room's light", "ambient light", "follow the light of the room"],
            said: [
                .on: ["follow the room's light", "follow the light in the room"],
                .off: ["stop following the room's light", "do not follow the room's light"],
                .ask: ["do you follow the room's light"],
            ], subject: "Following the room's light"),
        "appearance.sounds": SettingNames(
            names: ["event sounds", "your sounds", "sound effects", "beeps", "the beeps"],
            choices: [
                "off": ["off", "none", "silent"], "few": ["listening and errors", "a few"],
                "all": ["all events", "everything", "every event"],
            ],
            said: [
                .off: ["stop beeping", "no beeps", "no sounds please"],
                .ask: ["which sounds are on", "which sounds do you make"],
            ]),
        "appearance.vibration": SettingNames(
            names: ["haptics", "vibrations"],
            said: [.off: ["stop vibrating", "do not vibrate"], .ask: ["do you vibrate"]]),
        "appearance.particles": SettingNames(
            names: ["number of particles"], less: ["fewer"],
            said: [.ask: ["how many particles are there", "how many particles do you show"]]),
        "appearance.animation-speed": SettingNames(
            names: ["speed of the animations", "speed of animations", "animations speed"],
            more: ["faster", "quicker"], less: ["slower"],
            said: [
                .more: ["faster animations", "make the animations faster", "quicker animations"],
                .less: ["slower animations", "make the animations slower"],
            ]),
        "appearance.zoom": SettingNames(
            names: ["visualiser size", "size of the visualizer", "size of the face", "face size"],
            things: ["visualizer", "visualiser", "face", "orb", "your face"],
            more: ["bigger", "larger"], less: ["smaller", "tinier"]),
        "appearance.hue": SettingNames(
            names: ["hue", "hue of the visualizer", "visualiser hue", "hue of the face"], unit: .degrees),
    ]

    private static let following = [
        "desktop": ["follow the system", "follow system", "the desktop's", "system", "automatic"]
    ]

    private static let privacy: [String: SettingNames] = [
        "history.retention": SettingNames(
            names: ["message retention", "retention of messages"],
            choices: [
                "forever": ["forever", "for ever", "always"], "1": ["1 day", "one day", "a day"],
                "7": ["1 week", "7 days", "seven days", "one week", "a week"],
                "30": ["1 month", "30 days", "thirty days", "one month", "a month"],
                "90": ["3 months", "90 days", "ninety days", "three months"],
                "365": ["1 year", "365 days", "one year", "a year", "twelve months"],
            ],
            said: [
                .ask: [
                    "how long do you keep messages", "how long are messages kept", "how long do you keep my messages",
                ]
            ], subject: "Message retention"),
        "history.session-only": SettingNames(
            names: ["incognito", "incognito mode", "private mode", "session only"],
            said: [
                .on: ["remember this session only", "save nothing", "do not save anything"],
                .ask: ["are you in private mode", "do you save our conversation"],
            ]),
        "recording.utterances": SettingNames(
            names: ["recording of what i say", "recording what i say", "recording my voice"],
            said: [
                .on: ["record what i say", "keep recordings of what i say"],
                .off: ["stop recording what i say", "do not record what i say", "stop recording me"],
                .ask: ["do you record what i say", "are you recording what i say", "do you record me"],
            ], subject: "Recording what you say"),
        "recording.retention": SettingNames(
            names: ["retention of recordings"],
            choices: [
                "7": ["7 days", "a week", "one week", "seven days", "1 week"],
                "14": ["14 days", "two weeks", "fourteen days", "2 weeks"],
                "30": ["30 days", "a month", "thirty days", "one month"],
            ],
            said: [.ask: ["how long do you keep recordings", "how long are recordings kept"]],
            subject: "Recording retention"),
        "privacy.history-lock": SettingNames(
            names: ["history lock", "lock of the history"],
            said: [
                .on: ["lock the history", "lock my history", "lock your history"],
                .off: ["unlock the history for good", "stop locking the history"],
                .ask: ["is the history locked", "is my history locked"],
            ], subject: "The history lock"),
        "privacy.unlock-minutes": SettingNames(
            names: ["lock timeout", "history lock timeout"],
            said: [.ask: ["how long does the history stay open"]], subject: "The history lock timeout",
            unit: .minutes),
        "privacy.statistics": SettingNames(
            names: ["statistics"],
            said: [
                .on: ["keep statistics"],
                .off: ["stop keeping statistics", "keep no statistics", "do not keep statistics"],
                .ask: ["do you keep statistics"],
            ], subject: "Keeping statistics"),
        "online.weather": SettingNames(
            names: ["weather service", "online weather"], hasTitle: false, choices: consent),
        "online.place": SettingNames(
            names: ["my place", "weather place"], hasTitle: false,
            said: [.ask: ["what is my place", "which place have i set", "what is my place set to"]]),
        "online.encyclopedia": SettingNames(
            names: ["encyclopedia", "encyclopaedia service", "encyclopedia service", "wikipedia service"],
            choices: consent),
        "online.encyclopedia-address": SettingNames(names: ["encyclopedia server", "wiki server"]),
        "online.translation": SettingNames(names: ["translation service", "online translation"], choices: consent),
        "online.news": SettingNames(names: ["news service", "online news"], hasTitle: false, choices: consent),
        "online.feeds": SettingNames(names: ["feeds", "news sources"]),
    ]

    private static let consent = ["ask": ["ask first", "ask me first", "ask me"]]

    private static let background: [String: SettingNames] = [
        "reminders.background": SettingNames(
            names: ["ringing in the background", "background ringing"],
            said: [
                .on: ["ring in the background"],
                .off: ["stop ringing in the background", "do not ring in the background"],
                .ask: ["do you ring in the background"],
            ], subject: "Ringing in the background"),
        "calls.incoming": SettingNames(
            names: ["incoming calls", "calls from", "calls from you", "ringing as a call"],
            said: [
                .on: ["call me when something is due", "ring as a call"],
                .off: ["announce reminders instead of calling", "stop ringing as a call"],
            ]),
        "background.wake-word": SettingNames(
            names: ["background wake word"],
            said: [
                .on: ["listen for the wake word in the background"],
                .off: ["stop listening for the wake word in the background"],
                .ask: ["do you listen for the wake word in the background", "do you listen in the background"],
            ]),
        "background.locked": SettingNames(
            names: ["listening while locked"],
            said: [
                .on: ["listen while locked", "listen while the screen is locked", "keep listening while locked"],
                .off: [
                    "stop listening while locked", "stop listening while the screen is locked",
                    "do not listen while locked",
                ],
                .ask: ["do you listen while locked", "do you listen while the screen is locked"],
            ], subject: "Listening while locked"),
        "background.programs": SettingNames(
            names: ["other programs", "access for other programs"],
            said: [.ask: ["may other programs use you", "can other programs use you"]],
            subject: "Access for other apps"),
        "background.key": SettingNames(names: ["talk key", "global shortcut"]),
        "background.tray": SettingNames(
            names: ["your tray icon", "icon in the tray"],
            said: [
                .on: ["show the tray icon", "show your tray icon", "show the icon in the tray"],
                .off: ["hide the tray icon", "hide your tray icon", "hide the icon in the tray"],
            ]),
        "notes.daily-prompt": SettingNames(
            names: ["daily question", "question of the day", "prompt of the day", "daily prompts"]),
        "notes.prompt-hour": SettingNames(
            names: [
                "hour of the daily prompt", "hour of the prompt", "prompt hour", "time of the prompt",
                "time of the daily prompt",
            ],
            said: [.ask: ["when does the daily prompt come"]], subject: "The hour of the daily prompt", unit: .hour),
        "notes.show-line": SettingNames(
            names: ["showing the last note", "line of the last note"], subject: "Showing the last note"),
        "calendar.files": SettingNames(
            said: [
                .ask: [
                    "which calendar files do you use", "which calendars do you use", "which calendar files do you read",
                ]
            ]),
        "calendar.folder": SettingNames(
            names: ["calendar folder", "folder for new appointments", "calendar for new appointments"],
            said: [.ask: ["which calendar do you write to", "where do you put new appointments"]],
            subject: "The calendar folder"),
    ]
}
