// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root: the only place that knows the concrete engine behind each port. Each part is created on first
// use, so that a command pays only for what it uses. Used on the main thread.

import ArgumentParser
import JarvisAgent
import JarvisCommands
import JarvisRecognition
import JarvisSkills
import JarvisAssistant
import JarvisAudio
import JarvisDesktopControl
import JarvisCore
import JarvisConversation
import JarvisDesktop
import JarvisDesktopKit
import JarvisLanguageModels
import JarvisStore
import JarvisSpeechModels
import JarvisNetwork
import JarvisPlatform
import JarvisSpeechServers
import JarvisSynthesis
import JarvisToolServers

final class Composition {
    let log: any EventLog
    let wallClock = SystemWallClock()
    /// The local formats of times and numbers.
    let region = Environment.region()
    let directories: BaseDirectories
    let resources = ResourceLocator.standard()
    let meters = AudioMeters()
    let reference = PlaybackReference()
    /// The desktop's screen reader, which the microphone doesn't listen to.
    let readerVoice = ReaderVoice()
    /// The sound server, with a lock: only one program with this data may use the microphone at a time.
    private(set) lazy var server = PulseServer(
        recordingTurn: RecordingTurn(path: directories.data + "/microphone.lock"))
    /// The network traffic by server.
    let traffic = TrafficLedger()
    /// The folder for saving each utterance as a numbered WAV file, regardless of the settings; nil to save none.
    private let utteranceFolder: String?

    /// Makes voice detectors; reports problems with the network's weights once.
    private(set) lazy var voiceDetectors = makeVoiceDetectors()
    /// The history on disk.
    private(set) lazy var keptHistory = JSONLinesConversationStore(
        folder: directories.data + "/history", clock: wallClock)
    private lazy var theHistory = SessionConversationStore(keptHistory, settings: theSettings, clock: wallClock)
    private lazy var theSettings = makeSettings()
    /// The history's lock, which the desktop's own authentication opens.
    private(set) lazy var historyLock = HistoryLock(settings: theSettings, authority: PolkitAuthority())
    /// The daily figures; kept only if the user wants them.
    private(set) lazy var statistics = StatisticsFile(
        path: directories.data + "/statistics.json", notice: tellNotice)
    /// The history, shown only while it is unlocked.
    private(set) lazy var shownHistory = LockedConversationStore(theHistory, lock: historyLock)
    private lazy var theReminders = JSONReminderStore(path: remindersPath)
    /// The window as skills control it; does nothing before there is one.
    let windowControl = DesktopWindowControl()
    /// The user's lists, such as the shopping list.
    private(set) lazy var lists = JSONListStore(path: directories.data + "/lists.json")
    /// The prompts of the day; nil if there are none.
    private(set) lazy var promptBook = makePromptBook()
    private lazy var theSpotter = makeSpotter()
    private lazy var theRecordings = RecordingStore(
        path: directories.data + "/recordings", settings: theSettings, clock: wallClock)
    private lazy var theSynthesizer = makeSynthesizer()
    /// The packaged neural recognizer, which utterances and the wake word share.
    private(set) lazy var thePackagedDictation = makePackagedDictation()
    private(set) lazy var theRecognizer = PocketSphinxRecognizer(
        model: .installed, stopPhrases: StopPhrases.all + RingPhrases.all, answerRivals: ConsentPhrases.rivals,
        dictation: dictation())
    /// The engines' notices, for one listener; before it subscribes, only the newest notice is kept.
    let notices = AsyncStream.makeStream(of: Notice.self, bufferingPolicy: .bufferingNewest(1))
    private var printing: Task<Void, Never>?
    private lazy var theEngines = SpeechEngines(
        recognizer: theRecognizer, synthesizer: theSynthesizer, keys: keys,
        network: NetworkOnDemand(traffic: traffic), notice: { [notices] in notices.continuation.yield($0) },
        settings: { [store = theSettings] in store.current.speech })
    /// Returns the launch context for programs started from a window; nil for commands.
    private let launchContext: DesktopLauncher.ContextSource?
    private lazy var theDucker = PulseDucker(server: server, memory: directories.data + "/other-players")
    let mediaPlayers = MPRISMediaControl()
    private lazy var theDesktop = makeDesktop()
    private(set) lazy var theSkills = SkillAgent(services: makeSkillServices())
    /// The user's language models; no connection is opened before one is chosen and asked.
    private(set) lazy var languageModels = makeLanguageModels()
    /// The user's tool servers; none is started or contacted before it is asked.
    private(set) lazy var toolServers = makeToolServers()
    private lazy var theAgent = agent(asking: .inUse, for: launchContext == nil ? .commandLine : .window)

    /// Composes the program with the user's own data and settings.
    convenience init(_ options: GlobalOptions, launchContext: DesktopLauncher.ContextSource? = nil) throws {
        self.init(
            directories: .current(), log: try options.openLog(), utteranceFolder: options.recordUtterances,
            launchContext: launchContext)
    }

