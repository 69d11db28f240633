// SPDX-License-Identifier: GPL-3.0-or-later
// Mentions a damaged user file in the next reply: the answer to "add milk to my list" also says that some items may be
// missing.

import JarvisCore
import Synchronization

extension SkillAgent {
    /// Adds to an answer a mention of any damage to the user's files that no earlier reply has mentioned.
    func tellingDamage(_ answer: SkillAnswer?, _ request: AgentRequest) async throws -> SkillAnswer? {
        guard let answer, !answer.reply.isNotMine, !answer.reply.isNotAddressed else { return answer }
        let found = await services.damage
        guard toldDamage.withLock({ !$0.isSuperset(of: found) }) else { return answer }
        // A rehearsed answer may never be heard, so wait until the request is final.
        try await request.settlement.wait()
        let news = toldDamage.withLock { told in found.filter { told.insert($0).inserted } }
        var told = answer
        let sentences = news.flatMap(\.spoken)
        // Keep a question at the end.
        let place = told.reply.followUp == .none ? told.reply.clauses.count : max(0, told.reply.clauses.count - 1)
        told.reply.clauses.insert(contentsOf: sentences, at: place)
        return told
    }
}

extension SkillServices {
    /// Damage to the files that skills change.
    var damage: [Notice] {
        get async {
            var notices = await reminders.notices
            if let lists { notices += await lists.notices }
            if let stopwatch { notices += await stopwatch.notices }
            return notices + settingsDamage
        }
    }

    /// Damage to the settings file. Single bad settings are reported elsewhere.
    var settingsDamage: [Notice] {
        settings.notices.filter { if case .settingsDamaged = $0 { true } else { false } }
    }
}

extension Notice {
    /// Sentences to speak, without file names.
    fileprivate var spoken: [String] {
        switch self {
        case .remindersDamaged(_, _, let copy):
            Self.sentences("Your reminders file", "some timers, alarms or reminders may be missing", copy)
        case .listsDamaged(_, _, let copy): Self.sentences("Your lists file", "some items may be missing", copy)
        case .settingsDamaged(_, _, let copy):
            Self.sentences("Your settings file", "some settings may be back to their defaults", copy)
        case .fileDamaged(let path, _, let copy):
            Self.sentences(
                path.hasSuffix("/stopwatch.json") ? "Your stopwatch file" : "One of my files",
                "some of its data may be missing", copy)
        default: []
        }
    }

    private static func sentences(_ file: String, _ consequence: String, _ copy: String?) -> [String] {
        let told = "\(file) was damaged, so \(consequence)."
        return copy == nil ? [told] : [told, "I've kept a copy."]
    }
}
