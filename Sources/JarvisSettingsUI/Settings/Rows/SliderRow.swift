// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a number on a slider. The value label follows the thumb. The setting follows once the thumb rests, so a
// drag doesn't write the settings file at every step.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SliderRow: SettingRow {
    /// How the slider presents its number.
    struct Style {
        var step: Double
        /// Formats the value: "1.2×".
        var format: @MainActor (Double) -> String
        /// The sample to speak after the user has moved the slider.
        var preview: String?
        /// A widget above the slider that shows the effect of the value.
        var over: Widget?
        /// Called with the number at each position of the thumb.
        var moved: (@MainActor (Double) -> Void)?
        /// False to show only the title; a screen reader says the help all the same.
        var showsHelp = true
    }

    let root: Widget
    let name: String
    var control: Widget { scale }

    private let scale: Scale
    private let text: RowText
    private let value = Label(classes: ["setting-value"])
    private let style: Style
    private let title: String
    private let range: ClosedRange<Double>
    private let model: SettingsModel
    private let path: any WritableKeyPath<Settings, Double> & Sendable
    private var resting: LoopTimer?
    private var isShowing = false

    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Double> & Sendable,
        _ style: Style
    ) {
        self.model = model
        self.path = path
        self.style = style
        let setting = SettingDescriptor.of(path)
        name = setting.key
        range = SettingDescriptor.range(of: path)
        scale = Scale(range, step: style.step, page: style.step * 5)
        title = setting.text.shownTitle
        scale.setAccessibleDescription(setting.text.shownHelp)
        text = RowText(setting, model, scale)
        text.detail.isVisible = style.showsHelp
        scale.addClass("plasma")
        scale.ignoresWheel()
        value.setTextAlignment(1)
        value.align(vertical: .start)
        value.setSizeRequest(width: DesignTokens.Settings.valueWidth)
        let heading = Box(.row, spacing: 16, [text.root, value])
        let row = Box(.column, [heading] + [style.over].compactMap { $0 } + [scale])
        row.addClass("setting-row")
        root = row
        scale.onChange { [weak self] in self?.moved(to: $0) }
        // Only the window knows of a screen reader.
        scale.on("map") { [weak self] in self.map { $0.showValue($0.rounded($0.scale.value)) } }
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        // A change from outside must not move the thumb while the user drags it.
        guard resting == nil else { return }
        isShowing = true
        scale.value = settings[keyPath: path]
        isShowing = false
        showValue(scale.value)
    }

    func finish() {
        if resting != nil { commit(isAudible: false) }
    }

    private func moved(to position: Double) {
        showValue(rounded(position))
        guard !isShowing else { return }
        resting = LoopTimer.once(milliseconds: DesignTokens.Settings.sliderRestMilliseconds) { [weak self] in
            self?.commit(isAudible: true)
        }
    }

    private func commit(isAudible: Bool) {
        resting = nil
        let (number, path) = (rounded(scale.value), path)
        guard model.current[keyPath: path] != number else { return }
        model.change { $0[keyPath: path] = number }
        if isAudible, let preview = style.preview { model.preview(preview) }
    }

    /// The number at a thumb position, rounded to whole steps, between which the pointer can stop.
    private func rounded(_ position: Double) -> Double {
        let steps = (position / style.step).rounded() * style.step
        let tidy = (steps * 100).rounded() / 100
        return min(max(tidy, range.lowerBound), range.upperBound)
    }

    private func showValue(_ number: Double) {
        let words = style.format(number)
        value.text = words
        scale.setAccessibleValue(number, in: range, text: words)
        scale.name(title, value: words)
        style.moved?(number)
    }
}
