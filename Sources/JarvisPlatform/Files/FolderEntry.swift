// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the name in a `readdir` entry.

import Glibc

enum FolderEntry {
    /// The entry's name. An entry is only as long as its name, so reading all of `d_name` would read past the memory
    /// that the C library has allocated.
    static func name(_ entry: UnsafePointer<dirent>) -> String {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        return String(cString: name)
    }
}
