// SPDX-License-Identifier: GPL-3.0-or-later
// The size of type and controls on the voice screen: a large window uses a higher step of the type scale, and larger
// buttons with it. style-controls.css holds the type sizes.

import JarvisDesktopKit

/// A step of the voice screen's sizes.
enum ScreenStep: Int, CaseIterable {
    case usual, large, vast

    /// The step for a window of this size in logical pixels.
    init(width: Int, height: Int) {
        self = Self.allCases.last { width >= $0.least.width && height >= $0.least.height } ?? .usual
    }

    /// The smallest window with this step.
    private var least: (width: Int, height: Int) {
        switch self {
        case .usual: (0, 0)
        case .large: DesignTokens.Layout.largeWindow
        case .vast: DesignTokens.Layout.vastWindow
        }
    }

    /// The size of the controls as a multiple of the usual one.
    var factor: Double {
        switch self {
        case .usual: 1
        case .large: DesignTokens.Layout.largeFactor
        case .vast: DesignTokens.Layout.vastFactor
        }
    }

    /// The class of the style sheet for the step.
    var name: String { "\(self)-screen" }
}
