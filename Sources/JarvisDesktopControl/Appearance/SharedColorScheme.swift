// SPDX-License-Identifier: GPL-3.0-or-later
// The colour scheme in the settings that GTK-based desktops share. Main thread only. Never blocks, except in a program
// that ends right after a change and must wait for the write.

public import GioKit
public import JarvisCore
public import JarvisPlatform

/// The scheme in GNOME's interface settings, which Cinnamon, Xfce, Budgie and others also follow.
@MainActor
public final class SharedColorScheme: ColorSchemeControl {
    private static let schema = "org.gnome.desktop.interface"
    private static let key = "color-scheme"

    private let settings: @MainActor @Sendable (String) -> DesktopSettings?
    private let desktop: String
    private let keepsRunning: Bool
    private lazy var shared = isFollowed ? settings(Self.schema) : nil

    /// - Parameters:
    ///   - desktop: the names of the current desktop, separated by colons as in `XDG_CURRENT_DESKTOP`.
    ///   - keepsRunning: false if this program ends right after a change, so the write must finish first.
    ///   - settings: returns the settings of a schema; nil if it isn't installed or nothing stores its values.
    public nonisolated init(
        desktop: String = Environment.value("XDG_CURRENT_DESKTOP") ?? "", keepsRunning: Bool = true,
        settings: @escaping @MainActor @Sendable (_ schema: String) -> DesktopSettings? = {
            DesktopSettings.areKept ? DesktopSettings(schema: $0) : nil
        }
    ) {
        self.desktop = desktop
        self.keepsRunning = keepsRunning
        self.settings = settings
    }

    /// True if the desktop follows the schema. Many programs bring it along, but these desktops use settings of their
    /// own.
    private var isFollowed: Bool {
        let names = desktop.lowercased().split(separator: ":")
        return !names.isEmpty && Set(names).isDisjoint(with: ["kde", "lxqt", "deepin", "dde"])
    }

    public func scheme() async -> ColorScheme? {
        switch shared?.text(Self.key) {
        case "prefer-dark"?: .dark
        case nil: nil
        default: .light
        }
    }

    public func set(_ scheme: ColorScheme) async -> ColorScheme? {
        guard let shared, let old = await self.scheme() else { return nil }
        // "default" means light: GNOME's own switch sets that, not "prefer-light".
        guard old != scheme else { return old }
        _ = shared.setText(Self.key, scheme == .dark ? "prefer-dark" : "default")
        if !keepsRunning { DesktopSettings.finishWriting() }
        return await self.scheme()
    }
}
