// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the loader only for work that takes longer than a moment.

import GioKit
package import GtkKit

@MainActor
package final class PatientLoader {
    /// A layer to put over the loading content; invisible most of the time.
    package let root: Widget

    private let loader: NeuralLoader
    private var patience: LoopTimer?

    package init(side: Int = NeuralLoaderModel.side) {
        loader = NeuralLoader(side: side)
        root = loader.root
        root.isVisible = false
        root.receivesPointer = false
    }

    package func begin() {
        patience = .once(milliseconds: DesignTokens.Motion.loaderPatience) { [weak self] in
            self?.root.isVisible = true
        }
    }

    package func end() {
        patience = nil
        root.isVisible = false
    }
}
