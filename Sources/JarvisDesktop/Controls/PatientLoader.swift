// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the loader for work that takes longer than a moment; what is done at once shows nothing.

import GioKit
import GtkKit

@MainActor
final class PatientLoader {
    /// The layer to put over what is being loaded; invisible most of the time.
    let root: Widget

    private let loader: NeuralLoader
    private var patience: LoopTimer?

    init(side: Int = NeuralLoaderModel.side) {
        loader = NeuralLoader(side: side)
        root = loader.root
        root.isVisible = false
        root.receivesPointer = false
    }

    func begin() {
        patience = .once(milliseconds: DesignTokens.Motion.loaderPatience) { [weak self] in
            self?.root.isVisible = true
        }
    }

    func end() {
        patience = nil
        root.isVisible = false
    }
}
