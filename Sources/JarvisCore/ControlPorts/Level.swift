// SPDX-License-Identifier: GPL-3.0-or-later
// How loud or bright something is, and how people change that.

/// A share, as the desktop's own sliders show it: 0 is silent or dark, 1 is full. Some programs set volumes above 1.
public struct Level: Hashable, Sendable, Comparable {
    public var share: Double

    /// - Parameter share: 0…1; what is below 0, or not a number, becomes 0.
    public init(_ share: Double) {
        self.share = share > 0 ? share : 0
    }

    /// - Parameter percent: 0…100.
    public init(percent: Int) { self.init(Double(percent) / 100) }

    /// In whole percent, rounded.
    public var percent: Int { Int(min(share, 1000) * 100 + 0.5) }

    public static func < (one: Level, other: Level) -> Bool { one.share < other.share }
}

/// A wish to change a level.
public enum LevelChange: Hashable, Sendable {
    /// To this share; only 0…1 can be had.
    case to(Double)
    /// By this share, up or down; it stops at 0 and at 1.
    case by(Double)

    /// "A bit": 10 %.
    public static let step = 0.1
    /// "Louder", "brighter".
    public static let aBitMore = LevelChange.by(step)
    /// "Softer", "darker".
    public static let aBitLess = LevelChange.by(-step)

    /// To a whole percentage.
    public static func to(percent: Int) -> LevelChange { .to(Double(percent) / 100) }

    /// By percentage points.
    public static func by(percent: Int) -> LevelChange { .by(Double(percent) / 100) }

    /// What comes of it; nil when it is not to be had: a share that is not in 0…1, or not a number.
    public func applied(to level: Level) -> Level? {
        switch self {
        case .to(let share): (0...1).contains(share) ? Level(share) : nil
        case .by(let step) where step.isNaN: nil
        // What is above 1 by somebody else's wish is not made softer by "louder".
        case .by(let step) where step > 0: Level(max(level.share, min(level.share + step, 1)))
        case .by(let step): Level(level.share + step)
        }
    }
}
