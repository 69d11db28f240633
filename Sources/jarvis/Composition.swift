// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root: the one place that knows which concrete engine stands behind each port. Each part is made when
// it is first asked for, so that a command pays only for what it uses. Used on the main thread.

import JarvisAgent
import JarvisAssistant
import JarvisAudio
import JarvisCore
import JarvisPlatform
import JarvisSpeech
import JarvisStore

final class Composition {
    let log: any EventLog
    let wallClock = SystemWallClock()
    let directories: BaseDirectories
    let resources = ResourceLocator.standard()
    let meters = AudioMeters()
    private let reference = PlaybackReference()
    private let server = PulseServer()
    /// Where each utterance is kept as a WAV file; nil: nowhere.
    private let utteranceFolder: String?

    private lazy var theHistory = JSONLinesConversationStore(folder: directories.data + "/history", clock: wallClock)
    private lazy var theSettings = makeSettings()
    private lazy var theReminders = JSONReminderStore(path: directories.data + "/reminders.json")
    private lazy var theSynthesizer = ESpeakSynthesizer()
    private lazy var theRecognizer = PocketSphinxRecognizer()
    private lazy var theAgent = SkillAgent(
        services: SkillServices(
            history: theHistory, settings: theSettings, reminders: theReminders, synthesizer: theSynthesizer,
            launcher: DesktopEntryLauncher.current(), status: ProcSystemStatusReader(), clock: wallClock))

    /// The user's own data and settings.
    convenience init(_ options: GlobalOptions) throws {
        let log: any EventLog =
            if let path = options.events { try JSONLinesEventLog(path: path) } else { NoEventLog() }
        self.init(directories: .current(), log: log, utteranceFolder: options.recordUtterances)
    }

    init(directories: BaseDirectories, log: any EventLog, utteranceFolder: String? = nil) {
        self.directories = directories
        self.log = log
        self.utteranceFolder = utteranceFolder
    }

    /// Damage is set aside when it is first met, so this is the only time that it can be told.
    private func makeSettings() -> JSONSettingsStore {
        let store = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in store.notices { Console.note("jarvis: \(notice)") }
        return store
    }

    var history: any ConversationStore { theHistory }
    var settings: any SettingsStore { theSettings }
    var synthesizer: any SpeechSynthesizer { theSynthesizer }
    var agent: any Agent { theAgent }

    func microphone() -> any Microphone { PulseMicrophone(server: server, meters: meters, reference: reference) }
    func player() -> any SpeechPlayer { PulsePlayer(server: server, meters: meters, reference: reference) }
    func devices() -> any AudioDeviceListing { PulseDevices(server: server) }

    /// The recognizer, with the skills' grammar in it.
    func recognizer() -> any FileRecognizer {
        theRecognizer.setGrammar(patterns: theAgent.patterns, vocabulary: GrammarVocabulary(theAgent.vocabulary))
        return recording(theRecognizer)
    }

    /// Gives the recognizer the skills' grammar, away from the main thread: the names of the installed applications
    /// are read from many files.
    func loadGrammar() {
        let recognizer = theRecognizer
        let agent = theAgent
        Task.detached {
            recognizer.setGrammar(patterns: agent.patterns, vocabulary: GrammarVocabulary(agent.vocabulary))
            recognizer.warmUp()
        }
    }

    private func recording(_ recognizer: PocketSphinxRecognizer) -> any FileRecognizer {
        guard let utteranceFolder else { return recognizer }
        return RecordingRecognizer(recognizer, folder: utteranceFolder)
    }

    func assistantPorts(agent: (any Agent)? = nil) -> AssistantPorts {
        AssistantPorts(
            microphone: microphone(), recognizer: recording(theRecognizer), synthesizer: theSynthesizer,
            player: player(),
            agent: agent ?? theAgent, history: theHistory, settings: theSettings, reminders: theReminders, log: log,
            wallClock: wallClock, clock: ContinuousClock(),
            reminderText: { [wallClock] in ReminderAnnouncement.text(for: $0, clock: wallClock) })
    }
}

extension GrammarVocabulary {
    /// The agent's words, so that what is heard and what is understood agree.
    fileprivate init(_ words: [SlotType: [String]]) {
        self.init(
            applications: words[.application] ?? [], websites: words[.website] ?? [], voices: words[.voice] ?? [],
            units: words[.unit] ?? [])
    }
}
