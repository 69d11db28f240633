// SPDX-License-Identifier: GPL-3.0-or-later
// `settings [--voices N] [--servers N] [--size WxH]`: the time until the voices and servers pages are painted, and the
// cost of a frame while the voices scroll past; median milliseconds. For the benchmarks.

import CGtk
import GioKit
import Glibc
import GtkKit
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform
import JarvisTesting

@MainActor
final class SettingsCheck {
    private static let rounds = 11
    private static let steps = 240
    private static let pixelsPerFrame = 40.0

    private var look = LookOptions()
    private let desktop: DesktopApplication
    private var clock: FrameClock?
    private var timer: LoopTimer?
    private var tick: FrameTick?
    private var places: [SettingsPage] = []
    private var openings: [SettingsPage: [(wall: Double, cost: Double)]] = [:]
    private var frames: [(wall: Double, cost: Double)] = []
    private var last: (wall: Double, cost: Double)?

    init(_ arguments: [String]) {
        func number(_ option: String, _ usual: Int) -> Int {
            arguments.firstIndex(of: option).flatMap { Int(arguments[$0 + 1]) } ?? usual
        }
        if let size = arguments.firstIndex(of: "--size") { look.take("--size", arguments[size + 1]) }
        var options = DesktopApplication.Options()
        options.isUnique = false
        var services = sampleServices([], log: NoEventLog())
        services.forSettings.synthesizer = FakeSynthesizer(voices: Self.voices(number("--voices", 400)))
        services.forSettings.connections = SampleConnections(Self.servers(number("--servers", 20)))
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        places = (0..<Self.rounds).flatMap { _ in [SettingsPage.voice, .models] }
        desktop.onFirstFrame = { [weak self] in
            guard let self, let window = desktop.window else { return }
            look.resize(window)
            timer = .once(milliseconds: 1000) { [weak self] in self?.next() }
        }
        return desktop.run()
    }

    /// Voices of one language, so that all of them are shown.
    private static func voices(_ count: Int) -> [Voice] {
        [Voice(id: "en-us", name: "English (America)", languages: ["en-us"], kind: .espeak)]
            + (1..<max(1, count)).map {
                Voice(id: "en-us+f\($0)", name: "English (America), variant \($0)", languages: ["en-us"], kind: .espeak)
            }
    }

    private static func servers(_ count: Int) -> Connections {
        Connections(
            models: (0..<count / 2).map {
                ModelConnection(
                    name: "model \($0)", kind: .ollama, address: "http://localhost:\(11_434 + $0)", model: "llama3.2",
                    isUsed: $0 == 0)
            },
            tools: (0..<(count - count / 2)).map {
                ToolConnection(name: "tool \($0)", way: .program("uvx", arguments: ["server-\($0)"]))
            })
    }

    /// Opens a page in a new pane and waits for its picture.
    private func next() {
        guard let window = desktop.window else { return }
        guard let page = places.popLast() else { return beginScrolling(window) }
        let (start, cost) = (Self.now, Self.processorTime)
        window.openSettings(at: page.rawValue)
        window.window.queueDraw()
        window.onFirstFrame { [weak self] in
            guard let self else { return }
            openings[page, default: []].append((Self.now - start, Self.processorTime - cost))
            timer = .once(milliseconds: 300) { [weak self, weak window] in
                window?.closePane()
                self?.timer = .once(milliseconds: 300) { [weak self] in self?.next() }
            }
        }
    }

    private func beginScrolling(_ window: MainWindow) {
        for (page, times) in openings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print("open-\(page.rawValue)", Self.rounded(Self.median(times.map(\.wall))))
            print("open-\(page.rawValue)-cost", Self.rounded(Self.median(times.map(\.cost))))
        }
        window.openSettings(at: SettingsPage.voice.rawValue)
        timer = .once(milliseconds: 1500) { [weak self, weak window] in
            guard let self, let window, let list = WidgetSurvey.widget(ofClass: "voice-list", in: window.window) else {
                print("there is no list of voices")
                return self?.desktop.quit() ?? ()
            }
            clock = FrameClock(of: window.window) {
            } end: { [weak self] in
                self?.painted()
            }
            let scroller = ScrolledPlace(list)
            tick = FrameTick(list) { [weak self] _ in self?.step(scroller) }
        }
    }

    private func step(_ scroller: ScrolledPlace) {
        guard frames.count < Self.steps else {
            tick = nil
            return report(scroller)
        }
        scroller.move(by: Self.pixelsPerFrame)
    }

    private func painted() {
        let moment = (wall: Self.now, cost: Self.processorTime)
        if let last { frames.append((moment.wall - last.wall, moment.cost - last.cost)) }
        last = moment
    }

    private func report(_ scroller: ScrolledPlace) {
        let seconds = frames.map(\.wall).reduce(0, +) / 1000
        let costs = frames.map(\.cost).sorted()
        print("scrolled", Int(scroller.value))
        print("scroll-fps", Self.rounded(Double(frames.count) / max(seconds, 0.001)))
        print("scroll-cost", Self.rounded(Self.median(costs)))
        print("scroll-cost-p99", Self.rounded(costs[min(costs.count - 1, costs.count * 99 / 100)]))
        desktop.quit()
    }

    private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
    private static var now: Double { time(CLOCK_MONOTONIC) }
    /// The processor time of this thread, which draws and does all other work of a window.
    private static var processorTime: Double { time(CLOCK_THREAD_CPUTIME_ID) }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}

/// The scrolled window that contains a list.
@MainActor
private final class ScrolledPlace {
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>?
    private(set) var value = 0.0

    init(_ list: Widget) {
        adjustment = gtk_widget_get_ancestor(list.widget, gtk_scrolled_window_get_type()).flatMap {
            gtk_scrolled_window_get_vadjustment(OpaquePointer($0))
        }
    }

    func move(by pixels: Double) {
        guard let adjustment else { return }
        value += pixels
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + pixels)
    }
}
