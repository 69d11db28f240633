// SPDX-License-Identifier: GPL-3.0-or-later
// How loud or bright something is, and requests to change it.

/// A volume or brightness as the desktop's own sliders show it: 0 is silent or dark, 1 is full. Some programs set
/// volumes above 1.
public struct Level: Hashable, Sendable, Comparable {
    public var share: Double

    /// - Parameter share: 0…1; negative values and NaN become 0.
    public init(_ share: Double) {
        self.share = share > 0 ? share : 0
    }

    /// - Parameter percent: 0…100.
    public init(percent: Int) { self.init(Double(percent) / 100) }

    /// In whole percent, rounded.
    public var percent: Int { Int(min(share, 1000) * 100 + 0.5) }

    public static func < (one: Level, other: Level) -> Bool { one.share < other.share }
}

/// A requested change of a level.
public enum LevelChange: Hashable, Sendable {
    /// Set the level to this share, 0…1.
    case to(Double)
    /// Raise or lower the level by this share; the result stays within 0…1.
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

    /// The level after the change; nil if `to` is outside 0…1, or either value is not a number.
    public func applied(to level: Level) -> Level? {
        switch self {
        case .to(let share): (0...1).contains(share) ? Level(share) : nil
        case .by(let step) where step.isNaN: nil
        // Another program may have set the level above 1; "louder" must not lower it then.
        case .by(let step) where step > 0: Level(max(level.share, min(level.share + step, 1)))
        case .by(let step): Level(level.share + step)
        }
    }
}
