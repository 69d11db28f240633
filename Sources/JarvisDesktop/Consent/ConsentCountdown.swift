// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the time left to answer: a shrinking line, or seconds when motion is off. The conversation decides what happens
// once it is up.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

/// The time left to answer. Pure: times are in seconds, from any clock.
struct ConsentTime: Hashable {
    static let whole = ConsentRequest.answerLifetime / .seconds(1)
    private let start: Double

    init(start: Double) {
        self.start = start
    }

    /// The share of the time that is left: 1 at the beginning, 0 at the end.
    func share(at time: Double) -> Double { min(1, max(0, 1 - (time - start) / Self.whole)) }

    /// The seconds left, rounded up, so the last one is shown as "1".
    func seconds(at time: Double) -> Int { Int((share(at: time) * Self.whole).rounded(.up)) }
}

@MainActor
final class ConsentCountdown {
    let root: Widget

    private let line = DrawingArea(height: DesignTokens.Consent.lineHeight)
    private let seconds = Label(classes: ["consent-seconds", "footnote"])
    private var time = ConsentTime(start: 0)
    private var ticks: LoopTimer?

    init() {
        line.setRole(.none)
        line.receivesPointer = false
        seconds.setRole(.timer)
        seconds.setTextAlignment(0)
        root = Box(.column, [line, seconds])
        line.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    func begin() {
        time = ConsentTime(start: FramePacer.now)
        let isStill = root.windowHasClass("reduced-motion")
        line.isVisible = !isStill
        seconds.isVisible = isStill
        show()
        let interval = isStill ? DesignTokens.Consent.stillMilliseconds : DesignTokens.Consent.lineMilliseconds
        ticks = LoopTimer(milliseconds: interval) { [weak self] in
            self?.show()
            return self.map { $0.time.share(at: FramePacer.now) > 0 } ?? false
        }
    }

    func end() { ticks = nil }

    private func show() {
        if line.isVisible { line.queueDraw() }
        guard seconds.isVisible else { return }
        let left = time.seconds(at: FramePacer.now)
        seconds.text = localized("%1 second left to answer", "%1 seconds left to answer", count: left)
        seconds.setAccessibleLabel(seconds.text)
    }

    /// Draws the line, which shrinks towards its middle: that suits both writing directions.
    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let left = width * time.share(at: FramePacer.now)
        guard left > 0 else { return }
        canvas.setColor(line.color(named: "cyan") ?? DesignTokens.Palette.cyan)
        canvas.rectangle((width - left) / 2, 0, left, height)
        canvas.fill()
    }
}
