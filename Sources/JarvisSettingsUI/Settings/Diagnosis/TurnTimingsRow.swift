// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the response times of recent answers: a bar for each, made up of understanding, thinking and speaking.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class TurnTimingsRow: SettingRow {
    let root: Widget
    let name = SettingsAction.latency.rawValue
    var control: Widget { root }

    private let read: @MainActor () -> [TurnTiming]
    private let summary = Label(classes: ["setting-detail"])
    private let legend = Label(
        localized("Bottom to top: speech recognized, answer ready, audio heard"),
        classes: ["setting-detail"])
    private let area = DrawingArea(width: 0, height: DesignTokens.Settings.timingsHeight)
    private var timings: [TurnTiming] = []
    private var following: LoopTimer?

    init(_ read: @escaping @MainActor () -> [TurnTiming]) {
        self.read = read
        let title = Label(SettingsAction.latency.text.shownTitle, classes: ["setting-title"])
        for label in [title, summary, legend] {
            label.setTextAlignment(0)
            label.wraps()
        }
        summary.setRole(.status)
        area.setRole(.none)
        area.expand(horizontal: true)
        let row = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [title, summary, area, legend])
        row.addClass("setting-row")
        root = row
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
        following = LoopTimer(milliseconds: DesignTokens.Settings.serverNewsMilliseconds) { [weak self] in
            self?.refresh()
            return self != nil
        }
        refresh()
    }

    func show(_ settings: Settings) {}

    func finish() { following = nil }

    private func refresh() {
        let now = read()
        guard now != timings || summary.text.isEmpty else { return }
        timings = now
        for part in [area, legend] { part.isVisible = !now.isEmpty }
        summary.text = Self.words(now.map(\.firstSound))
        area.queueDraw()
    }

    /// States the median and the slowest time.
    private static func words(_ milliseconds: [Double]) -> String {
        let sorted = milliseconds.sorted()
        guard let slowest = sorted.last else { return localized("No spoken answers yet") }
        return localized(
            "Last %1 answers: median %2\u{a0}ms, slowest %3\u{a0}ms", String(sorted.count),
            String(Int(sorted[sorted.count / 2].rounded())), String(Int(slowest.rounded())))
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let longest = max(timings.map(\.firstSound).max() ?? 0, 1)
        let step = width / Double(TurnTiming.mostKept)
        let isMirrored = root.isRightToLeft
        for (index, timing) in timings.enumerated() {
            let place = Double(isMirrored ? TurnTiming.mostKept - 1 - index : index) * step
            var top = height
            var reached = 0.0
            for (end, color) in [
                (timing.transcript, DesignTokens.Palette.cyan), (timing.firstClause, DesignTokens.Palette.purple),
                (timing.firstSound, DesignTokens.Palette.orange),
            ] {
                guard let end, end > reached else { continue }
                let tall = (end - reached) / longest * height
                canvas.setColor(root.themed(color))
                canvas.rectangle(place, top - tall, step * 0.7, tall, radius: 0)
                canvas.fill()
                top -= tall
                reached = end
            }
        }
    }
}
