// SPDX-License-Identifier: GPL-3.0-or-later
// What was done, or was to be done, with a tool of a server: as the window shows it and the history keeps it.

/// One call of a tool, for people.
public struct ToolAction: Hashable, Sendable {
    /// Who has allowed it.
    public enum Ground: String, Hashable, Sendable {
        /// The user, for good, some time before.
        case kept
        /// The user, asked this time.
        case answer
        /// The user, asked this time, for good.
        case always
        /// The user, with the command itself.
        case command
    }

    /// What the user calls the server.
    public var server: String
    /// The server's own name of the tool.
    public var tool: String
    /// Everything that is sent.
    public var arguments: [ConsentRequest.Argument]
    /// Nil while it is not allowed.
    public var ground: Ground?
    /// How long the result was, before anything was cut.
    public var resultBytes: Int?
    public var milliseconds: Int64?
    /// Why nothing came of it, in words.
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

    /// A sentence or two, for searches and for exports.
    public var text: String {
        let given = arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        let call = "\(tool) of \(server)" + (given.isEmpty ? "." : ", with \(given).")
        if let failure { return "\(call) \(failure)" }
        return resultBytes.map { "\(call) It returned \($0) bytes." } ?? call
    }
}
