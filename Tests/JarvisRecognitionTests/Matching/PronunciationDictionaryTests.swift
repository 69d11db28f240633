// SPDX-License-Identifier: GPL-3.0-or-later
// A missing dictionary and an unreadable one fail differently: installing it helps only if it is missing.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisRecognition

struct PronunciationDictionaryTests {
    private func failure(_ path: String) -> RecognitionFailure? {
        var dictionary = PronunciationDictionary()
        do {
            try dictionary.add(["hello"], from: path)
            return nil
        } catch {
            return error as? RecognitionFailure
        }
    }

    @Test func aMissingOrEmptyFileIsReportedAsMissing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/words.dict"
        #expect(failure(path) == .modelMissing(path: path))
        try AtomicFile.write(path, [])
        #expect(failure(path) == .modelMissing(path: path))
        try AtomicFile.write(path, Array("hello HH AH L OW\n".utf8))
        #expect(failure(path) == nil)
    }

    /// The folder stands for any file that cannot be mapped.
    @Test func anUnmappableFileIsAnEngineFailure() throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write(folder.path + "/content", [1])
        guard case .engineFailed(let reason) = failure(folder.path) else {
            Issue.record("\(String(describing: failure(folder.path)))")
            return
        }
        #expect(reason.hasPrefix(folder.path + ": "))
    }
}
