// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation that follows the demo's question: a request, a correction, what refers to the request before, an undo.

import JarvisCore
import JarvisPlatform

/// What is said, turn by turn, and what came of it.
struct DemoConversation {
    /// One request and its answer; what was not heard or not answered is empty.
    struct Turn {
        var asked: String
        var heard = ""
        var answered = ""
        var skill = ""

        var json: JSONValue {
            .object([
                "asked": .text(asked), "heard": .text(heard), "answered": .text(answered), "skill": .text(skill),
            ])
        }
    }

    /// The recordings `data/demo/conversation/1.wav` and on, made with Flite's rms voice.
    static let requests = [
        "set a timer for ten minutes",
        "no, make it twenty minutes",
        "how much time is left",
        "undo that",
        "what is twelve times nine",
        "and half of that",
    ]

    static func recording(of number: Int) -> String { "data/demo/conversation/\(number + 1).wav" }

    var turns: [Turn] = []

    var json: JSONValue { .array(turns.map(\.json)) }
}
