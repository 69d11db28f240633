// SPDX-License-Identifier: GPL-3.0-or-later
// Settings on the Privacy and Desktop pages: what is stored, what may leave the computer, and how JARVIS works with
// other programs.

extension SettingDescriptor {
    static let privacy = kept + shown + online

    private static let kept: [SettingDescriptor] = [
        choice(
            "history.retention", .privacy,
            SettingText(
                "Keep messages", "Older messages are deleted from this computer",
                "delete history, retention, how long, forget me"),
            \.history.retention),
        flag(
            "history.session-only", .privacy,
            SettingText(
                "This session only", "Nothing is saved; the conversation is forgotten when you quit",
                "incognito, private mode, do not save, no history"),
            \.history.isSessionOnly),
        flag(
            "recording.utterances", .privacy,
            SettingText(
                "Record what I say", "Each utterance is kept as a WAV file on this computer",
                "recordings, save audio, wav files"),
            \.speech.recordsUtterances),
        choice(
            "recording.retention", .privacy,
            SettingText(
                "Keep recordings", "Older ones are deleted", "delete recordings, retention of audio, how long"),
            \.speech.recordingRetention),
    ]

    private static let shown: [SettingDescriptor] = [
        flag(
            "privacy.history-lock", .privacy,
            SettingText(
                "Lock the history", "Your desktop asks who you are before anything that was said is shown",
                "password, fingerprint, protect conversation, hide history, authentication"),
            \.history.isLocked),
        number(
            "privacy.unlock-minutes", .privacy,
            SettingText(
                "Lock again after", "How long the history stays open, in minutes",
                "lock timeout, minutes, close history"),
            1...60, \.history.unlockMinutes),
        flag(
            "privacy.statistics", .privacy,
            SettingText(
                "Keep statistics",
                "How often you ask, aloud or in the window, and how soon JARVIS answers, day by day, on this computer only",
                "usage, telemetry, counts, figures, how many questions"),
            \.history.keepsStatistics),
    ]

    private static let online: [SettingDescriptor] = [
        choice(
            "online.weather", .privacy,
            SettingText(
                "Weather", "Sends the place to Open-Meteo or a server of yours", "forecast, internet, rain, temperature"
            ),
            \.online.weather),
        line(
            "online.place", .privacy,
            SettingText("Your place", "Where you want to know the weather", "location, city, town, home"),
            \.online.place),
        line(
            "online.weather-address", .privacy,
            SettingText(
                "Weather server", "Address of a server with Open-Meteo's interface; empty for Open-Meteo",
                "own weather server, open-meteo, forecast url"),
            \.online.weatherAddress, .webPages(1)),
        choice(
            "online.encyclopedia", .privacy,
            SettingText(
                "Encyclopaedia", "Sends what you look up to Wikipedia or your server",
                "encyclopedia, look up, who is, internet"),
            \.online.encyclopedia),
        line(
            "online.encyclopedia-address", .privacy,
            SettingText(
                "Encyclopaedia server", "Address of a wiki; empty for the English Wikipedia",
                "wiki address, other language wikipedia, encyclopedia url"),
            \.online.encyclopediaAddress, .webPages(1)),
        choice(
            "online.translation", .privacy,
            SettingText(
                "Translation", "Sends what you have translated to the server below", "translate, languages, internet"),
            \.online.translation),
        line(
            "online.translation-address", .privacy,
            SettingText(
                "Translation server", "Address of a LibreTranslate server", "libretranslate, translate url, translator"),
            \.online.translationAddress, .webPages(1)),
        choice(
            "online.news", .privacy,
            SettingText(
                "News", "Fetches the feeds below when you ask for the news", "headlines, internet, newspaper"),
            \.online.news),
        line(
            "online.feeds", .privacy,
            SettingText(
                "News feeds", "Addresses of RSS or Atom feeds, separated by commas", "rss, atom, headlines, subscribe"),
            \.online.feeds, .webPages(OnlineSettings.mostFeeds)),
    ]

    static let desktop: [SettingDescriptor] = [
        flag(
            "reminders.background", .desktop,
            SettingText(
                "Ring in the background",
                "With a timer, alarm or reminder pending, JARVIS goes on when its window is closed",
                "alarm without window, keep running, close the window, missed timer"),
            \.ringsInBackground),
        flag(
            "calls.incoming", .desktop,
            SettingText(
                "Calls from JARVIS",
                "A due alarm or reminder rings as a call that you accept or reject; otherwise it is announced",
                "incoming call, ring, phone, accept, reject, snooze, announce"),
            \.ringsAsCall),
        flag(
            "background.wake-word", .desktop,
            SettingText(
                "Wake word in the background",
                "While JARVIS runs without a window, it waits for the wake word; a notification says so",
                "listen without window, always on, closed window, service"),
            \.listensInBackground),
        flag(
            "background.locked", .desktop,
            SettingText(
                "Listen while locked",
                "The microphone may stay open while the screen is locked or another user is in front",
                "lock screen, other session, screen saver, microphone"),
            \.listensWhileLocked),
        flag(
            "background.programs", .desktop,
            SettingText(
                "Other programs",
                "Programs of the desktop may ask JARVIS, let it speak and let it listen, over D-Bus",
                "d-bus, dbus, scripts, automation, gdbus"),
            \.answersPrograms),
        flag(
            "background.key", .desktop,
            SettingText(
                "Key to talk",
                "JARVIS listens while a key of the desktop is held; your desktop asks which one",
                "global shortcut, hotkey, push to talk, keyboard from anywhere, ptt"),
            \.hasGlobalKey),
        flag(
            "background.tray", .desktop,
            SettingText(
                "Icon in the tray",
                "An icon of the desktop's tray shows what JARVIS does, with a menu to talk, mute and quit",
                "system tray, status notifier, indicator, panel, taskbar, appindicator"),
            \.showsTrayIcon),
        flag(
            "notes.daily-prompt", .desktop,
            SettingText(
                "Daily prompt", "Once a day a notification offers something to talk about in a voice note",
                "journal, diary, writing prompt, question of the day, daily question"),
            \.offersPrompts),
        number(
            "notes.prompt-hour", .desktop,
            SettingText(
                "Hour of the prompt", "When the daily prompt comes, by the hours of the day",
                "time of the question, evening, journal time, when"),
            0...23, \.promptHour),
        flag(
            "notes.show-line", .desktop,
            SettingText(
                "Show the last note",
                "Its line can be read in widgets, in the daily prompt and by “jarvis notes recent”, never on a locked screen",
                "hide notes, redact, summary, preview, private notes"),
            \.showsNoteLine),
        line(
            "calendar.files", .desktop,
            SettingText(
                "Calendar files", "Calendar files (.ics) and folders, separated by commas; empty for the usual places",
                "appointments, ics, agenda, meetings"),
            \.calendarFiles),
    ]
}
