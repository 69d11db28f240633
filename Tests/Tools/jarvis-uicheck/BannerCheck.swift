// SPDX-License-Identifier: GPL-3.0-or-later
// `banner`: moves a real pointer onto the banner of the window and of the compact pill and away again, and walks with
// Tab onto the banner's button and past it; the conversation must be notified of each.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting

@MainActor
final class BannerCheck {
    private let services = fakeServices(log: NoEventLog())
    private let desktop: DesktopApplication
    private let waiting = LoopWaiting()
    private var course: Task<Void, Never>?
    private var input: ChildProcess?
    private var failures = 0
    private var banner: Banner? { services.assistant.state.banner }

    init() {
        var options = DesktopApplication.Options()
        options.isUnique = false
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self, course == nil else { return }
            services.session.start()
            course = Task { [weak self] in
                await self?.follow()
                self?.desktop.quit()
            }
        }
        let status = desktop.run()
        print("banner: \(failures) failures")
        return status == 0 ? (failures == 0 ? 0 : 1) : status
    }

    private func follow() async {
        await expectHold(on: "banner-text", "the window's banner")
        await expectHoldByKeyboard()
        desktop.window?.toggleCompact()
        await expectHold(on: "compact-failure", "the pill's banner")
    }

    private func expectHold(on name: String, _ what: String) async {
        await show(name, what)
        // The banner slides in, and the window may be resized: the pointer follows until it is there.
        for _ in 0..<20 where banner?.isHeld == false {
            if let place = place(of: name) { await move(to: (place.x + place.width / 2, place.y + place.height / 2)) }
            await waiting.pause(milliseconds: 100)
        }
        expect(banner?.isHeld == true, "\(what) waits while the pointer is on it")
        await move(to: (2, 2))
        await until("\(what) no longer waits") { banner?.isHeld == false }
        if let banner { services.assistant.send(.bannerDismissed(banner.id)) }
    }

    /// Checks that the banner is held by keyboard focus alone, with the pointer elsewhere.
    private func expectHoldByKeyboard() async {
        await show("banner-text", "the window's banner")
        await walk { banner?.isHeld == true }
        expect(banner?.isHeld == true, "the window's banner waits while the keyboard is on its button")
        await walk { banner?.isHeld == false }
        expect(banner?.isHeld == false, "the window's banner no longer waits when the keyboard has left it")
        if let banner { services.assistant.send(.bannerDismissed(banner.id)) }
    }

    /// Presses Tab until the condition holds, at most about once for each control of the window.
    private func walk(until isReached: () -> Bool) async {
        for _ in 0..<40 where !isReached() {
            await send(["key", "Tab"], "Tab is pressed")
            await waiting.pause(milliseconds: 50)
        }
    }

    private func show(_ name: String, _ what: String) async {
        await move(to: (2, 2))
        services.assistant.send(.noticed(.speakersStopped))
        await until("\(what) is shown") { place(of: name) != nil }
        expect(banner?.isHeld == false, "nobody reads \(what)")
    }

    private func place(of name: String) -> Place? {
        guard let window = desktop.window?.window else { return nil }
        return WidgetSurvey.widgets(of: window).first { $0.classes.contains(name) && !$0.text.isEmpty }?.place
    }

    private func move(to point: (x: Int, y: Int)) async {
        let search = ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$"]
        await send(
            search + ["mousemove", "--window", "%1", String(point.x), String(point.y)], "the pointer is moved")
    }

    private func send(_ arguments: [String], _ what: String) async {
        input = try? ChildProcess("xdotool", arguments)
        await until(what) { input?.isRunning == false }
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        guard !isTrue else { return }
        failures += 1
        print("banner: \(what) FAILED")
    }

    private func until(_ what: String, _ isReached: () -> Bool) async {
        expect(await waiting.until(isReached), what)
    }
}