    init(
        directories: BaseDirectories, log: any EventLog, utteranceFolder: String? = nil,
        launchContext: DesktopLauncher.ContextSource? = nil
    ) {
        self.launchContext = launchContext
        self.directories = directories
        self.log = log
        self.utteranceFolder = utteranceFolder
    }

    /// Opens applications and web addresses.
    var launcher: DesktopLauncher { DesktopLauncher(context: launchContext, handover: ServiceLaunch.handover) }

    /// All stored user data, to list and to erase.
    var kept: KeptShelf {
        KeptShelf(
            directories: directories, history: keptHistory, settings: theSettings, recordings: theRecordings,
            secrets: secrets, session: theHistory, isLocked: { [historyLock] in historyLock.isLocked })
    }

    private func makeSkillServices() -> SkillServices {
        var services = SkillServices(
            history: shownHistory, settings: theSettings, reminders: theReminders, synthesizer: theSynthesizer,
            launcher: launcher, status: ProcSystemStatusReader(),
            desktop: theDesktop, clock: wallClock, lists: lists, appointments: calendars, words: dictionary)
        services.region = region
        services.calendarWriter = calendarWriter
        services.stopwatch = JSONStopwatchStore(path: directories.data + "/stopwatch.json")
        services.online = makeOnlineServices()
        services.kept = kept
        services.models = ServerChoice(servers: languageModels.servers)
        return services
    }

    /// Closes the log at the end of a command.
    /// - Throws: `ExitCode.failure` if events were lost, which has been reported at that time.
    func finishLog() throws {
        if let log = log as? JSONLinesEventLog, log.lostLineCount > 0 { throw ExitCode.failure }
    }

    /// Makes the settings store. Damaged settings are set aside when they are first read, so this is the only chance to
    /// report them.
    private func makeSettings() -> JSONSettingsStore {
        let store = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in store.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        return store
    }

    /// The desktop's controls, each of which connects on first use.
    private func makeDesktop() -> DesktopControls {
        DesktopControls(
            sound: PulseSoundControl(restoreDucked: { [theDucker] in await theDucker.restore() }),
            media: mediaPlayers, brightness: LogindBrightnessControl(),
            session: DesktopSessionControl(keepsRunning: launchContext != nil), clipboard: DesktopClipboard(),
            readings: ProcMachineReadings(), window: windowControl,
            colorScheme: SharedColorScheme(keepsRunning: launchContext != nil))
    }

    /// Makes the synthesizer for espeak-ng and the installed natural voices.
    private func makeSynthesizer() -> EmbeddedSynthesizer {
        let folder = resources.speechLibraryFolder
        return EmbeddedSynthesizer(
            voices: naturalVoices, make: { NaturalSynthesizer($0, libraryFolder: folder) },
            languageVoice: { [store = theSettings] in LanguageVoices(store.current.languageVoices)[$0] },
            notice: { [notices] in notices.continuation.yield(.voiceReplaced($0)) })
    }

    var naturalVoices: NaturalVoices { NaturalVoices(directories, resources) }

    private func makeSpotter() -> KeyphraseSpotter {
        let store = wakeCalibrations
        return KeyphraseSpotter(model: .installed, transcriber: wakeTranscriber, calibration: { store.load(for: $0) })
    }

    /// The stored ways in which the user says the wake phrase.
    var wakeCalibrations: JSONWakeCalibrationStore {
        JSONWakeCalibrationStore(path: directories.configuration + "/wake.json", notice: tellNotice)
    }
    var spotter: KeyphraseSpotter { theSpotter }
    var wakeCalibrator: WakeCalibrator { WakeCalibrator(model: .installed, transcriber: wakeTranscriber) }

    /// Records the user for "Teach the wake word" in the window.
    @MainActor
    func wakeLesson(_ assistant: Assistant) -> WakeLesson {
        let (server, meters, detectors, readerVoice) = (server, meters, voiceDetectors, readerVoice)
        return WakeLesson(
            assistant: assistant,
            learner: WakeLearner(
                store: wakeCalibrations, spotter: theSpotter, calibrator: wakeCalibrator),
            makeMicrophone: {
                // JARVIS is silent during the lesson, so there is no echo to remove.
                PulseMicrophone(
                    server: server, meters: meters, readerVoice: readerVoice, makeDetector: { detectors.make() })
            })
    }

    private func makeVoiceDetectors() -> VoiceDetectors {
        let detectors = VoiceDetectors(resources: resources)
        if let fault = detectors.fault { Console.note("jarvis: \(fault)") }
        return detectors
    }

