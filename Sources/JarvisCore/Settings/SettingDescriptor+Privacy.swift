// SPDX-License-Identifier: GPL-3.0-or-later
// Settings on the Privacy and Desktop pages: what is stored, what may leave the computer, and how JARVIS works with
// other programs.

extension SettingDescriptor {
    static let privacy = kept + shown + online

    private static let kept: [SettingDescriptor] = [
        choice(
            "history.retention", .privacy,
            SettingText(
                "Keep messages", "Delete older messages from this computer",
                "delete history, retention, how long, forget me"),
            \.history.retention),
        flag(
            "history.session-only", .privacy,
            SettingText(
                "This session only", "Save nothing, and forget the conversation when you quit",
                "incognito, private mode, do not save, no history"),
            \.history.isSessionOnly),
        flag(
            "recording.utterances", .privacy,
            SettingText(
                "Record what I say", "Keep what you say as sound files on this computer",
                "recordings, save audio, wav files"),
            \.speech.recordsUtterances),
        choice(
            "recording.retention", .privacy,
            SettingText(
                "Keep recordings", "Delete older recordings", "delete recordings, retention of audio, how long"),
            \.speech.recordingRetention),
    ]

    private static let shown: [SettingDescriptor] = [
        flag(
            "privacy.history-lock", .privacy,
            SettingText(
                "Lock the history", "Ask for your password before showing past conversations",
                "password, fingerprint, protect conversation, hide history, authentication"),
            \.history.isLocked),
        number(
            "privacy.unlock-minutes", .privacy,
            SettingText(
                "Lock again after", "Minutes until the history locks again",
                "lock timeout, minutes, close history"),
            1...60, \.history.unlockMinutes),
        flag(
            "privacy.statistics", .privacy,
            SettingText(
                "Keep statistics",
                "Daily counts of questions and response times. Stored only on this computer",
                "usage, telemetry, counts, figures, how many questions"),
            \.history.keepsStatistics),
    ]

    private static let online: [SettingDescriptor] = [
        choice(
            "online.weather", .privacy,
            SettingText(
                "Weather", "Sends the place name to Open-Meteo", "forecast, internet, rain, temperature"
            ),
            \.online.weather),
        line(
            "online.place", .privacy,
            SettingText("Your place", "Place for the weather", "location, city, town, home"),
            \.online.place),
        line(
            "online.weather-address", .privacy,
            SettingText(
                "Weather server", "Address of an Open-Meteo server. Leave empty for Open-Meteo itself",
                "own weather server, open-meteo, forecast url"),
            \.online.weatherAddress, .webPages(1)),
        choice(
            "online.encyclopedia", .privacy,
            SettingText(
                "Encyclopaedia", "Sends what you look up to Wikipedia",
                "encyclopedia, look up, who is, internet"),
            \.online.encyclopedia),
        line(
            "online.encyclopedia-address", .privacy,
            SettingText(
                "Encyclopaedia server", "Address of a wiki. Leave empty for the English Wikipedia",
                "wiki address, other language wikipedia, encyclopedia url"),
            \.online.encyclopediaAddress, .webPages(1)),
        choice(
            "online.translation", .privacy,
            SettingText(
                "Translation", "Sends the text to your translation server", "translate, languages, internet"),
            \.online.translation),
        line(
            "online.translation-address", .privacy,
            SettingText(
                "Translation server", "Address of a LibreTranslate server", "libretranslate, translate url, translator"),
            \.online.translationAddress, .webPages(1)),
        choice(
            "online.news", .privacy,
            SettingText(
                "News", "Loads your news feeds when you ask for the news", "headlines, internet, newspaper"),
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
                "Keep running after the window closes while a timer, alarm or reminder is set",
                "ring, alarm without window, keep running, close the window, missed timer"),
            \.ringsInBackground),
        flag(
            "calls.incoming", .desktop,
            SettingText(
                "Calls from JARVIS",
                "Ring like a phone call for alarms and reminders",
                "incoming call, ring, phone, accept, reject, snooze, announce"),
            \.ringsAsCall),
        flag(
            "background.wake-word", .desktop,
            SettingText(
                "Wake word in the background",
                "Listen for the wake word when no window is open. A notification shows it",
                "listen without window, always on, closed window, service"),
            \.listensInBackground),
        flag(
            "background.locked", .desktop,
            SettingText(
                "Listen while locked",
                "Keep listening while the screen is locked or another session is active",
                "lock screen, other session, screen saver, microphone"),
            \.listensWhileLocked),
        flag(
            "background.programs", .desktop,
            SettingText(
                "Other apps",
                "Let other apps use JARVIS over D-Bus to ask, speak and listen",
                "d-bus, dbus, scripts, automation, gdbus"),
            \.answersPrograms),
        flag(
            "background.key", .desktop,
            SettingText(
                "Key to talk",
                "Hold a global shortcut to talk. Your desktop asks you to choose it",
                "global shortcut, hotkey, push to talk, keyboard from anywhere, ptt"),
            \.hasGlobalKey),
        flag(
            "background.tray", .desktop,
            SettingText(
                "Tray icon",
                "Show JARVIS in the system tray, with a menu to talk, mute and quit",
                "system tray, status notifier, indicator, panel, taskbar, appindicator"),
            \.showsTrayIcon),
        flag(
            "notes.daily-prompt", .desktop,
            SettingText(
                "Daily prompt", "A daily notification with something to talk about in a voice note",
                "journal, diary, writing prompt, question of the day, daily question"),
            \.offersPrompts),
        number(
            "notes.prompt-hour", .desktop,
            SettingText(
                "Daily prompt at", "Hour of the daily prompt (0–23)",
                "time of the question, evening, journal time, when"),
            0...23, \.promptHour),
        flag(
            "notes.show-line", .desktop,
            SettingText(
                "Show the last note",
                "Show your last note in widgets and the daily prompt, but never on a locked screen",
                "hide notes, redact, summary, preview, private notes"),
            \.showsNoteLine),
        line(
            "calendar.files", .desktop,
            SettingText(
                "Calendar files",
                "Calendar files (.ics) and folders, separated by commas. Leave empty for the usual places",
                "appointments, ics, agenda, meetings"),
            \.calendarFiles),
        line(
            "calendar.folder", .desktop,
            SettingText(
                "New appointments",
                "Folder of a calendar (khal, vdirsyncer) that JARVIS may change, always asking first",
                "write appointments, add events, vdir, schedule"),
            \.calendarFolder),
    ]
}
