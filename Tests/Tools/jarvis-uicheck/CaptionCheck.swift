// SPDX-License-Identifier: GPL-3.0-or-later
// `caption`: a text that appears word by word. Its layout stays the same, every step lights more pixels and none below
// the line reached, and in the end it looks like the text shown at once.

import GioKit
import GtkKit

@MainActor
final class CaptionCheck {
    private static let text = "About 239 thousand miles, a little more than a light second. אבגדה. That is all for now."
    /// The bytes shown at each step; nil for the whole text at once.
    private let steps: [Int?] = [5, 9, 30, 52, 66, text.utf8.count, nil]

    private let application = Application(identifier: nil, isUnique: false)
    private let caption = CaptionLabel()
    private var window: Window?
    private var tick: FrameTick?
    private var timer: LoopTimer?
    private var frames = 0
    private var seen: [(height: Int, reached: Double, lit: Int, tall: Int, bytes: [UInt8])] = []

    func run() -> Int32 {
        application.onActivate { [weak self] in self?.open() }
        let status = application.run()
        return status == 0 && isRight() ? 0 : 1
    }

    private func open() {
        let window = Window(application: application, title: "caption", width: 200, height: 200)
        self.window = window
        window.hidesTitlebar()
        caption.align(vertical: .start)
        window.setChild(caption)
        caption.show(Self.text, upTo: steps[0])
        window.present()
        tick = FrameTick(window) { [weak self] _ in self?.step() }
    }

    private func step() {
        frames += 1
        guard frames.isMultiple(of: 4) else { return caption.queueDraw() }
        // After the frame is painted; before that there is nothing to capture.
        timer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            look()
            guard seen.count < steps.count else { return application.quit() }
            caption.show(Self.text, upTo: steps[seen.count])
        }
    }

    private func look() {
        guard let window, let picture = WindowCapture.pixels(of: window) else { return application.quit() }
        // Excludes the window's border and corners; below the text there is nothing.
        let (margin, middle) = (8, picture.width / 2)
        let ground = picture.bytes[4 * (picture.width * (picture.height - 2 * margin) + middle)]
        var (lit, rows) = (0, Set<Int>())
        for row in margin..<picture.height - margin {
            for column in margin..<picture.width - margin
            where picture.bytes[4 * (row * picture.width + column)] != ground {
                lit += 1
                rows.insert(row)
            }
        }
        let tall = (rows.max() ?? 0) - (rows.min() ?? 0)
        seen.append((caption.height, caption.shownHeight, lit, tall, picture.bytes))
    }

    private func isRight() -> Bool {
        for step in seen { print(step.height, step.reached, step.lit, step.tall) }
        guard seen.count == steps.count, let first = seen.first, let last = seen.last else { return false }
        let words = seen.dropLast()
        return seen.allSatisfy { $0.height == first.height } && words.allSatisfy { Double($0.tall) < $0.reached }
            && first.lit > 0 && first.reached < last.reached
            && zip(words, words.dropFirst()).allSatisfy { $0.lit < $1.lit && $0.reached <= $1.reached }
            && words.last?.bytes == last.bytes
    }
}
