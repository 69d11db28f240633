// SPDX-License-Identifier: GPL-3.0-or-later
// One piece of a streamed answer, in either protocol. Pure.

/// The content of one piece: text, fragments of tool calls, and the end.
struct ChatChunk: Hashable {
    /// The text of the piece, which may include reasoning between marks.
    var text = ""
    /// The next part of the model's reasoning, where the server separates it from the answer.
    var reasoning = ""
    var fragments: [ToolCallFragment] = []
    /// The reason for the end, once the server gives one.
    var end: ChatEnd?
    /// Nothing follows, even if the server gave no reason.
    var isLast = false
}

/// A part of a tool call; the following pieces may continue it.
struct ToolCallFragment: Hashable {
    /// The index of the call that this is a part of; some servers omit it.
    var index: Int?
    var id: String?
    var name: String?
    /// The next part of the arguments' text.
    var arguments = ""
    /// The arguments came as an object, so the call is complete.
    var isWhole = false
}
