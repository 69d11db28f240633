// SPDX-License-Identifier: GPL-3.0-or-later
// From the system's error numbers to what the product can act on.

import Glibc
public import JarvisCore

extension StoreFailure {
    /// - Parameters:
    ///   - code: a positive `errno`.
    ///   - path: the file or folder that was worked on.
    public init(errno code: Int32, path: String) {
        switch code {
        case EROFS, EACCES, EPERM: self = .readOnly(path: path)
        case ENOSPC, EDQUOT, EFBIG: self = .diskFull(path: path)
        default: self = .inputOutput(path: path, errno: code)
        }
    }

    /// The system's own words for an error number, in the user's language: "No such file or directory".
    public static func systemText(of code: Int32) -> String {
        String(cString: strerror(code))
    }

    /// Passes on the result of a `FileSystem` call that went well.
    /// - Throws: what the negated `errno` in `result` means.
    @discardableResult
    public static func check(_ result: Int, _ path: String) throws(StoreFailure) -> Int {
        guard result < 0 else { return result }
        throw StoreFailure(errno: Int32(truncatingIfNeeded: -result), path: path)
    }
}