    var history: any ConversationStore { theHistory }
    var reminders: any ReminderStore { theReminders }
    var settings: any SettingsStore { theSettings }
    var recordings: RecordingStore { theRecordings }
    var synthesizer: any SpeechSynthesizer { theEngines.synthesizer }
    /// The recognizer for tests of the local model; servers are checked without sending sound.
    var embeddedRecognizer: any SpeechRecognizer { theRecognizer }
    var engines: SpeechEngines { theEngines }
    let secrets: any SecretStore = EnvironmentSecrets(before: SecretServiceStore())
    /// The keys for all kinds of servers.
    private(set) lazy var keys = KeyRing(
        secrets, allowsPlainHTTP: { [store = theSettings] in store.current.network.allowsPlainKey(for: $0) })
    var agent: any Agent { theAgent }

    /// The microphone.
    /// - Parameter waitsForTurn: False to record even while another program does.
    func microphone(waitsForTurn: Bool = true) -> any Microphone {
        PulseMicrophone(
            server: waitsForTurn ? server : PulseServer(), meters: meters, reference: reference,
            readerVoice: readerVoice,
            makeDetector: { [voiceDetectors] in voiceDetectors.make() })
    }
    func player() -> any SpeechPlayer { PulsePlayer(server: server, meters: meters, reference: reference) }
    func devices() -> any AudioDeviceListing { PulseDevices(server: server) }

    /// The recognizer, after it was given the skills' grammar.
    func recognizer() -> any SpeechRecognizer {
        theRecognizer.setGrammar(
            patterns: commandPatterns, vocabulary: GrammarVocabulary(theSkills.vocabulary, theSettings.current))
        return theEngines.recognizer
    }

    /// The patterns of all commands: those of the skills, responses to ringing reminders, and phrases that end a call.
    var commandPatterns: [UtterancePattern] {
        theSkills.patterns + (RingPhrases.patterns + HangUpPhrases.patterns).compactMap { try? UtterancePattern($0) }
    }

    /// Reports damaged files: in the window, or on standard error for a command.
    var tellNotice: @Sendable (Notice) -> Void {
        guard launchContext == nil else { return { [notices] in notices.continuation.yield($0) } }
        return { Console.note(PlainText.printable("jarvis: \($0.commandAdvice)")) }
    }

    /// Prints the engines' notices, for commands without a window, until `finishNotices`.
    func printNotices() {
        let notices = notices.stream
        printing = Task.detached {
            for await notice in notices { Console.note("jarvis: \(notice.commandAdvice)") }
        }
    }

    /// Returns when every notice so far has been printed, because the process may end right after.
    func finishNotices() {
        notices.continuation.finish()
        try? runBlocking { [printing] in await printing?.value }
    }

    /// A recognizer that also saves its utterances, as far as the settings and the command line say so.
    func recording(_ recognizer: any SpeechRecognizer) -> any SpeechRecognizer {
        let recorded = RecordingRecognizer(recognizer, keeper: theRecordings, clock: wallClock)
        guard let utteranceFolder else { return recorded }
        return RecordingRecognizer(recorded, keeper: NumberedUtterances(folder: utteranceFolder), clock: wallClock)
    }

    func assistantPorts(agent: (any Agent)? = nil) -> AssistantPorts {
        AssistantPorts(
            microphone: microphone(), recognizer: recording(theEngines.recognizer), wakeWord: theSpotter,
            synthesizer: theEngines.synthesizer, player: player(),
            agent: agent ?? theAgent, history: theHistory,
            hidesHistory: { [historyLock] in historyLock.isLocked }, settings: theSettings, reminders: theReminders,
            log: StatisticsLog(log, file: statistics, settings: theSettings, clock: wallClock),
            wallClock: wallClock, clock: ContinuousClock(),
            reminderText: { [wallClock, region] in
                ReminderAnnouncement.due($0, clock: wallClock, region: region)
            },
            missedReminderText: { [wallClock, region] in
                ReminderAnnouncement.missed($0, $1, clock: wallClock, region: region)
            },
            bannerText: { BannerText.text($0) }, callText: { CallText.record($0) },
            notices: notices.stream,
            ducker: theDucker, feedback: makeFeedback())
    }

    private func makeFeedback() -> [any FeedbackPlayer] {
        let haptics = HapticFeedback(settings: theSettings)
        guard let folder = resources.path("data/sounds") else { return [haptics] }
        return [PulseFeedbackPlayer(server: server, folder: folder, settings: theSettings), haptics]
    }
}

extension PocketSphinxModel {
    /// The installed model; espeak-ng pronounces the words that its dictionary lacks.
    static let installed = standard(pronouncer: ESpeakPronouncer.phones)
}

extension GrammarVocabulary {
    /// Combines the agent's words, so that recognition and interpretation agree, with the user's own.
    init(_ words: [SlotType: [String]], _ settings: Settings) {
        self.init(
            applications: words[.application] ?? [], websites: words[.website] ?? [], voices: words[.voice] ?? [],
            units: words[.unit] ?? [])
        self = with(settings)
    }

    /// This vocabulary with the user's words in these settings.
    func with(_ settings: Settings) -> GrammarVocabulary {
        var copy = self
        copy.phrases = Self.entries(of: settings.speech.vocabulary)
        copy.names = [settings.userName]
        return copy
    }
}
