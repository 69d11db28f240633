// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the microphone's sound against the speech threshold; sound above the line is lit. While motion is off, a single
// bar crossed by the line replaces the history.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisDesktopKit

@MainActor
final class HearingField {
    let root: Widget

    /// The sensitivity in percent, which sets the height of the line.
    var sensitivity = 50.0 {
        didSet { if sensitivity != oldValue { area.queueDraw() } }
    }

    private let area: DrawingArea
    private var history = HearingHistory()
    private var words = ""

    init() {
        area = DrawingArea(height: DesignTokens.Hearing.fieldHeight)
        root = area
        area.expand(horizontal: true)
        area.margins(top: DesignTokens.Hearing.fieldGap)
        area.receivesPointer = false
        area.setRole(.meter)
        area.setAccessibleLabel(localized("What the microphone hears"))
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
        say(localized("Nothing yet"))
    }

    /// Calls `handler` when the field appears on the screen or leaves it.
    func onShow(_ handler: @escaping @MainActor (_ isShown: Bool) -> Void) {
        area.on("map") { handler(true) }
        area.on("unmap") { handler(false) }
    }

    /// Clears the bars and shows this text.
    func clear(_ words: String) {
        history = HearingHistory()
        say(words)
        area.queueDraw()
    }

    func add(_ finding: MicrophoneFinding) {
        let threshold = HearingHistory.threshold(sensitivity)
        let evidence = HearingHistory.evidence(Double(finding.likelihood), threshold: threshold)
        history.add(
            .init(level: Double(finding.level), evidence: evidence, isSpeech: finding.isSpeaking), keeping: barCount)
        say(finding.isSpeaking ? localized("Speech") : localized("No speech"))
        area.queueDraw()
    }

    private var barCount: Int { max(1, Int(Double(area.width) / DesignTokens.Hearing.barStep)) }

    private func say(_ words: String) {
        guard words != self.words else { return }
        self.words = words
        area.setAccessibleValue(history.bars.last?.level ?? 0, in: 0...1, text: words)
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let isStill = area.windowHasClass("reduced-motion")
        if isStill { drawGauge(canvas, width, height) } else { drawPast(canvas, width, height) }
    }

    private var neutral: Color { area.themed(DesignTokens.Palette.neutral) }
    private var accent: Color { area.color(named: "cyan") ?? DesignTokens.Palette.cyan }
    private var line: Color {
        area.windowHasClass("high-contrast")
            ? area.color(named: "strong") ?? DesignTokens.Palette.white
            : area.color(named: "orange") ?? DesignTokens.Palette.orange
    }

    private func drawPast(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let metrics = DesignTokens.Hearing.self
        let first = width - Double(history.bars.count) * metrics.barStep
        for (index, bar) in history.bars.enumerated() {
            let x = first + Double(index) * metrics.barStep
            // The newest bar is at the end, in the direction of reading.
            let place = area.isRightToLeft ? width - x - metrics.barWidth : x
            column(canvas, place, height, bar.level, neutral.faded(metrics.faint))
            let color = bar.isSpeech ? accent : neutral.faded(metrics.unheard)
            column(canvas, place, height, bar.evidence, color)
        }
        let y = height * (1 - HearingHistory.threshold(sensitivity))
        canvas.setColor(line)
        canvas.dash([metrics.dash, metrics.dash])
        canvas.move(0, y)
        canvas.line(width, y)
        canvas.stroke(width: metrics.lineWidth)
        canvas.dash([])
    }

    private func column(_ canvas: Canvas, _ x: Double, _ height: Double, _ share: Double, _ color: Color) {
        let metrics = DesignTokens.Hearing.self
        let tall = max(metrics.leastBar, height * share)
        canvas.setColor(color)
        canvas.rectangle(x, height - tall, metrics.barWidth, tall, radius: metrics.barWidth / 2)
        canvas.fill()
    }

    private func drawGauge(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let metrics = DesignTokens.Hearing.self
        let top = (height - metrics.gauge) / 2
        let bar = history.bars.last
        let parts: [(share: Double, color: Color)] = [
            (1, neutral.faded(metrics.faint)),
            (bar?.level ?? 0, neutral.faded(metrics.unheard)),
            (bar?.isSpeech == true ? bar?.evidence ?? 0 : 0, accent),
        ]
        for part in parts where part.share > 0 {
            let length = max(metrics.gauge, width * part.share)
            canvas.setColor(part.color)
            canvas.rectangle(
                area.isRightToLeft ? width - length : 0, top, length, metrics.gauge, radius: metrics.gauge / 2)
            canvas.fill()
        }
        let threshold = HearingHistory.threshold(sensitivity)
        let x = width * (area.isRightToLeft ? 1 - threshold : threshold)
        canvas.setColor(line)
        canvas.move(x, top - metrics.gauge / 2)
        canvas.line(x, top + metrics.gauge * 1.5)
        canvas.stroke(width: metrics.lineWidth)
    }
}
