// SPDX-License-Identifier: GPL-3.0-or-later
// Opens applications and addresses on behalf of a systemd unit. "jarvis launch" runs in its own unit for that;
// otherwise the opened programs would run in this unit's sandbox, and end with it.

import GioKit
import JarvisAgent
import JarvisPlatform

enum ServiceLaunch {
    /// Hands the launch over to "jarvis launch"; nil if this process starts programs itself.
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
