// SPDX-License-Identifier: GPL-3.0-or-later
// The name in what `readdir` gives.

import Glibc

enum FolderEntry {
    /// The entry's name. An entry is only as long as its name needs: `d_name` taken as a whole would be read beyond the
    /// end of what the C library has allocated.
    static func name(_ entry: UnsafePointer<dirent>) -> String {
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
        return String(cString: name)
    }
}
