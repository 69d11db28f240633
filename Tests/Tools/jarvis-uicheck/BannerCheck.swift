// SPDX-License-Identifier: GPL-3.0-or-later
// `banner`: moves a real pointer onto the banner of the window, and of the pill that it shrinks to, and away again; the
// conversation must learn of both.

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
    private var pointer: ChildProcess?
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
        desktop.window?.toggleCompact()
        await expectHold(on: "compact-failure", "the pill's banner")
    }

    private func expectHold(on name: String, _ what: String) async {
        await move(to: (2, 2))
        services.assistant.send(.noticed(.speakersStopped))
        await until("\(what) is shown") { place(of: name) != nil }
        expect(banner?.isHeld == false, "nobody reads \(what)")
        // It slides in, and the window may change its size: the pointer follows until it is there.
        for _ in 0..<20 where banner?.isHeld == false {
            if let place = place(of: name) { await move(to: (place.x + place.width / 2, place.y + place.height / 2)) }
            await waiting.pause(milliseconds: 100)
        }
        expect(banner?.isHeld == true, "\(what) waits while the pointer is on it")
        await move(to: (2, 2))
        await until("\(what) no longer waits") { banner?.isHeld == false }
        if let banner { services.assistant.send(.bannerDismissed(banner.id)) }
    }

    private func place(of name: String) -> Place? {
        guard let window = desktop.window?.window else { return nil }
        return WidgetSurvey.widgets(of: window).first { $0.classes.contains(name) && !$0.text.isEmpty }?.place
    }

    private func move(to point: (x: Int, y: Int)) async {
        let search = ["search", "--sync", "--onlyvisible", "--name", "^JARVIS$"]
        pointer = try? ChildProcess(
            "xdotool", search + ["mousemove", "--window", "%1", String(point.x), String(point.y)])
        await until("the pointer is moved") { pointer?.isRunning == false }
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
