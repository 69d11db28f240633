// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a check by `jarvis doctor`, which the settings show too.

/// The result of checking one part.
public struct PartFinding: Hashable, Sendable {
    /// The name of the part that recognizes free speech; its finding includes a measurement.
    public static let speechModel = "speech model"

    public var part: String
    public var works: Bool
    public var detail: String
    /// How to fix the part; nil if it works.
    public var fix: String?

    public init(part: String, works: Bool, detail: String, fix: String? = nil) {
        self.part = part
        self.works = works
        self.detail = detail
        self.fix = fix
    }
}
