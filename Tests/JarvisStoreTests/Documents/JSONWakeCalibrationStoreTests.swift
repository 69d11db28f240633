// SPDX-License-Identifier: GPL-3.0-or-later
// The wake-word calibration file.

import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Testing

struct JSONWakeCalibrationStoreTests {
    private let calibration = WakeCalibration(
        phrase: "jarvis", pronunciations: [["JH", "AA", "V", "IH", "S"]], thresholdOffset: -3.5, scores: [4, 9, -7.25])

    @Test func calibrationLoadsOnlyForItsPhrase() throws {
        let folder = try TemporaryFolder("jarvis-wake")
        let store = JSONWakeCalibrationStore(path: folder.path + "/config/wake.json")
        #expect(store.load(for: "jarvis") == nil)
        try store.save(calibration)
        #expect(store.load(for: "jarvis") == calibration)
        #expect(store.load(for: "computer") == nil)
    }

    @Test(.timeLimit(.minutes(3))) func changesByAnotherProcessAreReported() async throws {
        let folder = try TemporaryFolder("jarvis-wake")
        let path = folder.path + "/config/wake.json"
        let store = JSONWakeCalibrationStore(path: path)
        var changes = store.changes().makeAsyncIterator()
        try JSONWakeCalibrationStore(path: path).save(calibration)
        #expect(await changes.next() != nil)
        #expect(store.load(for: "jarvis") == calibration)
    }

    @Test func aDamagedFileIsSetAsideAndLoadsAsNone() throws {
        let folder = try TemporaryFolder("jarvis-wake")
        let path = folder.path + "/wake.json"
        try AtomicFile.write(path, Array("{\"version\":1,".utf8))
        let store = JSONWakeCalibrationStore(path: path)
        #expect(store.load(for: "jarvis") == nil)
        try store.save(calibration)
        #expect(store.load(for: "jarvis") == calibration)
        #expect(try AtomicFile.read(path + ".damaged-1") == Array("{\"version\":1,".utf8))
    }

    @Test func aLaterVersionIsNeitherReadNorReplaced() throws {
        let folder = try TemporaryFolder("jarvis-wake")
        let path = folder.path + "/wake.json"
        let later = Array("{\"version\":2,\"phrase\":\"jarvis\"}".utf8)
        try AtomicFile.write(path, later)
        let store = JSONWakeCalibrationStore(path: path)
        #expect(store.load(for: "jarvis") == nil)
        #expect(throws: StoreFailure.self) { try store.save(calibration) }
        #expect(try AtomicFile.read(path) == later)
    }
}
