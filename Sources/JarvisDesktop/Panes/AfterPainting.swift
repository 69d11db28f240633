// SPDX-License-Identifier: GPL-3.0-or-later
// What is out of view can wait until what is in view has been painted.

import GtkKit

/// Calls its handler once, after the widget's next picture; never if it is released before.
@MainActor
final class AfterPainting {
    private var tick: FrameTick?
    private var isPainted = false

    init(_ widget: Widget, _ handler: @escaping @MainActor () -> Void) {
        // A tick comes before the picture of its frame: the second one is after the first picture.
        tick = FrameTick(widget) { [weak self] _ in
            guard let self else { return }
            guard isPainted else { return isPainted = true }
            tick = nil
            handler()
        }
    }
}
