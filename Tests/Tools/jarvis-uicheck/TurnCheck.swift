// SPDX-License-Identifier: GPL-3.0-or-later
// `turn`: checks the pixels while one child of a stack replaces another, with every kind of transition. GTK paints in
// hot pink what its renderer cannot draw.

import GioKit
import GtkKit

@MainActor
final class TurnCheck {
    private typealias Way = (name: String, turn: Stack.Turn)

    /// Too long to end during the check, however slow the machine is.
    private static let milliseconds = 60_000
    private static let looks = 12
    private static let ways: [Way] = [("fade", .fade), ("forward", .forward), ("back", .back)]

    private let application = Application(identifier: nil, isUnique: false)
    private let pages = [Label("one page"), Label("another page")]
    private let stack = Stack(crossfadeMilliseconds: 0)
    private var window: Window?
    private var tick: FrameTick?
    private var timer: LoopTimer?
    private var ways = TurnCheck.ways[...]
    private var frames = 0
    private var turning = 0
    private var pink = 0
    private var isRight = true

    func run() -> Int32 {
        application.onActivate { [weak self] in self?.open() }
        let status = application.run()
        return status == 0 && isRight ? 0 : 1
    }

    private func open() {
        let window = Window(application: application, title: "turn", width: 400, height: 300)
        self.window = window
        for page in pages { stack.add(page, title: "Page") }
        window.setChild(stack)
        window.present()
        tick = FrameTick(stack) { [weak self] _ in self?.step() }
    }

    private func step() {
        frames += 1
        stack.queueDraw()
        // After the frame is painted; before that nothing has moved.
        timer = .once(milliseconds: 0) { [weak self] in self?.look() }
    }

    private func look() {
        guard let way = ways.first else { return application.quit() }
        if frames == 3 {
            stack.show(pages[ways.startIndex % 2 == 0 ? 1 : 0], by: way.turn, milliseconds: Self.milliseconds)
        }
        guard frames > 4 else { return }
        if stack.isTurning { turning += 1 }
        pink += pinkPixels()
        guard frames == 4 + Self.looks else { return }
        print("\(way.name): \(turning) of \(Self.looks) looks while it turns, \(pink) pink pixels")
        if turning < Self.looks || pink > 0 { isRight = false }
        (frames, turning, pink) = (0, 0, 0)
        ways = ways.dropFirst()
    }

    /// The number of pixels with the colour #ff69b4.
    private func pinkPixels() -> Int {
        guard let window, let pixels = WindowCapture.pixels(of: window) else {
            isRight = false
            return 0
        }
        return stride(from: 0, to: pixels.bytes.count, by: 4).count { place in
            pixels.bytes[place] == 0xb4 && pixels.bytes[place + 1] == 0x69 && pixels.bytes[place + 2] == 0xff
        }
    }
}
