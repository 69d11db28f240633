// SPDX-License-Identifier: GPL-3.0-or-later
// What can be worked out of an answer while the speaker may still go on: all of it where nothing is changed, and of what
// changes something how it will begin.

public import JarvisCore
import JarvisUnderstanding
import Synchronization

extension SkillAgent {
    /// Gets the files of the language and the applications read, so that the first request does not wait for them.
    public func warmUp() {
        _ = understanding.newest()
        _ = applications.newest()
    }

    /// What a skill that only tells would answer. Called while somebody speaks: nothing is read from files meanwhile, and
    /// nothing is prepared before the applications have been read for the first time.
    public func canPrepare(_ request: AgentRequest) -> Bool {
        guard let reading = onlyReading(of: request) else { return false }
        return reading.deed == .tells
    }

    /// What a skill that changes something will say of it, most likely: it does it to doubles of what it would change, and has
    /// nothing else to change.
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
        // Its own, which never comes: what waits for the request to be final is not done.
        invocation.request.settlement = Settlement(isSettled: false)
        return try? await reading.answer(invocation.asking(reading)).clauses.first
    }

    /// What a request means, if there is no doubt, and nothing else beside it.
    private func onlyReading(of request: AgentRequest) -> Reading? {
        guard !request.isFollowUp, !StopPhrases.isStopPhrase(request.text),
            let applications = applications.newest(), let reader = understanding.newest(),
            case .certain(let reading) = reader.read(utterance(of: request), applications: applications)
        else { return nil }
        // A correction takes something back, and several requests may change something.
        let lexicon = reader.pack.lexicon
        let utterance = utterance(of: request)
        guard FollowUpPhrase(utterance, lexicon: lexicon).kind != .correction,
            SeveralRequests.read(utterance, whole: .certain(reading), reader, applications) == nil
        else { return nil }
        return reading
    }
}
