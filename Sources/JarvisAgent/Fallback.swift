// SPDX-License-Identifier: GPL-3.0-or-later
// The honest answer to what no skill can do.

import JarvisCore

/// Says that a question is beyond the built-in skills, and what works instead.
enum Fallback {
    static func reply(to utterance: Utterance, nearest: (any Skill)?) -> SkillReply {
        guard !utterance.words.isEmpty else {
            return SkillReply("I didn't catch that. Say \"what can you do\" to hear what I can help with.")
        }
        if let example = nearest?.help.examples.first {
            return SkillReply("I can't do that offline. You can say, for example, \"\(example)\".")
        }
        return SkillReply(
            "I can't answer that offline. I can help with the time, timers, sums, notes and your computer. "
                + "Say \"what can you do\" to hear more.")
    }
}
