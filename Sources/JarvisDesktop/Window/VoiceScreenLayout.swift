// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of the voice screen, computed only from the window's size and the needs of its texts. A tall window keeps
// every distance of the design; in a lower one the distances shrink together, and the visualizer last.

import GtkKit
import JarvisDesktopKit
import JarvisVisuals

/// The layout for one window size, in the coordinates of the window's content.
struct VoiceScreenLayout: Equatable {
    /// The size of the window and the room that its texts need, in logical pixels.
    struct Needs: Equatable {
        var width: Int
        var height: Int
        /// The width of the window's border around the content.
        var frame = DesignTokens.Size.windowFrame
        /// The size of the controls as a multiple of the usual one.
        var factor = 1.0
        /// 0 while there is no conversation.
        var cardHeight = 0
        /// 0 while no timer runs.
        var timerHeight = 0
        var transcriptHeight = 0
        var statusHeight = 35
        var hintHeight = 22
    }

    /// The distance of the visualizer's middle from the top.
    private(set) var centerY = 0.0
    /// The side of the visualizer's box.
    private(set) var diameter = 0.0
    private(set) var card = Place(x: 0, y: 0, width: 0, height: 0)
    /// The upper edge of the timer pill, below the card.
    private(set) var timerTop = 0
    /// The lower edge of the live transcript.
    private(set) var transcriptBottom = 0
    private(set) var statusTop = 0
    /// The middle of the microphone and the buttons beside it.
    private(set) var rowCenter = 0
    private(set) var hintTop = 0
    /// The lower edge of the banner, which must leave the microphone accessible.
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

        // Below the window's middle: everything starts at its minimum, and the visualizer gets the remaining room
        // first.
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

        // Above the window's middle: the card, or the header. With large text in a small window, the card scrolls
        // before the visualizer gets too small.
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

    /// Centres the visualizer in the window, unless too little room above or below forces it to move.
    private mutating func placeVisualizer(between top: Double, and bottom: Double, middle: Double, wanted: Double) {
        let radius = min(middle - top, bottom - middle, wanted)
        let lowest = min(DesignTokens.Layout.cramped, (bottom - top) / 2, wanted)
        let shift = max(0, lowest - radius)
        centerY = middle - top < bottom - middle ? middle + shift : middle - shift
        diameter = 2 * max(DesignTokens.Layout.leastRadius, radius + shift)
    }

    /// The distances that shrink in low windows.
    private struct Distances {
        /// The distance from the buttons to the window's lower edge.
        var bottom: Double
        /// The distance from the status line to the microphone's widest ring.
        var controls: Double
        /// The distance from the visualizer to the status line.
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
