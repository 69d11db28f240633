// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that goes away with the test, and small helpers on its files.

import FoundationEssentials
import Glibc
import JarvisPlatform

final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var name = Array("/tmp/jarvis-store-test-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw StoreTestFailure(reason: "mkdtemp: \(errno)") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// All files below, with paths relative to the folder.
    var files: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try AtomicFile.read(path + "/" + name) ?? []
    }

    func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Folder.create(Folder.parent(of: path + "/" + name))
        try AtomicFile.write(path + "/" + name, Array(bytes))
    }

    func permissions(_ name: String = "") -> UInt32 {
        var status = FileStatus()
        _ = FileSystem().statusOfPath(path + "/" + name, &status)
        return status.permissions
    }
}

struct StoreTestFailure: Error {
    var reason: String
}

/// Random numbers that are the same in every run (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
