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
    /// The server or the model does not accept this part of the request.
    case unsupported(RequestForm.Part)
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
        case .keyMissing: self = .keyRefused
        default: self = .other
        }
    }

    private static func rejection(_ status: Int, _ message: String) -> FailureMeaning {
        let words = message.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains(where: words.contains) }
        if says(
            "does not support tools", "tools param requires", "tool choice requires", "tool-call-parser",
            "tools are not supported", "tools is not supported", "tool use is not supported", "support tool use",
            "support function calling", "function calling is not", "tool calling is not", "error parsing tool call")
        {
            return .withoutTools(message)
        }
        if let part = unsupported(status, says) { return .unsupported(part) }
        if says(
            "context length", "context size", "context window", "context_length", "maximum context", "too many tokens",
            "prompt is too long", "exceeds the available context", "n_ctx")
        {
            return .tooLong
        }
        // LiteLLM's words for a key that it does not know.
        if says("no connected db") { return .keyRefused }
        switch status {
        case 401, 403: return .keyRefused
        case 404: return .modelMissing
        case 413: return .tooLong
        case 429: return .limited
        case 503: return says("loading") ? .loading : .overloaded
        default:
            if says("loading model", "model is loading") { return .loading }
            if says("model"),
                says("not found", "does not exist", "not loaded", "no models", "is required", "invalid model name")
            {
                return .modelMissing
            }
            return .other
        }
    }

    /// The part of the request that an error is about; nil if it is about something else.
    private static func unsupported(_ status: Int, _ says: (String...) -> Bool) -> RequestForm.Part? {
        guard [0, 400, 422, 500, 501].contains(status) else { return nil }
        if says("system role", "system message", "'system'", "roles must alternate", "user and assistant roles"),
            says("not support", "unsupported", "must alternate", "only user", "not allowed", "invalid role")
        {
            return .instructions
        }
        let isRefusal = says(
            "not support", "unsupported", "unrecognized", "unknown", "not permitted", "not allowed", "extra inputs",
            "unexpected", "deprecated", "does not exist", "only the default")
        guard isRefusal else { return nil }
        if says("max_tokens", "max_completion_tokens") { return .length }
        return says("temperature") ? .temperature : nil
    }
}
