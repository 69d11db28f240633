// SPDX-License-Identifier: GPL-3.0-or-later
// What a server tells of its model without being asked anything of the user's. Pure.

/// The facts that are known; nil for what is not.
struct ModelFacts: Hashable, Sendable {
    /// The longest context: of the model, or as its server was started.
    var contextTokens: Int?
    var takesTools: Bool?

    /// Options that the model can follow.
    /// - Parameter isSettable: The server takes the length of the context from the request; else it has the one it has.
    func applied(to options: ChatOptions, isSettable: Bool) -> ChatOptions {
        guard let contextTokens, contextTokens > 0 else { return options }
        var options = options
        // Where the user has set nothing, all of what the server has is used.
        let isUnset = options.contextTokens == ChatOptions.usualContextTokens
        options.contextTokens =
            isUnset && !isSettable ? contextTokens : min(options.contextTokens, contextTokens)
        return options
    }
}
