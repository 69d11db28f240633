// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets scrolling over the main area: upwards it opens the history, with Control it changes the visualizer's size.

import GtkKit
import Glibc
import JarvisDesktopKit

struct ScrollRecognizer {
    enum Outcome: Equatable {
        case history
        case zoom(by: Double)
    }

    /// How far the current scroll has gone up; 1 opens the history.
    private var share = 0.0
    private var last = -Double.infinity

    mutating func scroll(_ step: ScrollController.Step, at time: Double) -> Outcome? {
        typealias Figures = DesignTokens.Gesture
        if step.isControlDown {
            share = 0
            let unit = step.isInPixels ? Figures.zoomByPixel : Figures.zoomByClick
            return step.distance == 0 ? nil : .zoom(by: exp(-step.distance * unit))
        }
        if time - last > Figures.scrollPause || step.distance > 0 { share = 0 }
        last = time
        share -= min(step.distance, 0) / (step.isInPixels ? Figures.scrollPixels : Figures.scrollClicks)
        guard share >= 1 else { return nil }
        share = 0
        return .history
    }
}
