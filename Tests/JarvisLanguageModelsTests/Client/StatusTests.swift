// SPDX-License-Identifier: GPL-3.0-or-later
// Errors with a misleading or uninformative status.

import JarvisCore
import JarvisLanguageModels
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct StatusTests {
    private func failure(
        _ kind: LanguageModelKind, _ serve: @escaping @Sendable (FakeConnection) -> Void
    ) async throws -> (kind: LanguageModelFailure.Kind?, requests: Int) {
        let count = RequestCount()
        let rig = try ModelRig(kind, path: "", limits: { $0.firstRetry = .milliseconds(20) }) { connection in
            while let request = connection.readRequest() {
                // A slow server is also asked whether its model is loaded.
                guard request.head.hasPrefix("POST ") else { return }
                _ = count.next()
                serve(connection)
            }
        }
        return (try await rig.ask().failure, count.next() - 1)
    }

    private func rejection(_ kind: LanguageModelFailure.Kind?) -> ServerFailure.Kind? {
        guard case .server(let failure) = kind else { return nil }
        return failure.kind
    }

    @Test(arguments: LanguageModelKind.allCases)
    func serverErrorIsReportedVerbatimWithoutARetry(kind: LanguageModelKind) async throws {
        let found = try await failure(kind) { $0.reject("500 Internal Server Error", "llama runner has ended") }
        #expect(rejection(found.kind) == .rejected(status: 500, message: "llama runner has ended"))
        #expect(found.requests == 1)
    }

    @Test(arguments: LanguageModelKind.allCases)
    func errorWithASuccessStatusIsAFailure(kind: LanguageModelKind) async throws {
        for body in [#"{"error":"out of memory"}"#, #"{"error":{"message":"out of memory"}}"#] {
            let type = kind == .ollama ? "application/x-ndjson" : "application/json"
            let found = try await failure(kind) { $0.respond("200 OK", type: type, Array(body.utf8)) }
            guard case .rejected(_, "out of memory") = rejection(found.kind) else {
                Issue.record("\(body): \(String(describing: found.kind))")
                continue
            }
        }
    }

    @Test func loadingReportedWithASuccessStatusIsRetried() async throws {
        let count = RequestCount()
        let rig = try ModelRig(path: "", limits: { $0.firstRetry = .milliseconds(20) }) { connection in
            while connection.readRequest() != nil {
                let number = count.next()
                if number > 2 {
                    connection.answer("Hi")
                } else {
                    connection.respond(Array(#"{"error":{"code":503,"message":"Loading model"}}"#.utf8))
                }
            }
        }
        let answer = try await rig.ask()
        #expect(answer.text == "Hi" && answer.isLoading)
    }

    @Test(arguments: LanguageModelKind.allCases)
    func emptyBodyIsAFailure(kind: LanguageModelKind) async throws {
        let found = try await failure(kind) { $0.respond("200 OK", type: "text/plain", []) }
        #expect(found.kind != nil, "nothing was said")
    }
}
