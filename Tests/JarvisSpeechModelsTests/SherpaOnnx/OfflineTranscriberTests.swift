// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer whose library fails at each step; the test's functions stand in for the library's.

import CSherpaOnnx
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechModels

struct OfflineTranscriberTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, text) in [
            ("encoder_model.ort", "e"), ("decoder_model_merged.ort", "d"), ("tokens.txt", "PHVuaz4=\t0\nIQ==\t1\n"),
        ] {
            try AtomicFile.write(folder.path + "/" + name, Array(text.utf8))
        }
    }

    private static let sound = [Int16](repeating: 1, count: 1_600)

    /// A library that returns the same text for all sound.
    private func functions() -> sherpa_functions {
        var functions = sherpa_functions()
        functions.CreateOfflineRecognizer = { _ in OpaquePointer(bitPattern: 1) }
        functions.DestroyOfflineRecognizer = { _ in }
        functions.CreateOfflineStream = { _ in OpaquePointer(bitPattern: 2) }
        functions.DestroyOfflineStream = { _ in }
        functions.AcceptWaveformOffline = { _, _, _, _ in }
        functions.DecodeOfflineStream = { _, _ in }
        functions.GetOfflineStreamResult = { _ in
            let text: StaticString = "hello there"
            let result = UnsafeMutablePointer<sherpa_offline_result>.allocate(capacity: 1)
            result.initialize(
                to: sherpa_offline_result(
                    text: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)))
            return UnsafePointer(result)
        }
        functions.DestroyOfflineRecognizerResult = { $0?.deallocate() }
        return functions
    }

    private func transcriber(_ functions: sherpa_functions) throws(SpeechModelFailure) -> OfflineTranscriber {
        try OfflineTranscriber(RecognizerModel(folder: folder.path), library: SherpaOnnxLibrary(functions: functions))
    }

    private func failure(_ functions: sherpa_functions) -> SpeechModelFailure? {
        do {
            _ = try transcriber(functions).transcribe(Self.sound)
            return nil
        } catch {
            return error
        }
    }

    @Test func theLibrarysTextIsReturned() throws {
        #expect(try transcriber(functions()).transcribe(Self.sound) == "hello there")
        #expect(try transcriber(functions()).transcribe([Int16](repeating: 1, count: 1_599)) == "")
    }

    /// An empty text would mean that nothing was said.
    @Test func aMissingStreamOrResultIsAFailure() {
        var (streamless, resultless) = (functions(), functions())
        streamless.CreateOfflineStream = { _ in nil }
        resultless.GetOfflineStreamResult = { _ in nil }
        #expect(failure(streamless) == .modelFailed(folder: folder.path, reason: "no stream was made"))
        #expect(failure(resultless) == .modelFailed(folder: folder.path, reason: "there was no result"))
    }

    /// std::bad_alloc, thrown at each step; it must not pass through Swift frames.
    @Test func runningOutOfMemoryIsAFailureAtEveryStep() throws {
        let thrower = try #require(dlsym(nil, "_ZSt17__throw_bad_allocv"), "the C++ library is linked")
        var broken = functions()
        broken.CreateOfflineStream = unsafeBitCast(thrower, to: type(of: broken.CreateOfflineStream))
        let lack = SpeechModelFailure.modelFailed(folder: folder.path, reason: "std::bad_alloc")
        #expect(failure(broken) == lack)
        broken = functions()
        broken.AcceptWaveformOffline = unsafeBitCast(thrower, to: type(of: broken.AcceptWaveformOffline))
        #expect(failure(broken) == lack)
        broken = functions()
        broken.DecodeOfflineStream = unsafeBitCast(thrower, to: type(of: broken.DecodeOfflineStream))
        #expect(failure(broken) == lack)
        broken = functions()
        broken.GetOfflineStreamResult = unsafeBitCast(thrower, to: type(of: broken.GetOfflineStreamResult))
        #expect(failure(broken) == lack)
        broken = functions()
        broken.CreateOfflineRecognizer = unsafeBitCast(thrower, to: type(of: broken.CreateOfflineRecognizer))
        #expect(failure(broken) == .modelNotLoaded(folder: folder.path, reason: "std::bad_alloc"))
    }

    @Test func aModelThatTheLibraryRejectsIsUnusable() {
        var broken = functions()
        broken.CreateOfflineRecognizer = { _ in nil }
        #expect(failure(broken) == .modelUnusable(folder: folder.path))
    }

    /// The library would end the process at the first one, and return nonsense with the others.
    @Test(arguments: [
        "PHVuaz4=\t0\nI!==\t1\n", "PHVuaz4=\t0\nIQ==\tx1\n", "PHVuaz4=\t0\nIQ==\t0\n", "PHVuaz4=\t0\nI\t1\n", "\n",
    ])
    func aDamagedVocabularyIsRejectedBeforehand(tokens: String) throws {
        try AtomicFile.write(folder.path + "/tokens.txt", Array(tokens.utf8))
        #expect(failure(functions()) == .modelUnusable(folder: folder.path))
    }
}
