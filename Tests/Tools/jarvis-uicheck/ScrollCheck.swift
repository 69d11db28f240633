// SPDX-License-Identifier: GPL-3.0-or-later
// `scroll [--messages N] [--size WxH]`: a long history, scrolled by keyboard from outside. F12 ends a stretch and
// prints the main thread's cost of its frames, in milliseconds of processor time: everything between two frames,
// including keys, pages, layout and drawing, and which messages are in view (`from`, `to`). The load of other processes
// does not count.

import GioKit
import GtkKit
import Glibc
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisTesting

@MainActor
final class ScrollCheck {
    private let count: Int
    private var look = LookOptions()
    private let desktop: DesktopApplication
    private var clock: FrameClock?
    private var last = ScrollCheck.processorTime
    private var costs: [Double] = []
    private var mostRows = 0
    /// True if a key has been pressed and no frame painted since.
    private var isAnswering = false
    private var timer: LoopTimer?

    init(_ arguments: [String]) {
        count = arguments.firstIndex(of: "--messages").flatMap { Int(arguments[$0 + 1]) } ?? 2000
        if let size = arguments.firstIndex(of: "--size") { look.take("--size", arguments[size + 1]) }
        var options = DesktopApplication.Options()
        options.isUnique = false
        let conversation = SampleData.longConversation(count: count, hasLengths: true)
        desktop = DesktopApplication(sampleServices(conversation, log: PrintingLog()), options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in self?.begin() }
        return desktop.run()
    }

    private func begin() {
        guard let window = desktop.window else { return }
        look.resize(window)
        window.openPane(.history)
        clock = FrameClock(of: window.window) {
        } end: { [weak self] in
            self?.painted()
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] press in
            guard press.key == KeyPress.f12 else {
                self?.isAnswering = true
                return false
            }
            self?.report()
            return true
        }
        window.window.add(keys)
        timer = LoopTimer(milliseconds: 500) { [weak self, weak window] in
            guard let self, let window else { return false }
            mostRows = max(mostRows, WidgetSurvey.count(ofClass: "message-row", in: window.window))
            return true
        }
    }

    private func painted() {
        let now = Self.processorTime
        costs.append((now - last) * 1000)
        last = now
        guard isAnswering else { return }
        isAnswering = false
        PrintingLog().record("answered", [:])
    }

    private func report() {
        let sorted = costs.sorted()
        guard let most = sorted.last else { return }
        func share(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))] }
        let shown = numbersInView
        let over = sorted.count { $0 > 2 * 1000 / 60.0 }
        PrintingLog().record(
            "stretch",
            [
                "frames": .integer(Int64(sorted.count)), "median": .number(Self.tenths(share(0.5))),
                "p99": .number(Self.tenths(share(0.99))), "most": .number(Self.tenths(most)),
                "overTwoPeriods": .integer(Int64(over)), "mostRows": .integer(Int64(mostRows)),
                "from": .integer(Int64(shown.min() ?? 0)), "to": .integer(Int64(shown.max() ?? 0)),
                "residentMiB": .integer(Int64(ProcessMemory.residentKiB / 1024)),
            ])
        costs = []
        last = Self.processorTime
    }

    /// The numbers of the messages that are at least partly visible: "message 17 …".
    private var numbersInView: [Int] {
        guard let window = desktop.window else { return [] }
        return WidgetSurvey.widgets(of: window.window).compactMap { seen in
            guard seen.classes.contains("message-text"), let view = seen.view, seen.place.y < view.y + view.height,
                seen.place.y + seen.place.height > view.y
            else { return nil }
            return seen.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    /// The processor time of this thread in seconds; it draws and does all other work of a window.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
