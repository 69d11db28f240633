// SPDX-License-Identifier: GPL-3.0-or-later
// `leaks [--cycles N] [--plant]`: opens and closes the window with every pane in it, again and again; wrappers,
// closures and windows must all be gone afterwards. `--plant` adds a leak, which must be found.

import GtkKit
import JarvisDesktop

@MainActor
final class LeakCheck {
    private var cycles = 100
    /// Cycles before the count begins: caches of GTK and Swift fill in these.
    private let warmUp = 3
    private let plantsLeak: Bool
    private var done = 0
    private var steps: [PaneName] = []
    private var baseline: (references: Int, closures: Int)?
    private var windows: [WeakObject] = []
    private var timer: LoopTimer?
    private var status: Int32 = 1
    private let desktop: DesktopApplication

    init(_ arguments: [String]) {
        plantsLeak = arguments.contains("--plant")
        if let option = arguments.firstIndex(of: "--cycles"), option + 1 < arguments.count {
            cycles = Int(arguments[option + 1]) ?? cycles
        }
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.startsConversation = false
        desktop = DesktopApplication(sampleServices(SampleData.conversation()), options: options)
    }

    func run() -> Int32 {
        desktop.application.hold()
        desktop.onFirstFrame = { [weak self] in self?.windowIsUp() }
        let result = desktop.run()
        return result == 0 ? status : result
    }

    private func windowIsUp() {
        if let window = desktop.window { windows.append(WeakObject(window.window)) }
        if let state = SampleState.named(done % 2 == 0 ? "speaking" : "error") { desktop.window?.show(state) }
        // Panes leave compact mode.
        desktop.window?.toggleCompact()
        if plantsLeak { plant() }
        steps = PaneName.allCases
        timer = LoopTimer(milliseconds: 5) { [weak self] in self?.step() ?? false }
    }

    /// A closure that holds the object that it is connected to.
    private func plant() {
        let label = Label("leak")
        label.on("notify::label") { label.text = "" }
    }

    /// One pane per turn of the main loop, so that each is really laid out.
    private func step() -> Bool {
        if let pane = steps.popLast() {
            desktop.window?.openPane(pane)
            return true
        }
        desktop.window?.closePane()
        desktop.closeWindow()
        timer = .once(milliseconds: 5) { [weak self] in self?.next() }
        return true
    }

    private func next() {
        done += 1
        let counts = (references: LiveCounts.references, closures: LiveCounts.closures)
        if done == warmUp { baseline = counts }
        guard done >= warmUp + cycles, let baseline else { return desktop.openWindow() }
        let alive = windows.filter(\.isAlive).count
        print("references \(baseline.references) -> \(counts.references)")
        print("closures \(baseline.closures) -> \(counts.closures)")
        print("windows alive \(alive) of \(windows.count)")
        status = counts == baseline && alive == 0 ? 0 : 1
        desktop.application.release()
        desktop.quit()
    }
}
