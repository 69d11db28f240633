// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard as skills use it. Where windows are shown by Wayland, another program's text can be read only while
// the window has the focus.

import GtkKit
public import JarvisControlPorts

/// The clipboard of the display that the window is on.
@MainActor
public final class DesktopClipboard: Clipboard {
    public nonisolated init() {}

    public func text() async throws(ClipboardFailure) -> String? {
        do throws(DisplayClipboard.Failure) {
            return try await DisplayClipboard.text()
        } catch {
            throw Self.failure(error)
        }
    }

    public func setText(_ text: String) async throws(ClipboardFailure) {
        do throws(DisplayClipboard.Failure) {
            try DisplayClipboard.setText(text)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ failure: DisplayClipboard.Failure) -> ClipboardFailure {
        switch failure {
        case .noDisplay: .unavailable
        case .notText: .notText
        case .notGiven(let reason): .failed(reason: reason)
        }
    }
}
