// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the session: the conversation, and its background work, which runs off the main thread.

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
    /// The conversation, together with work that follows the settings and tidies files while it exists.
    /// - Parameter agent: An agent that answers in place of the program's own; nil for the latter.
    @MainActor
    func session(agent: (any Agent)? = nil) -> AssistantSession {
        let (settings, recordings, kept) = (settings, recordings, keptHistory)
        let session = AssistantSession(
            Assistant(ports: assistantPorts(agent: agent)),
            work: [
                followGrammar(), followCalibration(), holdRinger(),
                followPlayers(), warmUpModel(), followLogin(), followScreenReader(),
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

    /// Gives the recognizer the skills' grammar, with the installed applications' names, which come from many files.
    /// After that, updates the recognizer when the user's own words in the settings change.
    private func followGrammar() -> AssistantSession.Work {
        { [recognizer = theRecognizer, agent = theSkills, patterns = commandPatterns, settings] _ in
            // Subscribe first, so that no change is lost between reading the settings and following them.
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

    /// Removes, once, the files that killed programs have left behind, and damaged files that were set aside long ago.
    private func tidyLeftovers() -> AssistantSession.Work {
        let worker = WorkerThread(name: "leftovers")
        let (question, turn) = (QuestionFile(path: questionPath), TurnFile(path: turnPath))
        return { [directories, undo = UndoFile(path: undoPath), clock = wallClock] _ in
            try? await worker.run {
                Leftovers.tidy([directories.data, directories.configuration, directories.cache])
                undo.load(now: clock.now())
                question.tidy(now: clock.now())
                turn.load(now: clock.now())
            }
        }
    }

    /// Tracks which media player played last. Without a message bus there are no players to control.
    private func followPlayers() -> AssistantSession.Work {
        { [mediaPlayers] _ in try? await mediaPlayers.follow() }
    }

    /// Makes the wake word detector use what "jarvis wake calibrate" learns.
    private func followCalibration() -> AssistantSession.Work {
        { [spotter, calibrations = wakeCalibrations] _ in
            let changes = calibrations.changes()
            // The spotter may have read the calibration before its file was followed.
            spotter.recalibrate()
            for await _ in changes { spotter.recalibrate() }
        }
    }
}
