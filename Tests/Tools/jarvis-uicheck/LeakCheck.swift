// SPDX-License-Identifier: GPL-3.0-or-later
// `leaks [--cycles N] [--pane NAME] [--plant]`: opens and closes the window with every pane in it, again and again;
// wrappers, closures and windows must all be released afterwards. With `--pane` one window stays open, and only that
// pane opens and closes. `--plant` adds a leak, which must be found.

import GioKit
import Glibc
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting

@MainActor
final class LeakCheck {
    private var cycles = 100
    /// Cycles before counting starts, in which caches of GTK and Swift fill.
    private let warmUp = 3
    private let plantsLeak: Bool
    private let pane: PaneName?
    private var done = 0
    private var isPainted = false
    /// Turns of the timer before the next opening.
    private var rest = 0
    /// Cycles of a pane before counting starts.
    private let paneWarmUp = 20
    private let tolerance = 2
    private var memory = (residentKiB: 0, allocatedKiB: 0)
    private var steps: [PaneName] = []
    private var baseline: (references: Int, closures: Int)?
    private var windows: [WeakObject] = []
    private var timer: LoopTimer?
    private var status: Int32 = 1
    private let desktop: DesktopApplication

    init(_ arguments: [String]) {
        plantsLeak = arguments.contains("--plant")
        pane = arguments.firstIndex(of: "--pane").flatMap { PaneName(rawValue: arguments[$0 + 1]) }
        if let option = arguments.firstIndex(of: "--cycles"), option + 1 < arguments.count {
            cycles = Int(arguments[option + 1]) ?? cycles
        }
        var options = DesktopApplication.Options()
        options.isUnique = false
        // A log that stores events would be the only thing to grow.
        let services = sampleServices(SampleData.conversation(), log: NoEventLog())
        // Gives its pane rows to create and release.
        services.assistant.send(.remindersChanged(SampleReminders.all()))
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.application.hold()
        desktop.onFirstFrame = { [weak self] in self?.windowIsUp() }
        let result = desktop.run()
        return result == 0 ? status : result
    }

    private func windowIsUp() {
        if pane != nil { return timer = LoopTimer(milliseconds: 1) { [weak self] in self?.turn() ?? false } }
        if let window = desktop.window { windows.append(WeakObject(window.window)) }
        if let state = SampleState.named(done % 2 == 0 ? "speaking" : "error") { desktop.window?.show(state) }
        // Panes leave compact mode.
        desktop.window?.toggleCompact()
        if plantsLeak { plant() }
        steps = PaneName.allCases
        timer = LoopTimer(milliseconds: 5) { [weak self] in self?.step() ?? false }
    }

    /// Opens the pane, or closes it once it has been laid out.
    private func turn() -> Bool {
        guard let pane, let window = desktop.window else { return false }
        guard window.openPane == nil else {
            guard isPainted else { return true }
            window.closePane()
            rest = 3
            return true
        }
        // Work that a pane defers to later turns of the main loop is done by then.
        guard rest <= 0 else {
            rest -= 1
            return true
        }
        return count() ? open(pane, window) : false
    }

    private func open(_ pane: PaneName, _ window: MainWindow) -> Bool {
        if plantsLeak { plant() }
        isPainted = false
        window.openPane(pane)
        window.window.queueDraw()
        window.onFirstFrame { [weak self] in self?.isPainted = true }
        return true
    }

    /// Takes the counts after a cycle; false once there are enough.
    private func count() -> Bool {
        let counts = (references: LiveCounts.references, closures: LiveCounts.closures)
        if done == paneWarmUp {
            baseline = counts
            memory = (ProcessMemory.residentKiB, LiveCounts.allocatedKiB)
        }
        done += 1
        guard done > paneWarmUp + cycles, let baseline else { return true }
        print("cycles \(cycles)")
        print("references \(baseline.references) -> \(counts.references)")
        print("closures \(baseline.closures) -> \(counts.closures)")
        print("resident \(memory.residentKiB) KiB -> \(ProcessMemory.residentKiB) KiB")
        print("allocated \(memory.allocatedKiB) KiB -> \(LiveCounts.allocatedKiB) KiB")
        // A timer that runs at one end and not at the other is not growth.
        let isSteady =
            counts.references - baseline.references <= tolerance && counts.closures - baseline.closures <= tolerance
        status = isSteady ? 0 : 1
        desktop.application.release()
        desktop.quit()
        return false
    }

    /// Leaks a closure that holds the object that it is connected to.
    private func plant() {
        let label = Label("leak")
        label.on("notify::label") { label.text = "" }
    }

    /// Opens one pane per turn of the main loop, so that each is really laid out.
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
