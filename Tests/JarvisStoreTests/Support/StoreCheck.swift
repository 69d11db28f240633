// SPDX-License-Identifier: GPL-3.0-or-later
// Runs jarvis-storecheck as a child process.

import JarvisPlatform
import JarvisTesting

extension LineChild {
    /// A running `jarvis-storecheck`, the executable that was built beside this test bundle.
    static func storeCheck(_ arguments: [String]) throws -> LineChild {
        guard let bundle = Environment.executablePath() else { throw StoreTestFailure(reason: "no test bundle") }
        return try LineChild(Folder.parent(of: bundle) + "/jarvis-storecheck", arguments)
    }
}
