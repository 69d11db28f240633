// SPDX-License-Identifier: GPL-3.0-or-later
// `storm [--renderer R]`: changes the window's size and the phase at every turn while it animates, closes it in the
// middle of a frame, and starts again; it passes if the program survives.

import GioKit
import GtkKit
import JarvisDesktop
import JarvisDesktopKit
import JarvisVisuals

@MainActor
final class StormCheck {
    private let desktop: DesktopApplication
    private let phases = ["idle", "recording", "speaking", "thinking", "held", "error", "listening"]
    private var rounds = 4
    private var turn = 0
    private var timer: LoopTimer?

    init(_ arguments: [String]) {
        var options = DesktopApplication.Options()
        options.isUnique = false
        if let option = arguments.firstIndex(of: "--renderer"), option + 1 < arguments.count {
            options.renderer = SceneBackendRequest(rawValue: arguments[option + 1]) ?? .automatic
        }
        desktop = DesktopApplication(fakeServices(log: PrintingLog()), options: options)
    }

    func run() -> Int32 {
        desktop.application.hold()
        desktop.onFirstFrame = { [weak self] in self?.begin() }
        return desktop.run()
    }

    private func begin() {
        turn = 0
        timer = LoopTimer(milliseconds: 17) { [weak self] in self?.step() ?? false }
    }

    private func step() -> Bool {
        turn += 1
        guard let window = desktop.window else { return false }
        // Widths and heights that share no rhythm with each other or with the phases.
        window.window.resize(width: 480 + turn * 97 % 520, height: 640 + turn * 53 % 60)
        if let state = SampleState.named(phases[turn % phases.count]) { window.show(state) }
        if turn % 11 == 0 { window.openPane(PaneName.allCases[turn / 11 % PaneName.allCases.count]) }
        if turn % 11 == 4 { window.closePane() }
        if turn % 13 == 0 { window.toggleCompact() }
        guard turn > 60 else { return true }
        rounds -= 1
        desktop.closeWindow()
        if rounds > 0 {
            timer = .once(milliseconds: 20) { [weak self] in self?.desktop.openWindow() }
        } else {
            desktop.application.release()
            desktop.quit()
        }
        return true
    }
}
