// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the waveform of a rendered voice as bars; those already played are lit.

import GtkKit
import JarvisDesktopKit

@MainActor
final class WaveformView {
    let root: Widget

    private let area: DrawingArea
    private var bars: [Float] = []
    private var heard = 0.0
    private var tick: FrameTick?
    private weak var preview: VoicePreview?

    init(_ preview: VoicePreview) {
        self.preview = preview
        let size = DesignTokens.Onboarding.waveform
        area = DrawingArea(width: size.width, height: size.height)
        root = area
        area.align(horizontal: .center)
        area.setRole(.image)
        area.setAccessibleLabel(localized("Waveform of the voice"))
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    /// Call when playback starts or ends; while it runs, the view follows it.
    func follow(_ isPlaying: Bool) {
        guard isPlaying else {
            tick = nil
            return read()
        }
        tick = FrameTick(area) { [weak self] _ in self?.read() }
    }

    private func read() {
        guard let preview else { return }
        let count = DesignTokens.Onboarding.waveformBars
        bars = Waveform.bars(preview.peaks, count: count)
        heard = preview.isPlaying ? preview.heardShare : 1
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let metrics = DesignTokens.Onboarding.self
        let accent = area.color(named: "cyan") ?? DesignTokens.Palette.cyan
        let count = metrics.waveformBars
        let step = width / Double(count)
        for number in 0..<count {
            let peak = number < bars.count ? Double(bars[number]) : 0
            let tall = metrics.leastBar + (height - metrics.leastBar) * peak
            let isHeard = peak > 0 && Double(number) / Double(count) < heard
            canvas.setColor(isHeard ? accent : DesignTokens.Palette.neutral.faded(0.6))
            canvas.rectangle(
                Double(number) * step + metrics.barGap / 2, (height - tall) / 2, step - metrics.barGap, tall,
                radius: (step - metrics.barGap) / 2)
            canvas.fill()
        }
    }
}
