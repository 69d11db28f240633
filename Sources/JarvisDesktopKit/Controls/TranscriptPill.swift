// SPDX-License-Identifier: GPL-3.0-or-later
// The live transcript in its glass pill. The words are left-aligned and the pill grows in steps, so no word moves when
// another is added. Text that doesn't fit is cut off at the start.

import GioKit
package import GtkKit

@MainActor
package final class TranscriptPill {
    package let root: Widget
    /// The box with the glass background.
    package let glass: PaintedBox

    private let label = Label(classes: ["transcript", "callout"])
    private let revealer: Revealer
    private var flow = TranscriptFlow()
    private var timer: LoopTimer?
    /// The largest width of the pill in this utterance.
    private var widest = 0

    package init() {
        label.ellipsizesStart()
        label.setTextAlignment(0)
        label.setRole(.status)
        label.setAccessibleLabel(localized("Transcript so far"))
        label.expand(horizontal: true)
        glass = PaintedBox(.row, [label])
        glass.addClass("pill")
        revealer = Revealer(glass, transition: .fade, milliseconds: DesignTokens.Motion.hintFade)
        revealer.receivesPointer = false
        root = revealer
    }

    package var isShown: Bool { revealer.isRevealed }

    /// - Parameter hypothesis: the words so far. An empty text hides the pill, which keeps its last words while it
    ///   fades.
    package func show(_ hypothesis: String) {
        guard !hypothesis.isEmpty else { return hide() }
        if !revealer.isRevealed {
            flow.clear()
            widest = 0
        }
        revealer.isRevealed = true
        if flow.propose(hypothesis, at: FramePacer.now) != nil { draw() }
        guard let due = flow.due, timer == nil else { return }
        let wait = Int(max(0, due - FramePacer.now) * 1000) + 1
        timer = .once(milliseconds: wait) { [weak self] in
            guard let self else { return }
            timer = nil
            if flow.settle(at: FramePacer.now) != nil { draw() }
        }
    }

    /// The pill's width if this much room is available: whole steps, and never less than before in the same utterance.
    package func width(within room: Int) -> Int {
        widest = Self.width(natural: root.naturalWidth, widest: widest, room: room)
        return widest
    }

    nonisolated static func width(natural: Int, widest: Int, room: Int) -> Int {
        let step = DesignTokens.Transcript.step
        let stepped = (natural + step - 1) / step * step
        return min(max(stepped, widest), room, DesignTokens.Transcript.width)
    }

    private func hide() {
        timer = nil
        revealer.isRevealed = false
    }

    private func draw() {
        label.text = flow.text
        label.setAccessibleLabel(flow.text)
    }
}
