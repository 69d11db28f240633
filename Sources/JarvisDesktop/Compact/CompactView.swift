// SPDX-License-Identifier: GPL-3.0-or-later
// The pill that the window shrinks to: dot, state or failure, level, time, a talk button, and one to go back. Draws the
// state and sends intents. Redraws at most ten times a second, and only while visible.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class CompactView {
    let root: Widget
    /// Called when the user wants the full window back.
    var onExpand: (@MainActor () -> Void)?
    /// The first accent of the theme.
    var accent: Color {
        get { status.accent }
        set { status.accent = newValue }
    }

    private let services: DesktopServices
    private let status = StatusLine()
    private let failure = Label(classes: ["compact-failure"])
    private let reader: BannerReader
    private let meter = CompactLevelMeter()
    private let timer = Label(classes: ["compact-time"])
    private let talk = Button(icon: "jarvis-microphone-symbolic", pixels: DesignTokens.Compact.icon, label: "")
    private let talkIcon = Image(icon: "jarvis-microphone-symbolic", pixels: DesignTokens.Compact.icon)
    private let expand: Button
    private var state: AssistantState
    private var clock = RecordingClock()
    private var ticks: LoopTimer?
    private var isShown = false
    private var isMotionAllowed = true

    init(_ services: DesktopServices) {
        self.services = services
        state = services.assistant.state
        reader = BannerReader(failure)
        expand = Button(
            icon: "jarvis-expand-symbolic", pixels: DesignTokens.Compact.icon, label: localized("Leave compact mode"))
        expand.setTooltip(localized("Leave compact mode (%1)", keyNames("Ctrl+J")))
        let room = Overlay(Self.strut())
        let line = Box(.row, spacing: DesignTokens.Compact.spacing, [status.root, failure, meter.root, timer])
        line.align(vertical: .center)
        room.addLayer(line)
        let pill = Box(.row, spacing: DesignTokens.Compact.spacing, [room, talk, expand])
        pill.addClass("compact")
        pill.setRole(.region)
        pill.setAccessibleLabel(localized("Compact mode"))
        root = WindowHandle(pill)
        root.isVisible = false
        arrange()
        reader.onHold = { [assistant = services.assistant] in assistant.send(.bannerHeld($0, $1)) }
        talk.onClick { [weak self] in self?.talkPressed() }
        expand.onClick { [weak self] in self?.onExpand?() }
    }

    /// An invisible text that reserves room for changing content, so the window keeps its size: two lines for a
    /// failure, scaled with the desktop's text size.
    private static func strut() -> Widget {
        let strut = Label("\n", classes: ["compact-failure"])
        strut.setWidth(characters: DesignTokens.Compact.characters)
        strut.setRole(.none)
        return strut
    }

    private func arrange() {
        status.root.expand(horizontal: true)
        status.root.align(horizontal: .start)
        failure.expand(horizontal: true)
        failure.setTextAlignment(0)
        failure.wraps(lines: 2)
        failure.setRole(.alert)
        timer.setWidth(characters: DesignTokens.Compact.timerCharacters)
        timer.setAccessibleLabel(localized("Recording time"))
        talkIcon.setRole(.none)
        talk.setChild(talkIcon)
        for button in [talk, expand] {
            button.addClass("round")
            button.align(vertical: .center)
        }
        talk.addClass("talk")
    }

    @discardableResult
    func grabFocus() -> Bool { talk.grabFocus() }

    /// Shows or hides the pill, which draws nothing while hidden.
    func setShown(_ isShown: Bool, isMotionAllowed: Bool) {
        guard isShown != self.isShown || isMotionAllowed != self.isMotionAllowed else { return }
        (self.isShown, self.isMotionAllowed) = (isShown, isMotionAllowed)
        schedule()
        advance()
    }

    func show(_ state: AssistantState) {
        let phaseChanged = state.phase != self.state.phase
        self.state = state
        clock.update(isRecording: state.phase.isRecording, at: FramePacer.now)
        status.show(PhaseAppearance(state))
        let banner = state.banner
        status.root.isVisible = banner == nil
        failure.isVisible = banner != nil
        reader.show(banner?.id)
        if banner == nil { reader.hide() }
        if let banner {
            let text = BannerText.text(banner.message)
            failure.text = text
            failure.setAccessibleLabel(text)
            failure.setTooltip(text)
            failure.setClass("notice", banner.severity == .notice)
        }
        showTalk()
        timer.isVisible = state.phase.isRecording && banner == nil
        meter.root.isVisible = hasLevel && banner == nil
        if phaseChanged {
            meter.clear()
            schedule()
        }
        advance()
    }

    private func showTalk() {
        let action = CompactTalk(state.phase)
        talkIcon.setIcon(action.icon)
        talk.setAccessibleLabel(action.label)
        talk.setTooltip(localized("%1 (Space)", action.label))
        for other in CompactTalk.allCases { talk.setClass(other.rawValue, other == action) }
    }

    private func talkPressed() { services.assistant.send(CompactTalk(state.phase).intent) }

    private var hasLevel: Bool {
        switch state.phase {
        case .listening, .recording, .held, .speaking: true
        case .idle, .transcribing, .thinking: false
        }
    }

    private func schedule() {
        ticks = nil
        guard isShown, hasLevel, isMotionAllowed || state.phase.isRecording else { return }
        let interval =
            isMotionAllowed ? DesignTokens.Compact.frameMilliseconds : DesignTokens.Compact.stillMilliseconds
        ticks = LoopTimer(milliseconds: interval) { [weak self] in
            self?.advance()
            return self != nil
        }
    }

    private func advance() {
        guard isShown else { return }
        let time = FramePacer.now
        timer.text = clock.text(at: time) ?? ""
        guard hasLevel, isMotionAllowed else { return }
        status.advance(to: time)
        let level = state.phase == .speaking ? services.meters.outputLevel : services.meters.inputLevel
        meter.add(level, PhaseAppearance(state.phase, muting: state.microphone.muting).color)
    }
}
