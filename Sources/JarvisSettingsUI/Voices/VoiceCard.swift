// SPDX-License-Identifier: GPL-3.0-or-later
// A card for a voice: its name, language, kind and waveform, with a button to play it.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class VoiceCard {
    let root: Widget
    /// Chooses the voice.
    let choose: Button
    let hear: Button
    /// Uses the voice for its language, or no longer does so; hidden if the voice can't be used that way.
    let speak: Button
    /// Fetches the voice; hidden if it is there.
    let get = Button(label: "")

    private let name = Label(classes: ["choice-title"])
    private let detail = Label(classes: ["setting-detail"])
    private let picture = DrawingArea(height: DesignTokens.Voices.pictureHeight)
    private let icon = Image(icon: "jarvis-speaker-symbolic", pixels: DesignTokens.Panes.icon)
    private var bars: VoiceBars?
    private var isChosen = false
    private var heard: (@MainActor () -> Double?)?
    private var tick: FrameTick?

    init() {
        let tokens = DesignTokens.Voices.self
        for label in [name, detail] {
            label.setTextAlignment(0)
            label.wraps()
            label.setRole(.none)
            // Leave room for the play button.
            label.margins(end: tokens.hear + tokens.spacing)
        }
        picture.setRole(.none)
        picture.expand(horizontal: true, vertical: true)
        picture.margins(top: tokens.spacing)
        choose = Button(Box(.column, spacing: 4, [name, detail, picture]), accessibleLabel: "")
        choose.addClass("choice-card")
        choose.setRole(.radio)
        choose.setSizeRequest(height: tokens.cardHeight)
        choose.expand(horizontal: true)
        icon.setRole(.none)
        hear = Button(icon, accessibleLabel: "")
        hear.addClass("round")
        hear.addClass("hear-voice")
        hear.align(horizontal: .end, vertical: .start)
        hear.margins(top: tokens.spacing, end: tokens.spacing)
        let globe = Image(icon: "jarvis-language-symbolic", pixels: DesignTokens.Panes.icon)
        globe.setRole(.none)
        speak = Button(globe, accessibleLabel: "")
        speak.addClass("round")
        speak.addClass("hear-voice")
        speak.align(horizontal: .end, vertical: .end)
        speak.margins(bottom: tokens.spacing, end: tokens.spacing)
        speak.isVisible = false
        get.addClass("accent")
        get.addClass("get-voice")
        get.align(horizontal: .start, vertical: .end)
        get.margins(bottom: tokens.spacing, start: tokens.getMargin)
        get.isVisible = false
        let layers = Overlay(choose)
        layers.addLayer(hear)
        layers.addLayer(speak)
        layers.addLayer(get)
        root = layers
        picture.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    /// - Parameter setting: the name of the setting that the card chooses a voice for.
    func show(_ voice: Voice, of setting: String) {
        name.text = voice.name
        choose.setAccessibleLabel("\(setting): \(voice.name)")
    }

    func mark(isChosen: Bool) {
        self.isChosen = isChosen
        choose.setClass("selected", isChosen)
        choose.setAccessiblyChecked(isChosen)
        picture.queueDraw()
    }

    /// - Parameter language: the other language that the voice can be set for, and whether it is; nil for none.
    func mark(_ voice: Voice, language: VoiceLanguage?) {
        // A button that disappears must not take the focus with it.
        if language == nil, speak.hasFocus { choose.grabFocus() }
        speak.isVisible = language != nil
        picture.margins(
            top: DesignTokens.Voices.spacing,
            end: language == nil ? 0 : DesignTokens.Voices.hear + DesignTokens.Voices.spacing)
        let isTaken = language?.isTaken == true
        speak.setClass("playing", isTaken)
        let words = Self.detail(voice)
        let shown = language.map { isTaken ? localized("%1 · for %2", words, $0.name) : words } ?? words
        detail.text = shown
        choose.setAccessibleDescription(shown)
        guard let language else { return }
        speak.setAccessibleLabel(
            isTaken
                ? localized("Stop using %1 for %2", voice.name, language.name)
                : localized("Use %1 for %2", voice.name, language.name))
        speak.setTooltip(
            isTaken ? localized("Don't use for %1", language.name) : localized("Use for %1", language.name))
    }

    /// - Parameter heard: returns the share of the voice that has been played; nil while it isn't playing.
    func mark(_ voice: Voice, heard: (@MainActor () -> Double?)?) {
        self.heard = heard
        hear.setClass("playing", heard != nil)
        hear.setAccessibleLabel(heard == nil ? localized("Play %1", voice.name) : localized("Stop %1", voice.name))
        hear.setTooltip(heard == nil ? localized("Play this voice") : localized("Stop"))
        let isStill = picture.windowHasClass("reduced-motion")
        tick = heard == nil || isStill ? nil : FrameTick(picture) { [weak self] _ in self?.picture.queueDraw() }
        picture.queueDraw()
    }

    /// - Parameter download: fetches the voice; nil if it is there.
    func mark(download: VoiceDownload?) {
        // A button that disappears must not take the focus with it.
        if download == nil, get.hasFocus { choose.grabFocus() }
        get.isVisible = download != nil
        hear.isVisible = download == nil
        picture.isVisible = download == nil
        guard let download, let offer = download.offer else { return }
        let size = String(max(1, offer.bytes / 1_000_000))
        let text = download.arrived.map { localized("%1 %", String(Int($0 * 100))) }
        get.setLabel(text ?? localized("Get it · %1 MB", size))
        get.setAccessibleLabel(
            download.arrived.map { localized("Downloading, %1 %", String(Int($0 * 100))) }
                ?? localized("Get %1, %2 MB", offer.voice.name, size))
        get.isSensitive = download.arrived == nil
    }

    func show(_ bars: VoiceBars?) {
        guard bars != self.bars else { return }
        self.bars = bars
        picture.queueDraw()
    }

    /// Stops following playback.
    func rest() { tick = nil }

    /// "English (America) · Basic"
    private static func detail(_ voice: Voice) -> String {
        let kind =
            switch voice.kind {
            case .natural: localized("Natural")
            case .espeak: localized("Basic")
            case .server: localized("From a server")
            }
        return voice.languages.first.map { localized("%1 · %2", $0, kind) } ?? kind
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let tokens = DesignTokens.Voices.self
        let accent = picture.color(named: "cyan") ?? DesignTokens.Palette.cyan
        let step = width / Double(tokens.bars)
        let share = heard?()
        for number in 0..<tokens.bars {
            let tall =
                bars.map { tokens.leastBar + (height - tokens.leastBar) * Double($0[number]) / 255 } ?? tokens.leastBar
            let isLit = share.map { Double(number) < $0 * Double(tokens.bars) } ?? isChosen
            let left = Double(number) * step + tokens.barGap / 2
            let bar = max(1, step - tokens.barGap)
            canvas.setColor(isLit ? accent : picture.themed(DesignTokens.Palette.neutral).faded(tokens.unheard))
            canvas.rectangle(
                picture.isRightToLeft ? width - left - bar : left, (height - tall) / 2, bar, tall, radius: bar / 2)
            canvas.fill()
        }
    }
}
