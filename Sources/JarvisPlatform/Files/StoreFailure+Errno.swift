// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the system's error numbers to failures that JARVIS can act on.

import Glibc
public import JarvisCore

extension StoreFailure {
    /// Converts an error number.
    /// - Parameters:
    ///   - code: A positive `errno`.
    ///   - path: The file or folder concerned.
    public init(errno code: Int32, path: String) {
        switch code {
        case EROFS, EACCES, EPERM: self = .readOnly(path: path)
        case ENOSPC, EDQUOT, EFBIG: self = .diskFull(path: path)
        default: self = .inputOutput(path: path, errno: code)
        }
    }

    /// The system's message for an error number, in the user's language, such as "No such file or directory".
    public static func systemText(of code: Int32) -> String {
        String(cString: strerror(code))
    }

    /// Returns the result of a successful `FileSystem` call.
    /// - Throws: The failure for a negated `errno` in `result`.
    @discardableResult
    public static func check(_ result: Int, _ path: String) throws(StoreFailure) -> Int {
        guard result < 0 else { return result }
        throw StoreFailure(errno: Int32(truncatingIfNeeded: -result), path: path)
    }
}
