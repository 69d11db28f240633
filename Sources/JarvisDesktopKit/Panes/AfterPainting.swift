// SPDX-License-Identifier: GPL-3.0-or-later
// Defers work for content that is out of view until the visible content has been painted.

package import GtkKit

/// Calls its handler once, after the widget's next frame. Never calls it if released before that.
@MainActor
package final class AfterPainting {
    private var tick: FrameTick?
    private var isPainted = false

    package init(_ widget: Widget, _ handler: @escaping @MainActor () -> Void) {
        // A tick comes before its frame is painted, so by the second tick the first picture is on its way.
        tick = FrameTick(widget) { [weak self] _ in
            guard let self else { return }
            guard isPainted else { return isPainted = true }
            tick = nil
            handler()
        }
    }
}
