// SPDX-License-Identifier: GPL-3.0-or-later
// How large type and controls of the voice screen are: on large windows they go up a step of the type scale, and the
// buttons with them. style-controls.css has the sizes of the type.

/// A step of the voice screen's sizes.
enum ScreenStep: Int, CaseIterable {
    case usual, large, vast

    /// The step for a window of this size in logical pixels.
    init(width: Int, height: Int) {
        self = Self.allCases.last { width >= $0.least.width && height >= $0.least.height } ?? .usual
    }

    /// The smallest window that has it.
    private var least: (width: Int, height: Int) {
        switch self {
        case .usual: (0, 0)
        case .large: DesignTokens.Layout.largeWindow
        case .vast: DesignTokens.Layout.vastWindow
        }
    }

    /// The controls' size, as a share of the usual one.
    var factor: Double {
        switch self {
        case .usual: 1
        case .large: DesignTokens.Layout.largeFactor
        case .vast: DesignTokens.Layout.vastFactor
        }
    }

    /// The style sheet's name for it.
    var name: String { "\(self)-screen" }
}
