// SPDX-License-Identifier: GPL-3.0-or-later
// The port for tools that are not skills, such as those of tool servers, as a language model uses them.

package import JarvisCore
package import JarvisPlatform

/// A tool that may be offered to a model.
package struct ForeignTool: Hashable, Sendable {
    /// The name for the model: 1 to 64 of `A-Z a-z 0-9 _ -`, unique among all tools.
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

/// The model that reads the result of a call: where it runs, and whether it has read text by others, which may try to
/// give it orders.
package struct ResultReader: Hashable, Sendable {
    /// True if it has read such text in this turn.
    package var hasReadInTurn: Bool
    /// True if it has read such text in this turn or in the conversation that it was given.
    package var hasReadBefore: Bool
    /// The name of the other computer that the model runs on; nil for this one.
    package var host: String?

    package init(hasReadInTurn: Bool = false, hasReadBefore: Bool = false, host: String? = nil) {
        self.host = host
        self.hasReadInTurn = hasReadInTurn
        self.hasReadBefore = hasReadBefore
    }
}

/// The outcome of a call, for the model.
package enum ForeignResult: Hashable, Sendable {
    /// The call succeeded: the result, marked as data, and a sentence for the user in case the model says nothing.
    case done(result: String, told: String)
    /// The call was refused or failed, with the reason.
    case refused(String)
}

/// Tools that are not skills.
package protocol ForeignTools: Sendable {
    /// The tools that share words with a request, the nearest first, at most `limit`.
    /// - Parameter taken: The names of other tools, which must not be used again.
    func offered(for request: AgentRequest, limit: Int, taken: Set<String>) async -> [ForeignTool]
    /// Calls a tool that was offered. Reports the call, and asks the user where needed.
    /// - Throws: `CancellationError`.
    func use(
        _ tool: ForeignTool, _ values: JSONObject, as id: ToolCallID, in request: AgentRequest,
        for reader: ResultReader,
        _ report: @escaping @Sendable (AgentUpdate) -> Void
    ) async throws -> ForeignResult
    /// The skill name by which the history marks replies that repeat such results.
    var skill: String { get }
}
