// SPDX-License-Identifier: GPL-3.0-or-later
// Judges whether the recognized text makes the agent do the same as the spoken text: the same skill, values and answer.

import JarvisAgent
import JarvisCore
import JarvisControlTesting
import JarvisRecognition
import JarvisSkills
import JarvisTesting
import Synchronization

/// A judge for one check. It caches answers, since candidates recur with every voice.
final class AnswerJudge: Sendable {
    private struct Answer: Equatable {
        var text = ""
        var skill: String?
        var values: [String: String] = [:]
    }

    private let known = Mutex<[String: Answer]>([:])

    private struct Machine: Launcher, SystemStatusReader {
        func applications() -> [InstalledApplication] {
            ["Firefox ESR", "GNOME Calculator", "GNOME Terminal", "Files", "LibreOffice Writer", "Text Editor", "GIMP"]
                .map { InstalledApplication(id: "\($0).desktop", name: $0) }
        }
        func open(_ application: InstalledApplication) throws {}
        func open(address: String) throws {}
        func read() async -> SystemStatus { SystemStatus(batteryPercent: 80, uptimeSeconds: 60) }
    }

    static func agent() -> SkillAgent {
        SkillAgent(
            services: SkillServices(
                history: FakeConversationStore(), settings: FakeSettingsStore(), reminders: FakeReminderStore(),
                synthesizer: FakeSynthesizer(), launcher: Machine(), status: Machine(),
                desktop: FakeDesktop().controls, clock: FakeWallClock(), pick: { _ in 0 }))
    }

    /// The recognizer with the agent's own grammar, as in the program.
    func recognizer(_ kind: RecognizerUnderTest = RecognizerUnderTest.chosen.last ?? .neural) -> PocketSphinxRecognizer
    {
        let agent = Self.agent()
        let words = agent.vocabulary
        return kind.make(
            patterns: agent.patterns,
            vocabulary: GrammarVocabulary(
                applications: words[.application] ?? [], websites: words[.website] ?? [], voices: words[.voice] ?? [],
                units: words[.unit] ?? []))
    }

    func isSame(_ heard: String, as said: String) async throws -> Bool {
        if heard == said { return true }
        let answer = try await answer(heard)
        return answer == (try await self.answer(said)) && answer.skill != nil
    }

    private func answer(_ text: String) async throws -> Answer {
        if let answer = known.withLock({ $0[text] }) { return answer }
        var answer = Answer()
        let request = AgentRequest(turn: TurnID(rawValue: 1), text: text, source: .voice)
        do {
            for try await update in Self.agent().respond(to: request) {
                switch update {
                case .clause(let clause): answer.text += clause + " "
                case .finished(let summary): (answer.skill, answer.values) = (summary.skill, summary.values)
                case .notMine, .notAddressed, .progress, .tool, .consentNeeded: break
                }
            }
        } catch {
            // A misheard request may need something that the test environment lacks.
            answer.text += "failed: \(error)"
        }
        known.withLock { $0[text] = answer }
        return answer
    }
}
