// SPDX-License-Identifier: GPL-3.0-or-later
// The interface on the session bus put together, for a program with a window as for one without.

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
    /// Typed questions, answered in the words of the command line.
    var typedTurn: TypedTurn {
        let usual = agent(asking: .inUse, for: .commandLine)
        let skills = theSkills.apart()
        let agent = AgentApart(
            usual, orApart: agent(asking: .inUse, for: .commandLine, skills: skills), by: skills,
            where: { [historyLock] in historyLock.isLocked })
        return TypedTurn(agent: agent, history: shownHistory, clock: wallClock, explain: Self.explanation)
    }

    static let explanation: @Sendable (any Error) -> String = { commandAdvice(for: $0) ?? "\($0)" }

    /// Where the notifications of this session are kept.
    var noticesPath: String {
        (Environment.value("XDG_RUNTIME_DIR") ?? directories.data) + "/jarvis-notifications"
    }

    /// What the interface works with.
    @MainActor
    func servicePorts(_ session: AssistantSession) -> ServicePorts {
        let (server, meters, detectors, log) = (server, meters, voiceDetectors, log)
        let recognizer = recording(engines.recognizer)
        var ports = ServicePorts(
            assistant: session.assistant, calls: session.calls, meters: meters, typed: typedTurn,
            hear: { [settings] timeout, ending in
                try await SingleUtterance.hear(
                    // JARVIS is silent meanwhile: there is no echo to remove.
                    microphone: PulseMicrophone(
                        server: server, meters: meters, makeDetector: { detectors.make() }),
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

    /// How long the computer waits before it sleeps for what is being said to be understood; the login manager gives five
    /// seconds.
    private static let sleepLimit = Duration.seconds(4)

    /// Listening stops while the user is away or the computer sleeps, by the login manager; without one neither happens.
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
            // Ends with the work's task.
            for await _ in forever {}
            withExtendedLifetime(watch) {}
        }
    }

    /// True where a program runs that can do what a command is to do: it has the same data, and this one has no key of its
    /// own. Nothing is asked over the bus for it.
    var hasService: Bool { !EnvironmentSecrets.isGiven && RingerLock.isHeld(reminders: remindersPath) }
}
