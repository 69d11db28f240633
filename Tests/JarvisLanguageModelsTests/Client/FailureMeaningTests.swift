// SPDX-License-Identifier: GPL-3.0-or-later
// How status codes and messages of servers map to failure meanings.

import JarvisCore
import Testing

@testable import JarvisLanguageModels

struct FailureMeaningTests {
    @Test(arguments: [
        (503, "Loading model", FailureMeaning.loading),
        (503, "the server is overloaded", .overloaded),
        (400, "request (3139 tokens) exceeds the available context size (512 tokens), try increasing it", .tooLong),
        (400, "This model's maximum context length is 8192 tokens.", .tooLong),
        (413, "", .tooLong),
        (404, "model \"x\" not found, try pulling it first", .modelMissing),
        (404, "", .modelMissing),
        (400, "model is required", .modelMissing),
        (400, "No models loaded. Please load a model in the developer page", .modelMissing),
        (400, "Invalid model name passed in model=gpt-9. Call `/v1/models` to view available models", .modelMissing),
        (400, "No connected db.", .keyRefused),
        (401, "", .keyRefused), (403, "", .keyRefused), (429, "", .limited),
        (500, "out of memory", .other), (400, "unexpected field", .other), (0, "broken", .other),
        (500, "this custom template is not supported, try using --jinja", .other),
    ])
    func statusAndMessageDetermineTheMeaning(status: Int, message: String, expected: FailureMeaning) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: status, message: message))
        #expect(FailureMeaning(failure) == expected)
    }

    @Test(arguments: [
        (500, "tools param requires --jinja flag"),
        (500, "error parsing tool call: raw='{\"name\"', err=unexpected end of JSON input"),
        (404, "No endpoints found that support tool use."),
        (400, "Tools are not supported for this model"),
        (400, "registry.example/library/gemma:2b does not support tools"),
        (400, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"),
    ])
    func missingToolSupportIsRecognized(status: Int, message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: status, message: message))
        #expect(FailureMeaning(failure) == .withoutTools(message))
    }

    @Test(arguments: [
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens: Extra inputs are not permitted", "Unrecognized request argument supplied: max_completion_tokens",
    ])
    func aRefusedLengthIsRecognized(message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: 400, message: message))
        #expect(FailureMeaning(failure) == .unsupported(.length))
    }

    @Test(arguments: [
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        "`temperature` is deprecated for this model.",
    ])
    func aRefusedTemperatureIsRecognized(message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: 400, message: message))
        #expect(FailureMeaning(failure) == .unsupported(.temperature))
    }

    @Test(arguments: [
        "System role not supported", "Conversation roles must alternate user/assistant/user/assistant/...",
        "Only user and assistant roles are supported!", "Unsupported role: system message",
    ])
    func refusedInstructionsAreRecognized(message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: 400, message: message))
        #expect(FailureMeaning(failure) == .unsupported(.instructions))
    }

    @Test(arguments: [
        (429, "temperature is unknown"), (400, "temperature must be below 2"), (500, "the system is full"),
    ])
    func otherFaultsAreNotRefusedParts(status: Int, message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: status, message: message))
        if case .unsupported = FailureMeaning(failure) { Issue.record("\(message)") }
    }

    @Test func onlyAnEarlyCloseMeansABrokenConnection() {
        #expect(FailureMeaning(ServerFailure(server: "s", kind: .closedEarly)) == .broken)
        #expect(FailureMeaning(ServerFailure(server: "s", kind: .refused)) == .other)
    }
}
