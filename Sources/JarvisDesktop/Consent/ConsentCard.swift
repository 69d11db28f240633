// SPDX-License-Identifier: GPL-3.0-or-later
// The question before a tool call: who asks, what will happen, all the data that will be sent, and the answers. Keys
// pressed by mistake deny.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ConsentCard {
    let root: PaintedBox
    var onAnswer: (@MainActor (ConsentAnswer) -> Void)?
    /// Called once answers are accepted. Until then, a key that was meant for what was on screen before does nothing.
    var onReady: (@MainActor () -> Void)?

    private let question = Label(classes: ["consent-question"])
    private let subject = Label(classes: ["consent-subject"])
    private let spoken = Label(classes: ["consent-hint", "footnote"])
    private let waiting = Label(classes: ["consent-hint", "footnote"])
    /// Says that there is more text below the edge.
    private let more = Label(classes: ["consent-hint", "consent-more", "footnote"])
    private var looking: LoopTimer?
    private let arguments = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    private let content: Box
    private let foot: Box
    private let scroller: ScrolledWindow
    private let countdown = ConsentCountdown()
    private let deny = Button(label: localized("Don’t allow"))
    private let always = Button(label: localized("Always allow"))
    private let once = Button(label: localized("Allow once"))
    private var rows: [FoldedValueRow] = []
    /// All of the question, which a screen reader says along with the answer that has the focus.
    private var announcement = ""
    /// While set, the card ignores keys and clicks, which were meant for the screen before it.
    private var settling: LoopTimer?

    init() {
        let icon = Image(icon: "jarvis-warning-symbolic", pixels: DesignTokens.Panes.icon)
        icon.setRole(.none)
        icon.align(vertical: .start)
        for label in [question, subject, spoken, waiting, more] {
            label.setTextAlignment(0)
            label.wraps()
        }
        question.expand(horizontal: true)
        let heading = Box(.row, spacing: DesignTokens.Panes.headingSpacing, [icon, question])
        content = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [heading, subject, arguments])
        content.addClass("consent-content")
        scroller = ScrolledWindow(content, label: localized("Details"))
        scroller.expand(vertical: true)
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [deny, always, once])
        foot = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [more, countdown.root, waiting, spoken, buttons])
        foot.addClass("consent-foot")
        root = PaintedBox(.column, [scroller, foot])
        root.addClass("consent")
        root.setRole(.alert)
        for button in [deny, always, once] { button.addClass("consent-answer") }
        deny.setTooltip(localized("Don’t allow (Esc)"))
        for (button, answer) in [(deny, ConsentAnswer.denied), (always, .always), (once, .granted)] {
            button.onClick { [weak self] in self?.take(answer) }
        }
        more.text = localized("More below ↓")
        more.isVisible = false
        for signal in ["changed", "value-changed"] {
            scroller.verticalAdjustment.on(signal) { [weak self] in self?.lookBelow() }
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.scroll($0) ?? false }
        root.add(keys)
    }

    /// Shows a request, with the keyboard focus on the answer that changes nothing.
    func ask(_ request: ConsentRequest) {
        question.text = FoldedText.visible(request.question)
        subject.text = FoldedText.visible(request.subject)
        subject.isVisible = !request.subject.isEmpty
        arguments.removeAll()
        rows = request.arguments.map { argument in
            let row = FoldedValueRow(argument.name, argument.value)
            row.root.addClass("consent-argument")
            row.onWhole = { [weak self] in self?.grabFocus() }
            arguments.append(row.root)
            return row
        }
        arguments.isVisible = !rows.isEmpty
        always.isVisible = request.always != .notOffered
        once.setLabel(request.grantsUntilEnd ? localized("Allow until you quit") : localized("Allow once"))
        spoken.text =
            request.always == .byHandOrVoice
            ? localized("You can also say “%1”, “%2” or “%3”.", "yes", "always", "no")
            : localized("You can also say “%1” or “%2”.", "yes", "no")
        announcement = Self.announcement(request)
        root.setAccessibleLabel(announcement)
        more.isVisible = false
        scroller.scroll(toVertical: 0)
    }

    /// Shows a hint if content lies below the edge, where the user may overlook it. Deferred, because sizes must not
    /// change during an allocation.
    private func lookBelow() {
        looking = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            let (value, page, upper) = scroller.verticalExtent
            more.isVisible = value + page < upper - 1
        }
    }

    /// Starts the time to answer, because the card is now on the screen with a new question. With a screen reader there
    /// is no limit.
    func begin() {
        settling = .once(milliseconds: DesignTokens.Consent.settleMilliseconds) { [weak self] in self?.onReady?() }
        let hasLimit = !root.hasScreenReader
        countdown.root.isVisible = hasLimit
        deny.setAccessibleDescription(
            hasLimit
                ? localized(
                    "Denied automatically in %1 seconds.", String(Int(ConsentTime.whole)))
                : announcement)
        if hasLimit { countdown.begin() }
        grabFocus()
    }

    /// Starts the time to answer again, because the question has just been spoken in full or is being repeated.
    func restart() { if countdown.root.isVisible { countdown.begin() } }

    func end() {
        (settling, looking) = (nil, nil)
        countdown.end()
    }

    /// Shows how many more questions are waiting.
    func show(waiting count: Int) {
        waiting.isVisible = count > 0
        waiting.text = localized("%1 more question", "%1 more questions", count: count)
    }

    /// The height at which the content doesn't need to scroll.
    func height(forWidth width: Int) -> Int {
        let inner = width - 2 * DesignTokens.Consent.border
        return content.naturalHeight(forWidth: inner) + foot.naturalHeight(forWidth: inner)
            + 2 * DesignTokens.Consent.border
    }

    func grabFocus() { deny.grabFocus() }

    private func take(_ answer: ConsentAnswer) {
        guard settling?.isRunning != true else { return }
        onAnswer?(answer)
    }

    /// The text that a screen reader speaks when the card appears.
    static func announcement(_ request: ConsentRequest) -> String {
        let sent = request.arguments.map { "\(FoldedText.visible($0.name)): \(FoldedText($0.value).text)" }
        return ([FoldedText.visible(request.question), FoldedText.visible(request.subject)] + sent)
            .filter { !$0.isEmpty }.joined(separator: ". ")
    }

    /// Scrolls the text with Up and Down, because only buttons can have the focus.
    private func scroll(_ press: KeyPress) -> Bool {
        let (value, page, upper) = scroller.verticalExtent
        guard press.isPlain, upper > page, [KeyPress.up, KeyPress.down].contains(press.key) else { return false }
        let step = press.key == KeyPress.down ? DesignTokens.Consent.scrollStep : -DesignTokens.Consent.scrollStep
        scroller.scroll(toVertical: min(max(0, value + step), upper - page))
        return true
    }
}
