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
        (400, "registry.example/library/gemma:2b does not support tools"),
        (400, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"),
    ])
    func missingToolSupportIsRecognized(status: Int, message: String) {
        let failure = ServerFailure(server: "s", kind: .rejected(status: status, message: message))
        #expect(FailureMeaning(failure) == .withoutTools(message))
    }

    @Test func onlyAnEarlyCloseMeansABrokenConnection() {
        #expect(FailureMeaning(ServerFailure(server: "s", kind: .closedEarly)) == .broken)
        #expect(FailureMeaning(ServerFailure(server: "s", kind: .refused)) == .other)
    }
}
