// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing files in a test's temporary folder.

import FoundationEssentials
import JarvisPlatform
import JarvisTesting

extension TemporaryFolder {
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

    /// Removes a file, or a folder with all that is in it.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path + "/" + name)
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
