// SPDX-License-Identifier: GPL-3.0-or-later
// `pacing [--slow-draw MS]`: changes phase, desktop and window of an open window and checks the resulting frame rate.
// With `--slow-draw` every frame takes that much longer: quality and then the rate must drop until the main loop has
// time for other work.

import GioKit
import GtkKit
import Glibc
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisTesting

@MainActor
final class PacingCheck {
    /// A change, and the expected frame rate.
    private struct Step {
        var name: String
        var act: @MainActor (PacingCheck) -> Void
        var rate: String
    }

    private let fake = FakeDesktop()
    private let log = FakeEventLog()
    private let desktop: DesktopApplication
    private let slowness: Double
    private var steps = PacingCheck.script[...]
    private var failures = 0
    private var timer: LoopTimer?
    private var burden: FrameClock?
    private var idle: IdleCall?

    init(_ arguments: [String]) {
        slowness = arguments.firstIndex(of: "--slow-draw").flatMap { Double(arguments[$0 + 1]) } ?? 0
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.measuresFrames = true
        options.desktop = fake
        desktop = DesktopApplication(fakeServices(log: log), options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self else { return }
            if slowness > 0 { slowDown() } else { next() }
        }
        let status = desktop.run()
        for name in ["pace", "quality", "frames", "slow-turn"] {
            for fields in log.fields(of: name) { PrintingLog().record(name, fields) }
        }
        return status == 0 && failures == 0 ? 0 : 1
    }

    private func next() {
        guard let step = steps.popFirst() else {
            if log.fields(of: "frames").allSatisfy({ $0["fps"] == nil }) { fail("no figures about frames") }
            return desktop.quit()
        }
        step.act(self)
        var patience = 500
        timer = LoopTimer(milliseconds: 10) { [weak self] in
            guard let self else { return false }
            patience -= 1
            let rate = values("rate", of: "pace").last ?? "none"
            // A machine too slow for the full rate has halved it.
            let slow = ["halved": "30", "sparse": "10"][values("level", of: "quality").last ?? ""]
            let expected = step.rate == "full" ? slow ?? "full" : step.rate
            guard rate == expected || patience == 0 else { return true }
            if rate != expected { fail("\(step.name): \(rate) in place of \(step.rate)") }
            next()
            return false
        }
    }

    private func fail(_ what: String) {
        failures += 1
        print("FAILED: \(what)")
    }

    private func show(_ state: String) {
        if let state = SampleState.named(state) { desktop.window?.show(state) }
    }

    private func values(_ field: String, of event: String) -> [String] {
        log.fields(of: event).compactMap { fields in
            if case .text(let text)? = fields[field] { text } else { nil }
        }
    }

    private static let script: [Step] = [
        Step(name: "speaking", act: { $0.show("speaking") }, rate: "full"),
        Step(name: "speaking on a low battery", act: { $0.fake.state.isPowerSaving = true }, rate: "15"),
        Step(name: "idle on a low battery", act: { $0.show("idle") }, rate: "none"),
        Step(name: "recording on a low battery", act: { $0.show("recording") }, rate: "15"),
        Step(name: "recording", act: { $0.fake.state.isPowerSaving = false }, rate: "full"),
        Step(name: "recording behind the lock", act: { $0.fake.state.isLocked = true }, rate: "none"),
        Step(name: "unlocked", act: { $0.fake.state.isLocked = false }, rate: "full"),
        Step(name: "in reduced motion", act: { $0.fake.state.prefersReducedMotion = true }, rate: "10"),
        Step(name: "thinking in reduced motion", act: { $0.show("thinking") }, rate: "none"),
        Step(name: "in full motion", act: { $0.fake.state.prefersReducedMotion = false }, rate: "full"),
        Step(name: "without animations", act: { $0.fake.state.areAnimationsEnabled = false }, rate: "none"),
        Step(name: "with animations", act: { $0.fake.state.areAnimationsEnabled = true }, rate: "full"),
        Step(name: "below a pane", act: { $0.desktop.window?.openPane(.commands) }, rate: "none"),
        Step(name: "pane closed", act: { $0.desktop.window?.closePane() }, rate: "full"),
        Step(name: "minimised", act: { $0.desktop.window?.window.minimize() }, rate: "none"),
        Step(name: "back", act: { $0.desktop.window?.present() }, rate: "full"),
        Step(name: "idle", act: { $0.show("idle") }, rate: "30"),
    ]

    // Slow drawing

    /// Adds work to every frame until quality has dropped as far as it can.
    private func slowDown() {
        guard let window = desktop.window else { return }
        show("speaking")
        // The first frame is very long, which the log must report.
        var burdens = [60.0]
        burden = FrameClock(of: window.window) { [slowness] in
            let end = Self.now + (burdens.popLast() ?? slowness) / 1000
            while Self.now < end {}
        } end: {
        }
        var patience = 1500
        timer = LoopTimer(milliseconds: 20) { [weak self] in
            guard let self else { return false }
            patience -= 1
            let levels = values("level", of: "quality")
            guard levels.contains("halved") || patience <= 0 else { return true }
            if patience == 0 { fail("quality went \(levels)") }
            if values("rate", of: "pace").last == "full" { fail("the rate is still full") }
            // Replies to a screen reader run at this priority.
            if idle == nil { idle = IdleCall { [weak self] in self?.desktop.quit() } }
            if patience < -1500 {
                fail("the main loop has no time left")
                desktop.quit()
            }
            return true
        }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
