// SPDX-License-Identifier: GPL-3.0-or-later
// The actions in the settings that aren't settings themselves. The settings search finds them too.

import JarvisCore

enum SettingsAction: String, CaseIterable {
    case hearProcessing = "hear-processing"
    case wakeLesson = "teach-wake-word"
    case languageModels = "language-models"
    case toolServers = "tool-servers"
    case measureRecognizer = "measure-recognizer"
    case recognitionServer = "check-recognition-server"
    case synthesisServer = "check-synthesis-server"
    case exportHistory = "export-history"
    case importHistory = "import-history"
    case clearHistory = "clear-history"
    case traffic
    case recordings
    case keptData = "kept-data"
    case exportStatistics = "export-statistics"
    case eraseStatistics = "erase-statistics"
    case login = "start-with-desktop"
    case keyCommand = "key-command"
    case setup
    case diagnose
    case copyReport = "copy-report"
    case latency
    case resetAll = "reset-all"

    var page: SettingsPage {
        switch self {
        case .wakeLesson, .hearProcessing: .listening
        case .languageModels, .toolServers, .measureRecognizer, .recognitionServer, .synthesisServer: .models
        case .exportHistory, .importHistory, .clearHistory, .traffic, .recordings, .exportStatistics, .eraseStatistics,
            .keptData:
            .privacy
        case .login, .keyCommand, .setup: .desktop
        case .diagnose, .copyReport, .latency, .resetAll: .about
        }
    }

    var text: SettingText {
        switch self {
        case .hearProcessing:
            SettingText(
                "Hear the difference",
                "Record 5 seconds and play them with and without processing. Nothing is saved",
                "record and play, microphone test, compare, noise, echo, listen to myself")
        case .wakeLesson:
            SettingText(
                "Train the wake word", "Say it a few times so JARVIS recognizes it better",
                "train my voice, calibrate, misses me, lesson")
        case .languageModels:
            SettingText(
                "Language models", "Servers for open questions",
                "ollama, openai, llm, chat model, llama, artificial intelligence")
        case .toolServers:
            SettingText(
                "Tool servers", "MCP servers and what each may do without asking",
                "mcp, tool server, plugins, extensions, allowed tools")
        case .measureRecognizer:
            SettingText(
                "Offline recognizer", "Memory use and speed on this computer. Takes a few seconds",
                "speed of recognition, benchmark, model size, real time, memory")
        case .recognitionServer:
            SettingText("Recognition server", "Check whether it responds", "test connection, latency, offline server")
        case .synthesisServer:
            SettingText("Synthesis server", "Check whether it responds", "test connection, latency, offline server")
        case .exportHistory:
            SettingText(
                "Export history", "All messages as JSON, or as Markdown if the name ends in .md",
                "backup, save conversation, download")
        case .importHistory:
            SettingText(
                "Import messages",
                "From a JSON export or a list of roles and contents. Skips messages you already have",
                "restore backup, load conversation, merge")
        case .clearHistory:
            SettingText(
                "Delete everything", "Delete all messages from this computer", "clear history, erase, wipe, forget me")
        case .traffic:
            SettingText(
                "Servers", "Network traffic by server since JARVIS started",
                "traffic, what is sent, privacy, hosts, bytes, network, who hears me")
        case .recordings:
            SettingText(
                "Saved recordings", "Play and delete recordings", "recordings, play my voice, listen, delete audio")
        case .keptData:
            SettingText(
                "Stored data", "What's stored, where and for how long. Erasing is permanent",
                "privacy, my data, forget me, erase, delete everything, what do you know about me, "
                    + "keys, permissions, logs"
            )
        case .exportStatistics:
            SettingText("Export statistics", "All figures as JSON", "usage, figures, save counts, download")
        case .eraseStatistics:
            SettingText(
                "Usage", "Daily usage figures, kept on this computer",
                "usage, figures, erase counts, delete statistics")
        case .login:
            SettingText(
                "Start at login", "Open JARVIS when you log in", "autostart, startup, boot, log in, launch")
        case .keyCommand:
            SettingText(
                "Shortcut to listen", "Bind this command to a global shortcut to start and stop listening",
                "keyboard shortcut, custom shortcut, command, gnome, kde, sway, toggle")
        case .setup:
            SettingText(
                "Set up JARVIS again", "Go through setup again. Nothing changes unless you change it",
                "onboarding, first steps, tour, wizard, introduction")
        case .diagnose:
            SettingText(
                "Check everything", "Test the microphone, speakers, voices, models, servers and files",
                "doctor, something is broken, troubleshoot, help")
        case .copyReport:
            SettingText(
                "Copy a report", "Copy the results for a bug report, with personal details removed",
                "bug report, support, clipboard")
        case .latency:
            SettingText(
                "Response times", "Recent answers, stage by stage", "latency, slow answers, response time")
        case .resetAll:
            SettingText(
                "Reset all settings", "Reset every setting to its default",
                "factory reset, defaults, start over, undo changes")
        }
    }
}
