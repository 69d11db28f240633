// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard as skills use it. A compositor gives the clipboard only to the focused window, and lets that window
// change it only after a key press or click; a voice request offers neither. Most compositors therefore have a protocol
// for such programs, which wl-clipboard implements. Without it, the reply says why the clipboard can't be used.

import GioKit
import GtkKit
public import JarvisCore
import JarvisPlatform

/// The clipboard of the display that the window is on.
@MainActor
public final class DesktopClipboard: Clipboard {
    /// Both names of the protocol: the standard one, and the older one from wlroots.
    private static let dataControl = ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"]

    private let runner = ProcessRunner()

    public nonisolated init() {}

    public func text() async throws(ClipboardFailure) -> String? {
        guard hasDataControl else { return try await ownText() }
        do throws(ClipboardFailure) {
            return try await WaylandClipboard(runner).text()
        } catch {
            guard case .needsTool = error else { throw error }
            do throws(ClipboardFailure) { return try await ownText() } catch { throw Self.advised(error) }
        }
    }

    public func setText(_ text: String) async throws(ClipboardFailure) {
        guard hasDataControl else { return try setOwnText(text) }
        do throws(ClipboardFailure) {
            try await WaylandClipboard(runner).setText(text)
        } catch {
            guard case .needsTool = error else { throw error }
            do throws(ClipboardFailure) { try setOwnText(text) } catch { throw Self.advised(error) }
        }
    }

    private var hasDataControl: Bool { Self.dataControl.contains(where: WaylandDisplay.offers) }

    private func ownText() async throws(ClipboardFailure) -> String? {
        do throws(DisplayClipboard.Failure) {
            return try await DisplayClipboard.text()
        } catch {
            throw Self.failure(error)
        }
    }

    private func setOwnText(_ text: String) throws(ClipboardFailure) {
        do throws(DisplayClipboard.Failure) {
            try DisplayClipboard.setText(text)
        } catch {
            throw Self.failure(error)
        }
    }

    /// If the clipboard needs the focus, reports the missing tool instead, since the user can install that.
    private static func advised(_ failure: ClipboardFailure) -> ClipboardFailure {
        failure == .needsFocus ? .needsTool(package: WaylandClipboard.package) : failure
    }

    private static func failure(_ failure: DisplayClipboard.Failure) -> ClipboardFailure {
        switch failure {
        case .noDisplay: .unavailable
        case .notText: .notText
        case .notGiven(let reason): .failed(reason: reason)
        case .outOfReach: .needsFocus
        }
    }
}
