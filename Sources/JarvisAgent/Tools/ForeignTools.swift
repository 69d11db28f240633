// SPDX-License-Identifier: GPL-3.0-or-later
// The port of tools that are not skills, such as those of tool servers, as a language model uses them.

package import JarvisCore
package import JarvisPlatform

/// A tool that a model may be told of.
package struct ForeignTool: Hashable, Sendable {
    /// For the model: 1 to 64 of `A-Z a-z 0-9 _ -`, like no other tool's.
    package var name: String
    package var summary: String
    /// The JSON schema of its arguments.
    package var parameters: JSONObject

    package init(name: String, summary: String, parameters: JSONObject) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
    }
}

/// Who reads the result of a call: a model, on this computer or another, and whether it has read text of others, which
/// may try to give it orders.
package struct ResultReader: Hashable, Sendable {
    /// It has read such text in this turn.
    package var hasReadInTurn: Bool
    /// It has in this turn or before, in what it is told of the conversation.
    package var hasReadBefore: Bool
    /// The other computer that the model is on; nil for this one.
    package var host: String?

    package init(hasReadInTurn: Bool = false, hasReadBefore: Bool = false, host: String? = nil) {
        self.host = host
        self.hasReadInTurn = hasReadInTurn
        self.hasReadBefore = hasReadBefore
    }
}

/// What came of a call, for the model.
package enum ForeignResult: Hashable, Sendable {
    /// Done: the result, marked as data, and a sentence for the user should the model say nothing.
    case done(result: String, told: String)
    /// Not done, or failed, with the reason.
    case refused(String)
}

/// Tools that are not skills.
package protocol ForeignTools: Sendable {
    /// Those that have words in common with a request, the nearest first.
    /// - Parameter taken: Names that other tools have.
    func offered(for request: AgentRequest, limit: Int, taken: Set<String>) async -> [ForeignTool]
    /// Calls one that was offered. It reports the call, and asks the user where that is needed.
    /// - Throws: `CancellationError`.
    func use(
        _ tool: ForeignTool, _ values: JSONObject, as id: ToolCallID, in request: AgentRequest,
        for reader: ResultReader,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> ForeignResult
    /// What replies that repeat such results are marked with in the history.
    var skill: String { get }
}
