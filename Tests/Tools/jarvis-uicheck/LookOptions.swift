// SPDX-License-Identifier: GPL-3.0-or-later
// Size, text scale and settings for showing a window.

import CGtk
import GtkKit
import JarvisCore
import JarvisDesktop

/// The values of `--size WxH`, `--text-scale N` and `--set KEY=VALUE`.
struct LookOptions {
    var size: (width: Int, height: Int)?
    var textScale: Double?
    /// True to lay the window out as for right-to-left languages.
    var isRightToLeft = false
    var changes: [(key: String, value: String)] = []

    /// Applies an option and its value; invalid ones are reported and ignored.
    mutating func take(_ option: String, _ value: String?) {
        guard let value else { return }
        if option == "--text-scale" { return textScale = Double(value) }
        let separator: Character = option == "--size" ? "x" : "="
        let parts = value.split(separator: separator, maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return print("jarvis-uicheck: \(option) \(value)?") }
        guard option == "--size" else { return changes.append((parts[0], parts[1])) }
        if let width = Int(parts[0]), let height = Int(parts[1]) { size = (width, height) }
    }

    @MainActor
    func apply(to services: DesktopServices) {
        if isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
        for (key, value) in changes {
            do {
                try services.settings.update { try SettingDescriptor.named(key)?.set(text: value, in: &$0) }
            } catch {
                print("jarvis-uicheck: \(error)")
            }
        }
    }

    @MainActor
    func resize(_ window: MainWindow) {
        if let textScale { TextScale.simulate(textScale) }
        if let size { window.window.resize(width: size.width, height: size.height) }
    }
}
