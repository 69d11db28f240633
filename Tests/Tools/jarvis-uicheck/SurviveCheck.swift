// SPDX-License-Identifier: GPL-3.0-or-later
// `survive [--renderer R]`: puts the animated face through everything that can happen to windows (unrealized, hidden,
// moved to a screen of another scale, resized endlessly, its OpenGL context lost) and checks the picture after each:
// lit, centred and moving.

import CEpoxy
import CGtk
import GioKit
import Glibc
import GtkKit
import JarvisDesktop
import JarvisPlatform
import JarvisTesting
import JarvisVisuals

@MainActor
final class SurviveCheck {
    private let desktop: DesktopApplication
    private var timer: LoopTimer?
    private var task: Task<Void, Never>?
    private var failures = 0
    private weak var main: MainWindow?

    init(_ arguments: [String]) {
        var options = DesktopApplication.Options()
        options.isUnique = false
        if let option = arguments.firstIndex(of: "--renderer"), option + 1 < arguments.count {
            options.renderer = SceneBackendRequest(rawValue: arguments[option + 1]) ?? .automatic
        }
        desktop = DesktopApplication(fakeServices(log: PrintingLog()), options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in
            guard let self, let window = desktop.window, let state = SampleState.named("speaking") else { return }
            window.show(state)
            task = Task { [weak self] in await self?.survive(window) }
        }
        let result = desktop.run()
        return result == 0 ? (failures == 0 ? 0 : 1) : result
    }

    private func survive(_ main: MainWindow) async {
        self.main = main
        let window = main.window
        await expectLife("first", window)
        for _ in 0..<3 {
            let content = window.firstChild
            window.setChild(nil)
            await pause(milliseconds: 20)
            window.setChild(content)
            await expectLife("re-realized", window)
        }
        window.isVisible = false
        await pause(milliseconds: 20)
        window.isVisible = true
        await expectLife("shown again", window)
        for scale in [2, 1, 3, 1] {
            DisplayScale.set(scale)
            await painted(window)
            await expectLife("scale \(window.scaleFactor)", window)
        }
        await stormOfSizes(window)
        await expectLife("resized", window)
        if OpenGLContext.empty(in: window) {
            await expect("software takes over") { !OpenGLContext.isThere(in: window) }
            await expectLife("by software", window)
            await expect("OpenGL comes back") { OpenGLContext.isThere(in: window) }
            await expectLife("by OpenGL again", window)
        }
        print("survive: \(failures) failures")
        desktop.quit()
    }

    private func stormOfSizes(_ window: Window) async {
        var before = 0
        var misses: [String] = []
        for turn in 0..<120 {
            if turn == 40 { before = ProcessMemory.residentKiB }
            window.resize(width: 480 + turn * 97 % 520, height: 640 + turn * 53 % 60)
            await painted(window)
            if let face = picture(window), !face.isCentred {
                misses.append("turn \(turn) at \(window.width) × \(window.height): \(face)")
            }
        }
        // A face that lags behind its window does so at most turns; a slow desktop shows a torn one occasionally.
        if misses.count > 2 { misses.forEach { fail($0) } }
        // A field picture leaked at each size would add more than a hundred.
        let growth = ProcessMemory.residentKiB - before
        if growth > 60 << 10 { fail("the storm costs \(growth) KiB") }
    }

    /// Waits until the face is lit and centred, and then until it moves.
    private func expectLife(_ step: String, _ window: Window) async {
        var last: FacePicture?
        // Half a minute, for busy machines.
        for _ in 0..<600 {
            await pause(milliseconds: 50)
            let next = picture(window)
            if let last, let next, last.isCentred, next.isCentred, last.centre != next.centre {
                return print("survive: \(step) ok")
            }
            last = next
        }
        fail("\(step): \(last.map { "\($0)" } ?? "no picture")")
    }

    private func expect(_ step: String, _ isTrue: () -> Bool) async {
        for _ in 0..<600 where !isTrue() { await pause(milliseconds: 50) }
        if isTrue() { print("survive: \(step) ok") } else { fail(step) }
    }

