// SPDX-License-Identifier: GPL-3.0-or-later
// The composition root: the one place that knows which concrete engine stands behind each port. Each part is made when
// it is first asked for, so that a command pays only for what it uses. Used on the main thread.

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
    /// How times and numbers are written here.
    let region = Environment.region()
    let directories: BaseDirectories
    let resources = ResourceLocator.standard()
    let meters = AudioMeters()
    let reference = PlaybackReference()
    /// The microphone has one owner among the programs with the same data.
    private(set) lazy var server = PulseServer(
        recordingTurn: RecordingTurn(path: directories.data + "/microphone.lock"))
    /// What goes to which server.
    let traffic = TrafficLedger()
    /// Where each utterance is kept as a numbered WAV file, regardless of the settings; nil: nowhere.
    private let utteranceFolder: String?

    /// Says once what is wrong with the network's weights.
    private(set) lazy var voiceDetectors = makeVoiceDetectors()
    /// The history on disk.
    private(set) lazy var keptHistory = JSONLinesConversationStore(
        folder: directories.data + "/history", clock: wallClock)
    private lazy var theHistory = SessionConversationStore(keptHistory, settings: theSettings, clock: wallClock)
    private lazy var theSettings = makeSettings()
    /// Opened by the desktop's own authentication.
    private(set) lazy var historyLock = HistoryLock(settings: theSettings, authority: PolkitAuthority())
    /// Figures about days, where the user wants them.
    private(set) lazy var statistics = StatisticsFile(
        path: directories.data + "/statistics.json", notice: tellNotice)
    /// The history as it may be shown.
    private(set) lazy var shownHistory = LockedConversationStore(theHistory, lock: historyLock)
    private lazy var theReminders = JSONReminderStore(path: remindersPath)
    /// The window for skills, once there is one.
    let windowControl = DesktopWindowControl()
    /// Lists for shopping and the like.
    private(set) lazy var lists = JSONListStore(path: directories.data + "/lists.json")
    /// The prompts of the day; nil where there are none.
    private(set) lazy var promptBook = makePromptBook()
    private lazy var theSpotter = makeSpotter()
    private lazy var theRecordings = RecordingStore(
        path: directories.data + "/recordings", settings: theSettings, clock: wallClock)
    private lazy var theSynthesizer = makeSynthesizer()
    /// The neural model that comes with the program: one for utterances and for the wake word.
    private(set) lazy var thePackagedDictation = makePackagedDictation()
    private(set) lazy var theRecognizer = PocketSphinxRecognizer(
        model: .installed, stopPhrases: StopPhrases.all + RingPhrases.all, answerRivals: ConsentPhrases.rivals,
        dictation: dictation())
    /// Notices of the engines. One listener; of those sent before it came, only the newest waits.
    let notices = AsyncStream.makeStream(of: Notice.self, bufferingPolicy: .bufferingNewest(1))
    private var printing: Task<Void, Never>?
    private lazy var theEngines = SpeechEngines(
        recognizer: theRecognizer, synthesizer: theSynthesizer, keys: keys,
        network: NetworkOnDemand(traffic: traffic), notice: { [notices] in notices.continuation.yield($0) },
        settings: { [store = theSettings] in store.current.speech })
    /// What programs are started with from a window.
    private let launchContext: DesktopLauncher.ContextSource?
    private lazy var theDucker = PulseDucker(server: server, memory: directories.data + "/other-players")
    let mediaPlayers = MPRISMediaControl()
    private lazy var theDesktop = makeDesktop()
    private(set) lazy var theSkills = SkillAgent(services: makeSkillServices())
    /// The language models of the user's servers; opens nothing before one is chosen and asked.
    private(set) lazy var languageModels = makeLanguageModels()
    /// The tool servers of the user; starts and contacts nothing before one is asked.
    private(set) lazy var toolServers = makeToolServers()
    private lazy var theAgent = agent(asking: .inUse, for: launchContext == nil ? .commandLine : .window)

    /// The user's own data and settings.
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

    /// Opens applications and addresses.
    var launcher: DesktopLauncher { DesktopLauncher(context: launchContext, handover: ServiceLaunch.handover) }

    /// Everything that is kept of the user.
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
        services.stopwatch = JSONStopwatchStore(path: directories.data + "/stopwatch.json")
        services.online = makeOnlineServices()
        services.kept = kept
        services.models = ServerChoice(servers: languageModels.servers)
        return services
    }

    /// To be called when a command is done with its log.
    /// - Throws: `ExitCode.failure` when events were lost; that has been told before.
    func finishLog() throws {
        if let log = log as? JSONLinesEventLog, log.lostLineCount > 0 { throw ExitCode.failure }
    }

    /// Damage is set aside when it is first met, so this is the only time that it can be told.
    private func makeSettings() -> JSONSettingsStore {
        let store = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in store.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        return store
    }

    /// Each connects when it is first used.
    private func makeDesktop() -> DesktopControls {
        DesktopControls(
            sound: PulseSoundControl(restoreDucked: { [theDucker] in await theDucker.restore() }),
            media: mediaPlayers, brightness: LogindBrightnessControl(),
            session: DesktopSessionControl(keepsRunning: launchContext != nil), clipboard: DesktopClipboard(),
            readings: ProcMachineReadings(), window: windowControl,
            colorScheme: SharedColorScheme(keepsRunning: launchContext != nil))
    }

    /// espeak-ng, and the natural voices that are installed.
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

    /// How the user says the wake phrase.
    var wakeCalibrations: JSONWakeCalibrationStore {
        JSONWakeCalibrationStore(path: directories.configuration + "/wake.json", notice: tellNotice)
    }
    var spotter: KeyphraseSpotter { theSpotter }
    var wakeCalibrator: WakeCalibrator { WakeCalibrator(model: .installed, transcriber: wakeTranscriber) }

    /// "Teach the wake word" in the window.
    @MainActor
    func wakeLesson(_ assistant: Assistant) -> WakeLesson {
        let (server, meters, detectors) = (server, meters, voiceDetectors)
        return WakeLesson(
            assistant: assistant,
            learner: WakeLearner(
                store: wakeCalibrations, spotter: theSpotter, calibrator: wakeCalibrator),
            makeMicrophone: {
                // JARVIS is silent meanwhile: there is no echo to remove.
                PulseMicrophone(server: server, meters: meters, makeDetector: { detectors.make() })
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
    /// For trying the model; servers are probed without sound.
    var embeddedRecognizer: any SpeechRecognizer { theRecognizer }
    var engines: SpeechEngines { theEngines }
    let secrets: any SecretStore = EnvironmentSecrets(before: SecretServiceStore())
    /// The keys for every kind of server.
    private(set) lazy var keys = KeyRing(
        secrets, allowsPlainHTTP: { [store = theSettings] in store.current.network.allowsPlainKey(for: $0) })
    var agent: any Agent { theAgent }

    /// - Parameter waitsForTurn: false records also while another program does.
    func microphone(waitsForTurn: Bool = true) -> any Microphone {
        PulseMicrophone(
            server: waitsForTurn ? server : PulseServer(), meters: meters, reference: reference,
            makeDetector: { [voiceDetectors] in voiceDetectors.make() })
    }
    func player() -> any SpeechPlayer { PulsePlayer(server: server, meters: meters, reference: reference) }
    func devices() -> any AudioDeviceListing { PulseDevices(server: server) }

    /// The recognizer, with the skills' grammar in it.
    func recognizer() -> any SpeechRecognizer {
        theRecognizer.setGrammar(
            patterns: commandPatterns, vocabulary: GrammarVocabulary(theSkills.vocabulary, theSettings.current))
        return theEngines.recognizer
    }

    /// What commands look like: those of the skills, and what is said to what rings.
    var commandPatterns: [UtterancePattern] {
        theSkills.patterns + (RingPhrases.patterns + HangUpPhrases.patterns).compactMap { try? UtterancePattern($0) }
    }

    /// Tells of damaged files: in the window, or on standard error by a command.
    var tellNotice: @Sendable (Notice) -> Void {
        guard launchContext == nil else { return { [notices] in notices.continuation.yield($0) } }
        return { Console.note(PlainText.printable("jarvis: \($0.commandAdvice)")) }
    }

    /// Prints the notices of the engines, for commands without a window, until `finishNotices`.
    func printNotices() {
        let notices = notices.stream
        printing = Task.detached {
            for await notice in notices { Console.note("jarvis: \(notice.commandAdvice)") }
        }
    }

    /// Returns once everything that was noticed has been printed: the process may end right after.
    func finishNotices() {
        notices.continuation.finish()
        try? runBlocking { [printing] in await printing?.value }
    }

    /// The recognizer with recording behind it.
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
    /// Words that its dictionary lacks are said as espeak-ng says them.
    static let installed = standard(pronouncer: ESpeakPronouncer.phones)
}

extension GrammarVocabulary {
    /// The agent's words, so that what is heard and what is understood agree, and the user's own.
    init(_ words: [SlotType: [String]], _ settings: Settings) {
        self.init(
            applications: words[.application] ?? [], websites: words[.website] ?? [], voices: words[.voice] ?? [],
            units: words[.unit] ?? [])
        self = with(settings)
    }

    /// The same with the user's words of these settings.
    func with(_ settings: Settings) -> GrammarVocabulary {
        var copy = self
        copy.phrases = Self.entries(of: settings.speech.vocabulary)
        copy.names = [settings.userName]
        return copy
    }
}
