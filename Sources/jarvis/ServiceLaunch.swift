// SPDX-License-Identifier: GPL-3.0-or-later
// Applications and addresses that a unit of systemd opens: by "jarvis launch" in a unit of its own, since they would otherwise
// run in the sandbox of this one, and end with it.

import GioKit
import JarvisAgent
import JarvisPlatform

enum ServiceLaunch {
    /// What the launcher hands over to; nil where this process starts programs itself.
    static var handover: DesktopLauncher.Handover? {
        guard TransientUnit.holdsThisProcess, let program = Environment.executablePath() else { return nil }
        return { target, name, variables throws(BusFailure) in
            let unit = TransientUnit(
                name: "app-jarvis-\(UInt64.random(in: 0...UInt64.max)).service", description: name,
                command: [program, "launch", target], environment: variables)
            try await unit.start(on: BusConnection.open(.session))
        }
    }
}
