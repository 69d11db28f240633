// SPDX-License-Identifier: GPL-3.0-or-later
// Models too large for memory are detected before they are loaded.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct ModelRoomTests {
    private static let lack = "Cannot allocate memory"

    @Test func moreMemoryThanAProcessCanHaveIsUnavailable() {
        #expect(ModelRoom.isThere(1 << 20))
        // Addresses have at most 57 bits.
        #expect(!ModelRoom.isThere(1 << 60))
    }

    @Test(arguments: [1 << 60, Int.max, Int.min]) func aModelThatIsTooLargeIsReportedWithTheSystemsError(bytes: Int) {
        #expect(throws: SpeechModelFailure.modelNotLoaded(folder: "/model", reason: Self.lack)) {
            try ModelRoom.check(bytes, for: "/model")
        }
    }

    @Test func theSizeOfARecognizerIsThatOfItsFiles() throws {
        let folder = try TemporaryFolder()
        for name in ["encoder_model.ort", "decoder_model_merged.ort", "tokens.txt"] {
            try AtomicFile.write(folder.path + "/" + name, [1])
        }
        let model = RecognizerModel(folder: folder.path)
        try model.checkRoom()
        // A sparse file takes no space on disk.
        try #require(truncate(folder.path + "/encoder_model.ort", 1 << 43) == 0)
        let isUnlimited = WholeFile.text("/proc/sys/vm/overcommit_memory")?.first == "1"
        guard !isUnlimited else { return }
        #expect(throws: SpeechModelFailure.modelNotLoaded(folder: folder.path, reason: Self.lack)) {
            try model.checkRoom()
        }
    }

    /// Missing files are reported by the code that needs them.
    @Test func aMissingModelPassesTheMemoryCheck() throws {
        try RecognizerModel(folder: "/nonexistent").checkRoom()
    }
}
