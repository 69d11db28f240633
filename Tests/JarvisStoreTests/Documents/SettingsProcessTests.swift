// SPDX-License-Identifier: GPL-3.0-or-later
// Settings changed by several processes at once, such as the window and the command line.

import JarvisCore
import JarvisStore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized) struct SettingsProcessTests {
    @Test func twoProcessesLoseNoneOfAThousandChanges() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/settings.json"
        let store = JSONSettingsStore(path: path)
        let changes = store.changes()
        let children = try ["a", "b"].map { try LineChild.storeCheck(["settings-loop", path, "500", $0]) }
        // Meanwhile this store changes other settings, as the window would.
        for number in 1...50 { try await store.update { $0.particleCount = Double(number) }.value }
        for child in children {
            #expect(child.lines() == ["done"])
            #expect(child.wait() == 0)
        }
        let kept = JSONSettingsStore(path: path).current
        for letter in ["a", "b"] {
            #expect(kept.calendarFiles.count { String($0) == letter } == 500, "changes of \(letter)")
        }
        #expect(kept.particleCount == 50)
        // An open store follows the changes by itself.
        for await seen in changes where seen.calendarFiles.count == 1000 {
            #expect(seen == kept)
            break
        }
    }
}
