// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis launch: opens something on behalf of a service. The user's systemd runs this command, so that the opened
// program is outside the service's sandbox.

import ArgumentParser
import JarvisAgent
import JarvisCommands
import JarvisCore

struct LaunchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Open an app or a web address.", shouldDisplay: false)
    @Argument(help: "A desktop entry's name, such as org.gnome.Calculator.desktop, or an address.") var target: String

    func run() throws {
        let launcher = DesktopLauncher()
        do {
            try runBlocking { [target] in
                if target.contains("://") {
                    try await launcher.open(address: target)
                } else {
                    try await launcher.open(InstalledApplication(id: target, name: target))
                }
            }
        } catch let failure as AgentFailure {
            throw CommandFailure(failure.explained(to: .commandLine).whatHappened)
        }
    }
}
