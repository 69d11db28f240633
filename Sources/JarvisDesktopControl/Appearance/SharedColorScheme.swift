// SPDX-License-Identifier: GPL-3.0-or-later
// The colour scheme in the settings that desktops on GTK share. Main thread only; nothing blocks but
// in programs that end right after.

public import GioKit
public import JarvisCore
public import JarvisPlatform

/// The scheme of GNOME's interface settings, which Cinnamon, Xfce, Budgie and others follow as well.
@MainActor
public final class SharedColorScheme: ColorSchemeControl {
    private static let schema = "org.gnome.desktop.interface"
    private static let key = "color-scheme"

    private let settings: @MainActor @Sendable (String) -> DesktopSettings?
    private let desktop: String
    private let keepsRunning: Bool
    private lazy var shared = isFollowed ? settings(Self.schema) : nil

    /// - Parameters:
    ///   - desktop: Names of the desktop that runs, with colons between, as `XDG_CURRENT_DESKTOP` has them.
    ///   - keepsRunning: false where this program ends right after a change.
    ///   - settings: the settings of a schema; nil where it is not installed, or where nothing keeps what is set.
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

    /// The schema is installed along with many programs, but these desktops have settings of their own for it.
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
        // Light is the usual one: GNOME's own switch goes back to "default", not to "prefer-light".
        guard old != scheme else { return old }
        _ = shared.setText(Self.key, scheme == .dark ? "prefer-dark" : "default")
        if !keepsRunning { DesktopSettings.finishWriting() }
        return await self.scheme()
    }
}
