// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the session bus interface, for a program with or without a window.

import GioKit
import Glibc
import JarvisAgent
import JarvisAssistant
import JarvisAudio
import JarvisCommands
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisNetwork
import JarvisStore
import JarvisPlatform
import JarvisService
import JarvisSpeechServers

extension Composition {
    /// Answers typed questions, with failures worded for the command line.
    var typedTurn: TypedTurn {
        let usual = agent(asking: .inUse, for: .commandLine)
        let skills = theSkills.apart()
        let agent = AgentApart(
            usual, orApart: agent(asking: .inUse, for: .commandLine, skills: skills), by: skills,
            where: { [historyLock] in historyLock.isLocked })
        return TypedTurn(agent: agent, history: shownHistory, clock: wallClock, explain: Self.explanation)
    }

    static let explanation: @Sendable (any Error) -> String = { commandAdvice(for: $0) ?? "\($0)" }

    /// The path of the file that records which notifications this session shows.
    var noticesPath: String {
        (Environment.value("XDG_RUNTIME_DIR") ?? directories.data) + "/jarvis-notifications"
    }

    /// The parts of this program that the bus interface needs.
    @MainActor
    func servicePorts(_ session: AssistantSession) -> ServicePorts {
        let (server, meters, detectors, readerVoice, log) = (server, meters, voiceDetectors, readerVoice, log)
        let recognizer = recording(engines.recognizer)
        var ports = ServicePorts(
            assistant: session.assistant, calls: session.calls, meters: meters, typed: typedTurn,
            hear: { [settings] timeout, ending in
                try await SingleUtterance.hear(
                    // JARVIS is silent while the service listens, so there is no echo to remove.
                    microphone: PulseMicrophone(
                        server: server, meters: meters, readerVoice: readerVoice, makeDetector: { detectors.make() }),
                    recognizer: recognizer, device: settings.current.inputDevice, timeout: timeout,
                    ending: ending, log: log)
            },
            explain: Self.explanation, settings: settings)
        ports.history = shownHistory
        ports.prompts = promptBook.map { book in
            PromptPorts(
                book: book,
                words: PromptWords(
                    title: BackgroundText.prompt, record: BackgroundText.record,
                    another: BackgroundText.anotherPrompt, withoutButtons: BackgroundText.sayNote,
                    lastNote: { BackgroundText.lastNote($0) }),
                clock: wallClock)
        }
        return ports
    }

    /// How long to delay the computer's sleep so that current speech can be recognized; the login manager allows five
    /// seconds.
    private static let sleepLimit = Duration.seconds(4)

    /// Stops listening while the user is away or the computer sleeps, as reported by the login manager; without a login
    /// manager, JARVIS keeps listening.
    func followLogin() -> AssistantSession.Work {
        { @MainActor assistant in
            guard let connection = try? await BusConnection.open(.system) else { return }
            let sleep = LoginWatch.Sleep(
                reason: BackgroundText.sleepDelay,
                prepare: { await assistant.prepareForSleep(within: Self.sleepLimit) },
                wake: { assistant.send(.sleepChanged(false)) })
            let watch = LoginWatch(connection, sleep: sleep) { assistant.send(.awayChanged($0)) }
            await watch.start(session: Environment.value("XDG_SESSION_ID"))
            let (forever, _) = AsyncStream.makeStream(of: Void.self)
            // Follow until the task of this work is cancelled.
            for await _ in forever {}
            withExtendedLifetime(watch) {}
        }
    }

    /// Follows whether a screen reader runs. Without a message bus, none is heard of.
    func followScreenReader() -> AssistantSession.Work {
        { @MainActor [readerVoice] assistant in
            guard let connection = try? await BusConnection.open(.session) else { return }
            let watch = ScreenReaderWatch(connection) { isRunning in
                readerVoice.follow(isRunning)
                assistant.send(.screenReaderChanged(isRunning))
            }
            await watch.start()
            let (forever, _) = AsyncStream.makeStream(of: Void.self)
            // Follow until the task of this work is cancelled.
            for await _ in forever {}
            withExtendedLifetime(watch) {}
        }
    }

    /// True if a running program can do a command's work: it has the same data, and the command has no key of its own.
    /// Checked without using the bus.
    var hasService: Bool { !EnvironmentSecrets.isGiven && RingerLock.isHeld(reminders: remindersPath) }
}
