// SPDX-License-Identifier: GPL-3.0-or-later
// The session put together: the conversation, and the work that goes on behind it away from the main thread.

import JarvisAgent
import JarvisAssistant
import JarvisAudio
import JarvisDesktopControl
import JarvisConversation
import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisStore
import JarvisToolServers

extension Composition {
    /// The conversation, with what follows the settings and keeps files tidy for as long as it lives.
    /// - Parameter agent: answers in place of the program's own.
    @MainActor
    func session(agent: (any Agent)? = nil) -> AssistantSession {
        let (settings, recordings, kept) = (settings, recordings, keptHistory)
        let session = AssistantSession(
            Assistant(ports: assistantPorts(agent: agent)),
            work: [
                followGrammar(), followCalibration(), holdRinger(),
                followPlayers(), warmUpModel(), followLogin(),
                { assistant in
                    for await _ in ClockWatch.changes() { await assistant.clockChanged() }
                },
                tidyLeftovers(), { _ in await recordings.keepTidy(clock: ContinuousClock()) },
                { assistant in
                    for await notice in recordings.notices { await assistant.send(.noticed(.notice(notice))) }
                },
                { _ in await kept.keepTidy(settings, clock: ContinuousClock()) },
                { assistant in
                    for await finding in kept.findings {
                        for notice in finding.notices { await assistant.send(.noticed(.notice(notice))) }
                    }
                },
            ], ends: [{ [servers = toolServers] in await servers.close() }])
        let phones = PhoneWatch(server: server)
        session.calls.phones = { phones.changes() }
        return session
    }

    /// Gives the recognizer the skills' grammar: the names of the installed applications are read from many files. From
    /// then on the recognizer follows the user's own words in the settings.
    private func followGrammar() -> AssistantSession.Work {
        { [recognizer = theRecognizer, agent = theSkills, patterns = commandPatterns, settings] _ in
            // Requested first, so that no change is lost between the first reading and the stream.
            let changes = settings.changes()
            var vocabulary = GrammarVocabulary(agent.vocabulary, settings.current)
            recognizer.setGrammar(patterns: patterns, vocabulary: vocabulary)
            recognizer.warmUp()
            agent.warmUp()
            for await settings in changes {
                let own = vocabulary.with(settings)
                guard own != vocabulary else { continue }
                vocabulary = own
                recognizer.setGrammar(patterns: patterns, vocabulary: own)
            }
        }
    }

    /// Removes once what killed programs have left, and damaged files that were set aside long ago.
    private func tidyLeftovers() -> AssistantSession.Work {
        let worker = WorkerThread(name: "leftovers")
        return { [directories] _ in
            try? await worker.run {
                Leftovers.tidy([directories.data, directories.configuration, directories.cache])
            }
        }
    }

    /// Knows from now on which player played last. Without a message bus nothing plays that could be controlled.
    private func followPlayers() -> AssistantSession.Work {
        { [mediaPlayers] _ in try? await mediaPlayers.follow() }
    }

    /// The spotter takes up what "jarvis wake calibrate" learns.
    private func followCalibration() -> AssistantSession.Work {
        { [spotter, calibrations = wakeCalibrations] _ in
            for await _ in calibrations.changes() { spotter.recalibrate() }
        }
    }
}
