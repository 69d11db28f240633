// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation after the demo's question: a request, a correction, a reference to the previous request, an undo.

import JarvisCore
import JarvisPlatform

/// The conversation's turns, and how well they went.
struct DemoConversation {
    /// A request and its answer, which are empty if unrecognized or unanswered.
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

    /// The recorded requests, in `data/demo/conversation/1.wav` and so on, made with Flite's rms voice.
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
