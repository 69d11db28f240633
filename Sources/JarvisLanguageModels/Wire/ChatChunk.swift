// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of a streamed answer as both protocols tell it. Pure.

/// One piece of an answer.
struct ChatChunk: Hashable {
    /// More of the answer, which may still hold what the model thinks between its marks.
    var text = ""
    /// The server says that the model is thinking.
    var isReasoning = false
    var fragments: [ToolCallFragment] = []
    /// The reason to end, once the server gives one.
    var end: ChatEnd?
    /// Nothing follows, also where no reason was given.
    var isLast = false
}

/// A part of a call of a tool.
struct ToolCallFragment: Hashable {
    /// Which of several calls it belongs to; some servers leave it out.
    var index: Int?
    var id: String?
    var name: String?
    /// More of the arguments' text.
    var arguments = ""
    /// The arguments came as an object: the call is complete.
    var isWhole = false
}
