// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the daily figures: the newest as text, two weeks as bars, and a button that erases all of them, with undo.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisStore

@MainActor
final class StatisticsRow: SettingRow {
    let root: Widget
    let name = SettingsAction.eraseStatistics.rawValue
    var control: Widget { row.control }

    private static let shownDays = 14

    private let file: StatisticsFile
    private let model: SettingsModel
    private let clock: any WallClock
    private let undo: @MainActor (String, @escaping @MainActor () -> Void) -> Void
    private let row = ActionRow(SettingsAction.eraseStatistics.text.shownTitle)
    private let area = DrawingArea(width: 0, height: DesignTokens.Settings.timingsHeight)
    private var counts: [Int] = []
    private var work: Task<Void, Never>?
    private var following: LoopTimer?

    /// - Parameter undo: called to offer an undo of the erasure.
    init(
        _ file: StatisticsFile, _ model: SettingsModel, clock: any WallClock,
        undo: @escaping @MainActor (String, @escaping @MainActor () -> Void) -> Void
    ) {
        self.file = file
        self.model = model
        self.clock = clock
        self.undo = undo
        area.setRole(.none)
        area.expand(horizontal: true)
        area.addClass("figures")
        root = Box(.column, [row.root, area])
        row.nameButton(localized("Erase"))
        row.onClick { [weak self] in self?.erase() }
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
        following = LoopTimer(milliseconds: DesignTokens.Settings.serverNewsMilliseconds) { [weak self] in
            self?.load()
            return self != nil
        }
        load()
    }

    func show(_ settings: Settings) {}

    func finish() {
        following = nil
        work?.cancel()
    }

    private func load() {
        work = Task { [weak self, file] in
            guard let statistics = try? await file.load(), let self, !Task.isCancelled else { return }
            show(statistics)
        }
    }

    private func show(_ statistics: UsageStatistics) {
        let today = UsageStatistics.date(of: clock.now(), clock)
        row.status = Self.words(statistics, today: today)
        row.isUsable = !statistics.days.isEmpty
        let dates = (0..<Self.shownDays).reversed().map { days in
            UsageStatistics.date(of: clock.now().advanced(by: .seconds(-86_400 * days)), clock)
        }
        let newest = dates.map { statistics.days[$0]?.questionCount ?? 0 }
        area.isVisible = newest.contains { $0 > 0 }
        guard newest != counts else { return }
        counts = newest
        area.queueDraw()
    }

    static func words(_ statistics: UsageStatistics, today: String) -> String {
        guard !statistics.days.isEmpty else { return localized("Nothing yet") }
        let day = statistics.days[today] ?? UsageStatistics.Day()
        let asked = localized(
            "Today: %1 asked, %2 answered, %3 problems", String(day.questionCount), String(day.replyCount),
            String(day.problemCount))
        guard let median = day.medianMilliseconds else { return asked }
        return localized("%1; median response %2\u{a0}ms", asked, String(median))
    }

    private func erase() {
        work?.cancel()
        Task { [weak self, file] in
            do {
                let gone = try await file.erase()
                guard let self else { return }
                undo(localized("Statistics erased")) { [weak self] in self?.bringBack(gone) }
                load()
            } catch { self?.model.report(error) }
        }
    }

    private func bringBack(_ statistics: UsageStatistics) {
        Task { [weak self, file] in
            do { try await file.restore(statistics) } catch { self?.model.report(error) }
            self?.load()
        }
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let most = Double(max(counts.max() ?? 0, 1))
        let step = width / Double(Self.shownDays)
        for (index, count) in counts.enumerated() {
            let place = Double(root.isRightToLeft ? Self.shownDays - 1 - index : index) * step
            let tall = max(Double(count) / most * height, 2)
            let color = root.themed(DesignTokens.Palette.cyan)
            canvas.setColor(count == 0 ? color.faded(0.25) : color)
            canvas.rectangle(place + step * 0.15, height - tall, step * 0.7, tall)
            canvas.fill()
        }
    }
}
