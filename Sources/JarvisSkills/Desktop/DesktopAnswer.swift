// SPDX-License-Identifier: GPL-3.0-or-later
// What the skills of the desktop share: what could not be done is said in the words of its port.

import JarvisAgent
import JarvisCore

enum DesktopAnswer {
    /// The handler, whose failures of ports become sentences: a missing player is an answer, not a fault of JARVIS.
    static func explaining(_ handler: @escaping SkillIntent.Handler) -> SkillIntent.Handler {
        { invocation in
            do {
                return try await handler(invocation)
            } catch let failure as any ExplainedFailure {
                return SkillReply(failure.explained(to: .window).text)
            }
        }
    }
}

extension SkillIntent {
    /// An intent that controls the desktop.
    static func desktop(
        _ deed: DeedKind, _ name: String, _ patterns: [String], typed: [String] = [], answer: @escaping Handler
    ) -> SkillIntent {
        SkillIntent(deed, patterns, typed: typed, named: name, answer: DesktopAnswer.explaining(answer))
    }
}

extension DeferredAction {
    /// What is done to the desktop later, with its failures said.
    static func desktop(_ perform: @escaping SkillIntent.Handler) -> DeferredAction {
        DeferredAction(DesktopAnswer.explaining(perform))
    }
}
