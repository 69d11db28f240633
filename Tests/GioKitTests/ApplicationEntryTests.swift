// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import FoundationEssentials
import GioKit
import JarvisTesting
import Synchronization
import Testing

struct ApplicationEntryTests {
    @Test func manyThreadsReadOneApplication() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.desktop"
        try Data("[Desktop Entry]\nType=Application\nName=Alpha\nKeywords=one;two;\nExec=true\n".utf8)
            .write(to: URL(filePath: path))
        let entry = try #require(ApplicationEntry(file: path))
        let right = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            let isRight =
                entry.name == "Alpha" && entry.keywords == ["one", "two"] && entry.untranslatedName == "Alpha"
            if isRight { right.add(1, ordering: .relaxed) }
        }
        #expect(right.load(ordering: .relaxed) == 200)
        #expect(!entry.isStartedByBus && entry.isShown)
        #expect(ApplicationEntry(file: folder.path + "/none.desktop") == nil)
    }
}
