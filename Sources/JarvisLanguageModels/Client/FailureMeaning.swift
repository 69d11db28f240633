// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets server errors: different servers report the same problem with different statuses and words. Pure.

import JarvisCore

/// The appropriate reaction to an error.
enum FailureMeaning: Equatable {
    /// The model is being loaded: retry.
    case loading
    case overloaded
    /// The conversation exceeds the model's context.
    case tooLong
    /// The server or the model does not support tools.
    case withoutTools(String)
    case keyRefused
    case modelMissing
    case limited
    /// The connection broke off.
    case broken
    case other

    init(_ failure: ServerFailure) {
        switch failure.kind {
        case .rejected(let status, let message): self = Self.rejection(status, message)
        case .closedEarly: self = .broken
        default: self = .other
        }
    }

    private static func rejection(_ status: Int, _ message: String) -> FailureMeaning {
        let words = message.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains(where: words.contains) }
        if says("does not support tools", "tools param requires", "tool choice requires", "tool-call-parser") {
            return .withoutTools(message)
        }
        if says(
            "context length", "context size", "context window", "context_length", "maximum context", "too many tokens",
            "prompt is too long", "exceeds the available context", "n_ctx")
        {
            return .tooLong
        }
        switch status {
        case 401, 403: return .keyRefused
        case 404: return .modelMissing
        case 413: return .tooLong
        case 429: return .limited
        case 503: return says("loading") ? .loading : .overloaded
        default:
            if says("loading model", "model is loading") { return .loading }
            if says("model"), says("not found", "does not exist", "not loaded", "no models", "is required") {
                return .modelMissing
            }
            return .other
        }
    }
}
