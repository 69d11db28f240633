// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

/// SIGKILL during every kind of change to a history: appending, deleting, compacting, sealing, migrating and importing.
@Suite(.timeLimit(.minutes(8)), .serialized) struct HistoryKillTests {
    @Test func killingAtRandomMomentsNeitherLosesNorDuplicatesMessages() async throws {
        var random = SeededGenerator(seed: 300)
        for _ in 0..<10 {
            let folder = try TemporaryFolder()
            var present: Set<String> = []
            var uncertain: Set<String> = []
            var gone: Set<String> = []
            // A history of the first version that is too long for one file.
            let old = try await JSONLinesConversationStore(folder: folder.path).append(
                texts: (0..<60).map { "message \($0)" })
            let text = try folder.text("messages.jsonl").replacing("\"version\":2", with: "\"version\":1")
            try folder.write(text.utf8, to: "messages.jsonl")
            present.formUnion(old.map(\.text))
            for round in 0..<30 {
                let child = try LineChild.storeCheck(["churn", folder.path])
                var lines: [String] = []
                // Every third child is killed while it seals what it found.
                if round % 3 > 0 { lines.append(try #require(child.line())) }
                // The experiment: kill the child at a random moment.
                usleep(UInt32.random(in: 0...60_000, using: &random))
                child.kill()
                for line in lines + child.lines() {
                    let words = line.split(separator: " ")
                    let message = "\(words[0] == "imported" ? "import" : "message") \(words[1])"
                    switch words[0] {
                    case "ack", "imported": present.insert(message)
                    case "going": uncertain.insert(message)
                    default: gone.insert(message)
                    }
                }
                let (texts, report) = try await reopened(folder.path)
                let found = Set(texts)
                #expect(texts.count == found.count, "doubled after round \(round)")
                #expect(present.subtracting(uncertain).isSubset(of: found), "lost after round \(round)")
                #expect(found.isDisjoint(with: gone), "back after round \(round)")
                #expect(report.writeFailure == nil)
                // From here on, the present state is certain.
                for message in uncertain where !found.contains(message) { gone.insert(message) }
                present.formUnion(found)
                present.subtract(gone)
                uncertain = []
            }
        }
    }
}
