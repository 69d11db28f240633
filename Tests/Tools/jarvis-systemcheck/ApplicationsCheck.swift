// SPDX-License-Identifier: GPL-3.0-or-later
// The applications of an environment that must exist before the process starts, since GIO reads it only once.

import JarvisAgent
import JarvisCore

enum ApplicationsCheck {
    /// Prints a line for each application: ID, name and other names, separated by tabs.
    static func list() {
        for application in DesktopLauncher().applications() {
            print(([application.id, application.name] + application.otherNames).joined(separator: "\t"))
        }
    }

    /// Starts an application, or prints the failure.
    static func open(_ id: String) async {
        await report { try await $0.open(InstalledApplication(id: id, name: id)) }
    }

    /// Opens an address, or prints the failure.
    static func open(address: String) async {
        await report { try await $0.open(address: address) }
    }

    /// Opens an address or application where this process must not start programs, and prints the request passed on.
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
