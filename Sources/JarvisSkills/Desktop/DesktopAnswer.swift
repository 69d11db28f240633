// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the desktop skills: turns a port's failure into a reply in the port's own words.

import JarvisAgent
import JarvisCore

enum DesktopAnswer {
    /// Wraps a handler so that a port's failure becomes a reply: a missing player is an answer, not a fault of JARVIS.
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
    /// An action on the desktop for later, such as an undo. Its failures become replies too.
    static func desktop(_ perform: @escaping SkillIntent.Handler) -> DeferredAction {
        DeferredAction(DesktopAnswer.explaining(perform))
    }
}
