// SPDX-License-Identifier: GPL-3.0-or-later
// A truncated library file, which would end the process when the linker maps it.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct LibraryFileTests {
    /// This program's file has the same format.
    private static let program = "/proc/self/exe"

    @Test func aCompleteFileIsNotTruncated() throws {
        let file = try #require(MappedFile(path: Self.program))
        #expect(!LibraryFile.isCutShort(file.bytes))
    }

    @Test(arguments: [64, 1_000, 100_000, -100_000, -1]) func anEarlyEndIsDetectedAsTruncation(length: Int) throws {
        let file = try #require(MappedFile(path: Self.program))
        let count = length > 0 ? length : file.bytes.count + length
        #expect(LibraryFile.isCutShort(UnsafeRawBufferPointer(rebasing: file.bytes[..<count])))
    }

    /// The linker reports what is wrong with them.
    @Test func otherFilesAreNotReportedAsTruncated() throws {
        let file = try #require(MappedFile(path: Self.program))
        #expect(!LibraryFile.isCutShort(UnsafeRawBufferPointer(rebasing: file.bytes[..<63])))
        let text = Array("no library, but a text of more than sixty-four characters in one line".utf8)
        #expect(!text.withUnsafeBytes(LibraryFile.isCutShort))
    }

    /// Offsets and sizes beyond any file must not overflow.
    @Test func aDamagedHeaderCountsAsTruncated() throws {
        let file = try #require(MappedFile(path: Self.program))
        for place in [32, 40] {
            var bytes = Array(file.bytes[..<4_096])
            for offset in 0..<8 { bytes[place + offset] = 0xFF }
            #expect(bytes.withUnsafeBytes(LibraryFile.isCutShort))
        }
    }

    @Test func aTruncatedLibraryIsNotOpened() throws {
        let folder = try TemporaryFolder()
        let file = try #require(MappedFile(path: Self.program))
        let (library, runtime) = (folder.path + "/" + SherpaOnnxLibrary.fileName, folder.path + "/libonnxruntime.so")
        // Other kinds of files are left to the linker.
        for (path, other) in [(library, runtime), (runtime, library)] {
            try AtomicFile.write(path, Array(file.bytes[..<1_000_000]))
            try AtomicFile.write(other, [1])
            #expect(throws: SpeechModelFailure.libraryUnusable(path: path, reason: "the file is cut short")) {
                _ = try SherpaOnnxLibrary(folder: folder.path)
            }
        }
    }
}
