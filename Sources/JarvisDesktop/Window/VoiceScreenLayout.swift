// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the voice screen stand: a pure function of the window's size and of what its texts need. In a tall
// window every distance of the design holds; in a lower one they shrink together, the visualizer last.

import GtkKit
import JarvisVisuals

/// The places of one size of the window, in the coordinates of its content.
struct VoiceScreenLayout: Equatable {
    /// The window's room and its texts' needs, in logical pixels.
    struct Needs: Equatable {
        var width: Int
        var height: Int
        /// The strip round the content that belongs to the window.
        var frame = DesignTokens.Size.windowFrame
        /// The controls' size, as a share of the usual one.
        var factor = 1.0
        /// 0 while there is no conversation.
        var cardHeight = 0
        /// 0 while no timer runs.
        var timerHeight = 0
        var transcriptHeight = 0
        var statusHeight = 35
        var hintHeight = 22
    }

    /// Middle of the visualizer, from the top.
    private(set) var centerY = 0.0
    /// The visualizer's box.
    private(set) var diameter = 0.0
    private(set) var card = Place(x: 0, y: 0, width: 0, height: 0)
    /// Upper edge of the next timer, below the card.
    private(set) var timerTop = 0
    /// Lower edge of the live transcript.
    private(set) var transcriptBottom = 0
    private(set) var statusTop = 0
    /// Middle of the microphone and the buttons beside it.
    private(set) var rowCenter = 0
    private(set) var hintTop = 0
    /// Lower edge of the banner, which must leave the microphone in reach.
    private(set) var bannerBottom = 0

    init(_ needs: Needs) {
        let metrics = DesignTokens.Layout.self
        let height = Double(needs.height)
        let frame = Double(needs.frame)
        let rowReach = metrics.rowReach * needs.factor
        let halfButton = Double(DesignTokens.Size.actionButton) / 2 * needs.factor
        card = Place(
            x: DesignTokens.Size.cardMargin - needs.frame, y: metrics.cardTop - needs.frame,
            width: needs.width + 2 * needs.frame - 2 * DesignTokens.Size.cardMargin, height: needs.cardHeight)

        // Below the middle: everything at its least, then what is left goes to the visualizer first.
        let least = Distances(
            bottom: max(metrics.leastBottom, Double(needs.hintHeight) + frame + metrics.hintRoom), controls: 1,
            status: max(2, Double(needs.transcriptHeight) - metrics.transcriptOverlap))
        let full = Distances(
            bottom: max(metrics.bottom, least.bottom), controls: 10,
            status: metrics.statusGap - DesignTokens.Size.statusPadding)
        let fixed = rowReach + halfButton + Double(needs.statusHeight) - frame
        let room = height / 2 - least.sum - fixed
        let usual = SceneSize(width: Double(needs.width), height: height).visualizerDiameter
        let wanted = usual / 2
        let below = min(
            wanted, metrics.comfortableRadius + max(0, room - metrics.comfortableRadius) * metrics.radiusShare)
        let spare = max(0, room - below)
        let distances = least.grown(to: full, by: spare / max(1, full.sum - least.sum))

        let rowMiddle = height + frame - distances.bottom - halfButton
        // In a very tall window the status line stays with the visualizer, not with the buttons.
        let statusEdge = min(
            rowMiddle - rowReach - distances.controls - Double(needs.statusHeight),
            height / 2 + wanted + full.status)
        rowCenter = Int(rowMiddle.rounded())
        statusTop = Int(statusEdge.rounded())
        hintTop = Int((rowMiddle + rowReach).rounded()) + 2
        bannerBottom = Int((rowMiddle - rowReach).rounded()) - 8
        let gap = Int(distances.status)
        transcriptBottom = statusTop - max(2, (gap - needs.transcriptHeight) / 2)

        // Above it: the card, or the header.
        // Large texts in a small window: the card scrolls before the visualizer is gone.
        let timerRoom = needs.timerHeight > 0 ? needs.timerHeight + 8 : 0
        let cardRoom =
            statusEdge - distances.status - 8 - 2 * metrics.leastRadius - Double(card.y) - Double(timerRoom)
        card.height = min(card.height, max(metrics.leastCard, Int(cardRoom)))
        timerTop = card.y + (needs.cardHeight > 0 ? card.height + 8 : 0)
        let ceiling =
            timerRoom > 0
            ? Double(timerTop + timerRoom)
            : needs.cardHeight > 0 ? Double(card.y + card.height) + 8 : metrics.headerHeight - frame
        placeVisualizer(
            between: ceiling, and: statusEdge - distances.status, middle: height / 2,
            wanted: min(usual, Double(needs.width - 2 * DesignTokens.Size.cardMargin)) / 2)
    }

    /// In the middle of the window, unless the room above or below is so little that it has to give way.
    private mutating func placeVisualizer(between top: Double, and bottom: Double, middle: Double, wanted: Double) {
        let radius = min(middle - top, bottom - middle, wanted)
        let lowest = min(DesignTokens.Layout.cramped, (bottom - top) / 2, wanted)
        let shift = max(0, lowest - radius)
        centerY = middle - top < bottom - middle ? middle + shift : middle - shift
        diameter = 2 * max(DesignTokens.Layout.leastRadius, radius + shift)
    }

    /// The distances that give way in low windows.
    private struct Distances {
        /// Buttons to the window's lower edge.
        var bottom: Double
        /// Status line to the microphone's widest ring.
        var controls: Double
        /// Visualizer to status line.
        var status: Double

        var sum: Double { bottom + controls + status }

        func grown(to full: Distances, by share: Double) -> Distances {
            let share = min(1, share)
            return Distances(
                bottom: bottom + (full.bottom - bottom) * share,
                controls: controls + (full.controls - controls) * share,
                status: status + (full.status - status) * share)
        }
    }
}
