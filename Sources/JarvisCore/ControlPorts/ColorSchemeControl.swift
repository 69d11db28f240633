// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the desktop's choice between dark and light.

/// Whether programs draw themselves dark on the whole desktop.
public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
    case dark, light
}

/// Reads and sets the colour scheme of the desktop. It does not always have one that programs can set.
public protocol ColorSchemeControl: Sendable {
    /// The scheme that the desktop has; nil where it lets no program choose one.
    func scheme() async -> ColorScheme?
    /// Chooses a scheme for the desktop.
    /// - Returns: The scheme that it has then; nil where it lets no program choose one.
    func set(_ scheme: ColorScheme) async -> ColorScheme?
}
