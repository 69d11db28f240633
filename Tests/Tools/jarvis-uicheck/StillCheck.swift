// SPDX-License-Identifier: GPL-3.0-or-later
// `still`: motionless widgets over a moving background, while pictures replace them, and when they change. Writes
// before.png, pictured.png, changed.png and again.png into the folder of the virtual desktop; all but the third must be
// the same.

import GioKit
import GtkKit
import JarvisPlatform

@MainActor
final class StillCheck {
    private let application = Application(identifier: nil, isUnique: false)
    private let label = Label("still")
    private let disc = DrawingArea(width: 80, height: 80)
    private let moving = DrawingArea(width: 400, height: 300)
    private var bin: StillBin?
    private var window: Window?
    private var tick: FrameTick?
    private var timer: LoopTimer?
    private var frames = 0
    private var isRight = true

    func run() -> Int32 {
        application.onActivate { [weak self] in self?.open() }
        let status = application.run()
        return status == 0 && isRight ? 0 : 1
    }

    private func open() {
        let window = Window(application: application, title: "still", width: 400, height: 300)
        self.window = window
        moving.onDraw { canvas, _, _ in
            canvas.setColor(Color(red: 0, green: 0, blue: 0))
            canvas.paint()
        }
        disc.onDraw { canvas, width, height in
            canvas.setColor(Color(red: 1, green: 1, blue: 1, alpha: 0.5))
            canvas.circle(width / 2, height / 2, width / 3)
            canvas.fill()
        }
        label.addClass("card")
        let column = Box(.column, [label, disc])
        column.align(horizontal: .center, vertical: .center)
        let layers = Overlay(moving)
        layers.addLayer(column)
        let bin = StillBin(layers)
        self.bin = bin
        window.setChild(bin)
        window.present()
        tick = FrameTick(moving) { [weak self] _ in self?.step() }
    }

    private func step() {
        moving.queueDraw()
        frames += 1
        switch frames {
        case 3: look { $0.expect(pictures: 0, "before") }
        case 100:
            look {
                $0.expect(pictures: 1, "pictured")
                $0.label.text = "moved"
            }
        case 103:
            look {
                $0.expect(pictures: 0, "changed")
                $0.label.text = "still"
            }
        case 200: look { $0.expect(pictures: 1, "again") }
        case 210: application.quit()
        default: break
        }
    }

    /// Acts once the frame is painted; before that there is nothing to capture.
    private func look(_ act: @escaping @MainActor (StillCheck) -> Void) {
        timer = .once(milliseconds: 0) { [weak self] in
            if let self { act(self) }
        }
    }

    /// Checks whether there are pictures, and saves one of the window.
    private func expect(pictures: Int, _ name: String) {
        let found = bin?.pictureCount ?? -1
        print("\(name): \(found) pictures")
        if (pictures == 0) != (found == 0) { isRight = false }
        let folder = Environment.value("VIRTUAL_DESKTOP") ?? "."
        guard let window, WindowCapture.savePNG(window, to: folder + "/" + name + ".png") else {
            isRight = false
            return
        }
    }
}
