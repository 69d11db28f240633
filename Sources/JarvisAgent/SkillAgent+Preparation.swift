// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares answers while the speaker may still go on: the whole answer if it changes nothing, otherwise only a forecast
// of its first sentence.

public import JarvisCore
import JarvisUnderstanding
import Synchronization

extension SkillAgent {
    /// Starts loading the language files and the application list, so that the first request need not wait.
    public func warmUp() {
        _ = understanding.newest()
        _ = applications.newest()
    }

    /// True if the request only reads local information, so that its answer can be prepared. This runs while the user
    /// speaks: it reads no files, and returns false before the applications have been read once.
    public func canPrepare(_ request: AgentRequest) -> Bool {
        guard let reading = onlyReading(of: request) else { return false }
        return reading.deed == .tells
    }

    /// Predicts the first sentence of a skill that changes something, by a dry run on stand-ins for the stores and the
    /// launcher. Returns nil unless the request is certain and the skill allows dry runs.
    public func forecast(of request: AgentRequest) async -> String? {
        guard let reading = onlyReading(of: request), !reading.onlyTells, reading.skill.allowsDryRun,
            let reader = understanding.newest()
        else { return nil }
        var invocation = invocation(of: request, after: memory.withLock(\.current), reader)
        invocation.services.reminders = DryRunReminders(of: services.reminders)
        invocation.services.launcher = DryRunLauncher(applications: applications.newestList())
        (invocation.services.lists, invocation.services.stopwatch) = (nil, nil)
        (invocation.services.models, invocation.services.online) = (nil, nil)
        invocation.services.desktop.window = nil
        // This settlement never comes, so nothing that waits for the final request happens.
        invocation.request.settlement = Settlement(isSettled: false)
        return try? await reading.answer(invocation.asking(reading)).clauses.first
    }

    /// The reading of a request that is certain and stands alone; otherwise nil.
    private func onlyReading(of request: AgentRequest) -> Reading? {
        guard !request.isFollowUp, !StopPhrases.isStopPhrase(request.text),
            let applications = applications.newest(), let reader = understanding.newest(),
            case .certain(let reading) = reader.read(utterance(of: request), applications: applications)
        else { return nil }
        // Exclude corrections, which undo something, and several requests, of which one may change something.
        let lexicon = reader.pack.lexicon
        let utterance = utterance(of: request)
        guard FollowUpPhrase(utterance, lexicon: lexicon).kind != .correction,
            SeveralRequests.read(utterance, whole: .certain(reading), reader, applications) == nil
        else { return nil }
        return reading
    }
}
