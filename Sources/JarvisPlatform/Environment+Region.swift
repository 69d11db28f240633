// SPDX-License-Identifier: GPL-3.0-or-later
// Determines from the environment how the desktop writes times, numbers and temperatures.

public import JarvisCore

extension Environment {
    /// The user's region, from the locale variables.
    public static func region() -> Region {
        let names = ["LC_ALL", "LC_TIME", "LC_MEASUREMENT", "LC_NUMERIC", "LC_TELEPHONE", "LC_ADDRESS", "LANG"]
        let values = names.compactMap { name in value(name).map { (name, $0) } }
        return Region(environment: Dictionary(uniqueKeysWithValues: values))
    }
}
