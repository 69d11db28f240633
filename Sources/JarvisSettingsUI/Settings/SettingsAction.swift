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
                "Records 5 seconds and plays them with and without the processing above. They stay in memory",
                "record and play, microphone test, compare, noise, echo, listen to myself")
        case .wakeLesson:
            SettingText(
                "Teach the wake word", "JARVIS learns how you say it", "train my voice, calibrate, misses me, lesson")
        case .languageModels:
            SettingText(
                "Language models", "Servers that answer what no skill can",
                "ollama, openai, llm, chat model, llama, artificial intelligence")
        case .toolServers:
            SettingText(
                "Tool servers", "Servers of the Model Context Protocol, and what each may do unasked",
                "mcp, tool server, plugins, extensions, allowed tools")
        case .measureRecognizer:
            SettingText(
                "Recognizer on this computer", "Its memory, and how fast it is here. Measuring takes some seconds",
                "speed of recognition, benchmark, model size, real time, memory")
        case .recognitionServer:
            SettingText("Recognition server", "Whether it answers", "test connection, latency, offline server")
        case .synthesisServer:
            SettingText("Synthesis server", "Whether it answers", "test connection, latency, offline server")
        case .exportHistory:
            SettingText(
                "Export history", "All messages as JSON, or as Markdown if the name ends in .md",
                "backup, save conversation, download")
        case .importHistory:
            SettingText(
                "Import messages",
                "From a JSON export or a list of roles and contents. Messages already in the history are skipped",
                "restore backup, load conversation, merge")
        case .clearHistory:
            SettingText(
                "Delete everything", "Removes all messages from this computer", "clear history, erase, wipe, forget me")
        case .traffic:
            SettingText(
                "Servers", "What has gone where since JARVIS was started, and what came back",
                "traffic, what is sent, privacy, hosts, bytes, network, who hears me")
        case .recordings:
            SettingText(
                "What was recorded", "Play and delete recordings", "recordings, play my voice, listen, delete audio")
        case .keptData:
            SettingText(
                "What is kept", "How much, how long and where, kind by kind. Erased here, it is gone for good",
                "privacy, my data, forget me, erase, delete everything, what do you know about me, keys, permissions, logs"
            )
        case .exportStatistics:
            SettingText("Export statistics", "All figures as JSON", "usage, figures, save counts, download")
        case .eraseStatistics:
            SettingText(
                "What was counted", "Figures about days; none leaves this computer",
                "usage, figures, erase counts, delete statistics")
        case .login:
            SettingText(
                "Start with the desktop", "JARVIS opens when you log in", "autostart, startup, boot, log in, launch")
        case .keyCommand:
            SettingText(
                "Another key", "A key of the desktop can run this; it lets JARVIS listen, and ends that",
                "keyboard shortcut, custom shortcut, command, gnome, kde, sway, toggle")
        case .setup:
            SettingText(
                "Set up JARVIS again", "Voice, microphone, services and you, page by page. Nothing changes by itself",
                "onboarding, first steps, tour, wizard, introduction")
        case .diagnose:
            SettingText(
                "Check every part", "Microphone, speakers, voices, models, servers and files, as “jarvis doctor” does",
                "doctor, something is broken, troubleshoot, help")
        case .copyReport:
            SettingText(
                "Copy a report", "What the check has found, without your name, words and folders, for a bug report",
                "bug report, support, clipboard")
        case .latency:
            SettingText(
                "Time to the answer", "How soon the last answers were heard", "latency, slow answers, response time")
        case .resetAll:
            SettingText(
                "Reset all settings", "Puts every setting back to its default",
                "factory reset, defaults, start over, undo changes")
        }
    }
}
