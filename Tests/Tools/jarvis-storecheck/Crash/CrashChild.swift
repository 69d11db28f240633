// SPDX-License-Identifier: GPL-3.0-or-later
// Runs this program as its own child, to be killed.

import Glibc
import JarvisPlatform
import JarvisTesting

extension LineChild {
    /// Another process of this program.
    static func itself(_ arguments: [String]) throws -> LineChild {
        guard let program = Environment.executablePath() else { throw MeasurementFailure.missing("this program") }
        // A crash of the child is reported in one line.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        return try LineChild(program, arguments)
    }
}
