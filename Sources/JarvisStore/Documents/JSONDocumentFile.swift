// SPDX-License-Identifier: GPL-3.0-or-later
// One JSON document in a file that several processes change: locked, replaced atomically, set aside when damaged.

import Glibc
import JarvisCore
import JarvisPlatform

/// The file of a JSON object.
struct JSONDocumentFile: Sendable {
    /// The content of the file.
    enum Content {
        case absent
        case document(JSONObject)
        /// Not a JSON object, for the given reason.
        case damaged(String)
    }

    let path: String
    let system: FileSystem

    var folder: String { Folder.parent(of: path) }

    /// Runs `body` while no other process changes the file; makes the folder when it is missing.
    func locked<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        try Folder.create(folder, system: system)
        let lock = try OpenFile(path + ".lock", flags: O_RDWR | O_CREAT, system: system)
        return try lock.locked(exclusively: true, body)
    }

    func load() throws(StoreFailure) -> Content {
        guard let bytes = try AtomicFile.read(path, system: system) else { return .absent }
        do {
            let value = try JSONValue(parsing: bytes)
            return value.asObject.map(Content.document) ?? .damaged("it is not a JSON object")
        } catch {
            return .damaged("\(error.reason) at byte \(error.offset)")
        }
    }

    func save(_ document: JSONObject) throws(StoreFailure) {
        // The file may be a link into a folder that is kept elsewhere.
        try AtomicFile.write(AtomicFile.target(of: path), JSONValue.object(document).indentedBytes, system: system)
    }

    /// Gives the file another name, so that nothing in it is lost.
    /// - Returns: the new path: `<path>.damaged-<n>`.
    func setAside() throws(StoreFailure) -> String {
        var number = 1
        while Environment.exists("\(path).damaged-\(number)") { number += 1 }
        let place = "\(path).damaged-\(number)"
        try StoreFailure.check(system.rename(path, place), path)
        return place
    }
}
