// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis widget: shows a small window on the desktop. It belongs to the running instance, or to one that ends with it.

import ArgumentParser
import GioKit
import GtkKit
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisService

struct WidgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widget", abstract: "Open a small desktop window to talk and record notes.",
        discussion: "small: talk and record notes; medium: also the daily prompt; large: also the newest note "
            + "and timers. Press Esc to close it.")
    @Argument(help: ArgumentHelp("Its size.", valueName: "small|medium|large"), transform: Self.size) var size:
        WidgetSize
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let display = MainActor.assumeIsolated { DisplayState() }
        let composition = try Composition(global, launchContext: { display.isOpen ? LaunchContext.ofDisplay() : nil })
        if try showRunning(composition) { return }
        do {
            try MainActor.assumeIsolated { [size] in
                DesktopApplication.prepareDisplay()
                try ServiceProgram.run(composition, display: display, endsWhenIdle: true, widget: size)
                try composition.finishLog()
            }
        } catch let error as BusError {
            throw CommandFailure(error.message)
        }
    }

    private static func size(_ text: String) throws -> WidgetSize {
        guard let size = WidgetSize(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a size; use small, medium or large.")
        }
        return size
    }

    /// Asks the running instance to show the widget.
    /// - Returns: False if no instance is running.
    private func showRunning(_ composition: Composition) throws -> Bool {
        guard composition.hasService else { return false }
        return try runOnMainLoop { @MainActor [size] in
            guard let running = try await ServiceClient.running() else { return false }
            do throws(BusFailure) { try await running.showWidget(size.rawValue) } catch {
                throw CommandFailure(error.reason)
            }
            return true
        }
    }
}