    private func picture(_ window: Window) -> FacePicture? {
        main?.faceCenter.flatMap { FacePicture(window, around: $0) }
    }

    private func fail(_ what: String) {
        failures += 1
        print("survive: \(what) FAILED")
    }

    private func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            timer = .once(milliseconds: milliseconds) { continuation.resume() }
        }
    }

    private func painted(_ window: Window) async {
        await withCheckedContinuation { continuation in window.onFirstFrame { continuation.resume() } }
    }
}

/// The picture of the orb in the window.
@MainActor
private struct FacePicture: @MainActor CustomStringConvertible {
    /// The mean levels of the four quadrants around the middle.
    let quadrants: [Int]
    /// The bytes around the middle.
    let centre: [UInt8]

    /// - Parameter center: The centre of the face, in logical pixels of the window.
    init?(_ window: Window, around center: (x: Double, y: Double)) {
        guard let picture = WindowCapture.pixels(of: window), window.width > 0 else { return nil }
        let scale = Double(picture.width) / Double(window.width)
        let (middleX, middleY) = (Int((center.x * scale).rounded()), Int((center.y * scale).rounded()))
        let reach = 14
        var centre: [UInt8] = []
        var sums = [0, 0, 0, 0]
        for y in -100..<100 {
            for x in -100..<100 {
                let at = ((middleY + y) * picture.width + middleX + x) * 4
                guard at >= 0, at + 3 < picture.bytes.count else { return nil }
                centre += picture.bytes[at..<(at + 3)]
                guard abs(2 * x + 1) < 2 * reach, abs(2 * y + 1) < 2 * reach else { continue }
                sums[(x < 0 ? 0 : 1) + (y < 0 ? 0 : 2)] += Int(picture.bytes[at])
            }
        }
        self.centre = centre
        quadrants = sums.map { $0 / (reach * reach) }
    }

    /// True if all four quadrants are lit, and about alike.
    var isCentred: Bool {
        let (low, high) = (quadrants.min() ?? 0, quadrants.max() ?? 0)
        return low > 40 && high - low < 60
    }

    var description: String { "quadrants \(quadrants)" }
}

/// Emulates the move of a window to a screen of another scale.
@MainActor
private enum DisplayScale {
    private typealias SetScale = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void
    private typealias GetDisplay = @convention(c) () -> UnsafeMutableRawPointer?

    /// Looked up by name, because GDK's header for X11 needs X11's own.
    static func set(_ scale: Int) {
        guard let library = dlopen(nil, RTLD_NOW),
            let setter = dlsym(library, "gdk_x11_display_set_surface_scale"),
            let getter = dlsym(library, "gdk_display_get_default")
        else { return print("survive: this display has no scale to set FAILED") }
        let display = unsafeBitCast(getter, to: GetDisplay.self)()
        unsafeBitCast(setter, to: SetScale.self)(display, Int32(scale))
    }
}

/// The context in which the face is drawn.
@MainActor
private enum OpenGLContext {
    static func isThere(in window: Window) -> Bool { area(in: window) != nil }

    /// Deletes the shader programs in it, equivalent to a reset of the graphics processor. Not if GTK draws the window
    /// in a context that shares them.
    /// - Returns: False if OpenGL is not used or GTK would suffer.
    static func empty(in window: Window) -> Bool {
        guard Environment.value("GSK_RENDERER") != "gl", let area = area(in: window) else { return false }
        gtk_gl_area_make_current(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkGLArea.self))
        for program in 1...64 { cepoxy_delete_program(UInt32(program)) }
        return true
    }

    private static func area(in widget: Widget) -> UnsafeMutablePointer<GtkWidget>? {
        var waiting = [widget.widget]
        while let next = waiting.popLast() {
            if String(
                cString: g_type_name_from_instance(
                    UnsafeMutableRawPointer(next).assumingMemoryBound(to: GTypeInstance.self))) == "JarvisGLArea"
            {
                return next
            }
            var child = gtk_widget_get_first_child(next)
            while let found = child {
                waiting.append(found)
                child = gtk_widget_get_next_sibling(found)
            }
        }
        return nil
    }
}
