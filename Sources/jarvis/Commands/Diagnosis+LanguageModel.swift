// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: checks the language-model server in use.

import JarvisCommands
import JarvisCore
import JarvisLanguageModels

extension Diagnosis {
    /// The finding for the server in use; empty, and without any connection, if none is in use.
    func languageModel() -> [Finding] {
        let (part, models) = ("language model", composition.languageModels)
        do {
            guard let active = try runBlocking({ try await models.active() }) else { return [] }
            let server = active.server
            let start = ContinuousClock.now
            let names = try runBlocking { try await active.model.models() }
            let milliseconds = Int(((ContinuousClock.now - start) / .milliseconds(1)).rounded())
            guard server.model.isEmpty || names.isEmpty || names.contains(where: Self.means(server.model)) else {
                let failure = LanguageModelFailure(
                    model: server.name, kind: .modelMissing(server.model, known: names))
                return [.failed(part, "\(server.name): unknown model", fix: failure.commandAdvice)]
            }
            let model = server.model.isEmpty ? "its own model" : server.model
            return [.ok(part, "\(server.name) answers in \(milliseconds) ms with \(model)")]
        } catch {
            return [.failed(part, "the server isn't responding", fix: commandAdvice(for: error) ?? "\(error)")]
        }
    }

    /// Returns a function that compares names with this one: Ollama lists "llama3.2:latest" for "llama3.2".
    private static func means(_ model: String) -> (String) -> Bool { { $0 == model || $0 == model + ":latest" } }
}
