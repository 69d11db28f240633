// SPDX-License-Identifier: GPL-3.0-or-later
// A call of a tool server's tool, as shown in the window and kept in the history.

/// One tool call, described for people.
public struct ToolAction: Hashable, Sendable {
    /// Who allowed it.
    public enum Ground: String, Hashable, Sendable {
        /// The user, by having answered "always" before.
        case kept
        /// The user, when asked, for this call only.
        case answer
        /// The user, when asked, for this call and all later ones.
        case always
        /// The user, by giving the command itself.
        case command
    }

    /// The failure of a call to which the user said no.
    public static let notAllowed = "Not allowed."
    /// The failure of a call about which the user said nothing in time.
    public static let unanswered = "No answer."
    /// The failures that are the user's answer.
    public static let denials: Set = [notAllowed, unanswered]

    /// The user's name for the server.
    public var server: String
    /// The tool's name on the server.
    public var tool: String
    /// Everything sent to the tool.
    public var arguments: [ConsentRequest.Argument]
    /// Who allowed the call; nil if it was declined.
    public var ground: Ground?
    /// Length of the result before any truncation.
    public var resultBytes: Int?
    public var milliseconds: Int64?
    /// Why it failed, in words.
    public var failure: String?

    public init(
        server: String, tool: String, arguments: [ConsentRequest.Argument] = [], ground: Ground? = nil,
        resultBytes: Int? = nil, milliseconds: Int64? = nil, failure: String? = nil
    ) {
        self.server = server
        self.tool = tool
        self.arguments = arguments
        self.ground = ground
        self.resultBytes = resultBytes
        self.milliseconds = milliseconds
        self.failure = failure
    }

    /// A sentence or two for searches and exports.
    public var text: String {
        let given = arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        let call = "\(server) › \(tool)" + (given.isEmpty ? "." : ", with \(given).")
        if let failure { return "\(call) \(failure)" }
        return resultBytes.map { "\(call) It returned \($0) bytes." } ?? call
    }
}
