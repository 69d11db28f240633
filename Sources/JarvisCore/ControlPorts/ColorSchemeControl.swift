// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the desktop's choice between dark and light.

/// Whether applications across the desktop use dark or light colours.
public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
    case dark, light
}

/// Reads and sets the desktop's colour scheme. Not every desktop lets programs set it.
public protocol ColorSchemeControl: Sendable {
    /// The desktop's current scheme; nil if programs cannot choose one.
    func scheme() async -> ColorScheme?
    /// Sets the desktop's scheme.
    /// - Returns: The scheme in effect afterwards; nil if programs cannot choose one.
    func set(_ scheme: ColorScheme) async -> ColorScheme?
}
