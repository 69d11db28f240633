// SPDX-License-Identifier: GPL-3.0-or-later

/// What the check of one part has found.
public struct PartFinding: Hashable, Sendable {
    /// The recognizer of free speech, measured.
    public static let speechModel = "speech model"

    public var part: String
    public var works: Bool
    public var detail: String
    /// The remedy; nil when it works.
    public var fix: String?

    public init(part: String, works: Bool, detail: String, fix: String? = nil) {
        self.part = part
        self.works = works
        self.detail = detail
        self.fix = fix
    }
}
