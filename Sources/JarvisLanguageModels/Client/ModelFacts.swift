// SPDX-License-Identifier: GPL-3.0-or-later
// The facts that a server reports about its model. Asking for them sends none of the user's data. Pure.

/// Facts about a model; nil where the server doesn't report them.
struct ModelFacts: Hashable, Sendable {
    /// The longest context in tokens: the model's own limit, or the size that the server was started with.
    var contextTokens: Int?
    var takesTools: Bool?

    /// Adjusts options to what the model supports.
    /// - Parameter isSettable: True if each request sets the context size; otherwise the server's size is fixed.
    func applied(to options: ChatOptions, isSettable: Bool) -> ChatOptions {
        guard let contextTokens, contextTokens > 0 else { return options }
        var options = options
        // Unless the user has set a limit, the server's whole context is used.
        let isUnset = options.contextTokens == ChatOptions.usualContextTokens
        options.contextTokens =
            isUnset && !isSettable ? contextTokens : min(options.contextTokens, contextTokens)
        return options
    }
}
