// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the quick settings sheet: one line for each of the settings changed most often. They show the settings
// and the microphone's state, and apply changes at once.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
package final class QuickRows {
    let root: Box
    /// Called when the user presses "All settings".
    package var onSettings: (@MainActor () -> Void)?
    /// Called when the user presses "Done".
    var onDone: (@MainActor () -> Void)?

    private let model: SettingsModel
    private let assistant: Assistant
    private let mode: DropDown
    private let speaks: Switch
    private let mute = Switch(accessibleLabel: localized("Mute"))
    private let session: Switch
    private let volume = Scale(0...1, step: 0.05, page: 0.1)
    private var isShowing = false
    private var resting: LoopTimer?

    init(_ services: SettingsServices) {
        model = SettingsModel(services)
        assistant = services.assistant
        mode = DropDown(DetectionMode.allCases.map(\.title), accessibleLabel: Self.text(\.detectionMode).shownTitle)
        mode.ellipsizesSelection()
        speaks = Self.makeSwitch(\.speaksReplies)
        session = Self.makeSwitch(\.history.isSessionOnly)
        mute.setAccessibleDescription(localized("Turns the microphone off"))
        mute.announcesChanges(of: localized("Mute"))
        volume.addClass("plasma")
        volume.setSizeRequest(width: DesignTokens.QuickSettings.sliderWidth)
        volume.setAccessibleDescription(Self.text(\.volume).shownHelp)
        let settings = Button(label: localized("All settings"))
        let done = Button(label: localized("Done"))
        root = Box(.column)
        for row in [
            Self.row(Self.text(\.detectionMode).shownTitle, mode),
            Self.row(Self.text(\.speaksReplies).shownTitle, speaks), Self.row(localized("Mute"), mute),
            Self.row(Self.text(\.history.isSessionOnly).shownTitle, session),
            Self.row(Self.text(\.volume).shownTitle, volume), Self.last(settings, done),
        ] { root.append(row) }
        settings.onClick { [weak self] in self?.onSettings?() }
        done.onClick { [weak self] in self?.onDone?() }
        connect()
    }

    /// The first widget to focus.
    var first: Widget { mode }

    func show(_ settings: Settings) {
        isShowing = true
        defer { isShowing = false }
        mode.selected = DetectionMode.allCases.firstIndex(of: settings.detectionMode)
        mode.namesButton("\(Self.text(\.detectionMode).shownTitle): \(settings.detectionMode.title)")
        speaks.isOn = settings.speaksReplies
        session.isOn = settings.history.isSessionOnly
        // A change from outside must not move the thumb while the user drags it.
        guard resting == nil else { return }
        volume.value = settings.volume
        nameVolume()
    }

    func show(_ state: AssistantState) {
        isShowing = true
        mute.isOn = state.microphone.isMuted
        isShowing = false
    }

    /// Saves pending changes. Call when the sheet closes.
    func finish() { if resting != nil { keepVolume() } }

    private func connect() {
        mode.onChange { [weak self] index in
            guard let index, DetectionMode.allCases.indices.contains(index) else { return }
            let mode = DetectionMode.allCases[index]
            self?.change { $0.detectionMode = mode }
        }
        speaks.onChange { [weak self] isOn in self?.change { $0.speaksReplies = isOn } }
        session.onChange { [weak self] isOn in self?.change { $0.history.isSessionOnly = isOn } }
        mute.onChange { [weak self] isOn in
            guard let self, !isShowing else { return }
            assistant.send(.setMuted(isOn))
        }
        // Only the window knows of a screen reader.
        volume.on("map") { [weak self] in self?.nameVolume() }
        volume.onChange { [weak self] _ in
            guard let self, !isShowing else { return }
            nameVolume()
            resting = .once(milliseconds: DesignTokens.Settings.sliderRestMilliseconds) { [weak self] in
                self?.keepVolume()
            }
        }
    }

    private func change(_ change: @escaping @Sendable (inout Settings) throws -> Void) {
        if !isShowing { model.change(change) }
    }

    private func keepVolume() {
        resting = nil
        let value = (volume.value * 20).rounded() / 20
        if model.current.volume != value { model.change { $0.volume = value } }
    }

    private func nameVolume() {
        let words = SettingFormat.percent(volume.value * 100)
        volume.setAccessibleValue(volume.value, in: 0...1, text: words)
        volume.name(Self.text(\.volume).shownTitle, value: words)
    }

    private static func text<Value>(_ path: any WritableKeyPath<Settings, Value> & Sendable) -> SettingText {
        SettingDescriptor.of(path).text
    }

    private static func makeSwitch(_ path: any WritableKeyPath<Settings, Bool> & Sendable) -> Switch {
        let made = Switch(accessibleLabel: text(path).shownTitle)
        made.setAccessibleDescription(text(path).shownHelp)
        made.announcesChanges(of: text(path).shownTitle)
        return made
    }

    /// A row with the control at its end, or below the words if they would have too little room.
    private static func row(_ title: String, _ control: Widget) -> Widget {
        let label = Label(title, classes: ["setting-title"])
        label.setTextAlignment(0)
        label.wraps()
        // The control carries the accessible name.
        label.setRole(.none)
        control.align(horizontal: .end, vertical: .center)
        let row = StackingRow(
            label, control, share: DesignTokens.Settings.wordsShare, spacing: DesignTokens.Panes.headingSpacing)
        if let toggle = control as? Switch {
            // The whole row is clickable, not only the switch.
            let click = ClickGesture()
            click.onPress { [weak toggle] _, _, _ in toggle?.isOn.toggle() }
            label.add(click)
        }
        return styled(row)
    }

    private static func last(_ settings: Button, _ done: Button) -> Widget {
        settings.addClass("quick-link")
        done.addClass("quick-link")
        let line = Box(.row, [settings, Box(.row), done])
        settings.align(horizontal: .start)
        settings.expand(horizontal: true)
        return styled(line)
    }

    private static func styled(_ row: Widget) -> Widget {
        row.addClass("setting-row")
        row.addClass("quick-row")
        return row
    }
}
