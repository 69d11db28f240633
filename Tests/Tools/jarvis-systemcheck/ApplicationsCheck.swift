// SPDX-License-Identifier: GPL-3.0-or-later
// The applications of an environment that must be there when the process begins: GIO reads it once.

import JarvisAgent
import JarvisCore

enum ApplicationsCheck {
    /// Prints a line for each application: id, name and other names, with tabs between.
    static func list() {
        for application in DesktopLauncher().applications() {
            print(([application.id, application.name] + application.otherNames).joined(separator: "\t"))
        }
    }

    /// Starts an application, or prints why not.
    static func open(_ id: String) async {
        await report { try await $0.open(InstalledApplication(id: id, name: id)) }
    }

    /// Opens an address, or prints why not.
    static func open(address: String) async {
        await report { try await $0.open(address: address) }
    }

    /// Opens an address or an application where this process must not start programs, and prints what is handed over.
    static func handOver(_ target: String) async {
        let launcher = DesktopLauncher(handover: { target, name, variables in
            print("handed over \(target) of \(name) with \(variables.count) variables")
        })
        await report(launcher) { launcher in
            if target.contains("://") {
                try await launcher.open(address: target)
            } else {
                try await launcher.open(InstalledApplication(id: target, name: target))
            }
        }
    }

    private static func report(
        _ launcher: DesktopLauncher = DesktopLauncher(), _ action: (DesktopLauncher) async throws -> Void
    ) async {
        do {
            try await action(launcher)
            print("started")
        } catch {
            print("failed: \(error)")
        }
    }
}
