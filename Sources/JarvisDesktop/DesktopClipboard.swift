// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard as skills use it. A compositor gives it to the window that has the focus, and lets that window change it
// after a key or click; a request by voice has neither. Most compositors therefore have a protocol for such programs, which
// wl-clipboard speaks; where it is missing, what cannot be done is said.

import GioKit
import GtkKit
public import JarvisCore
import JarvisPlatform

/// The clipboard of the display that the window is on.
@MainActor
public final class DesktopClipboard: Clipboard {
    /// Both names of the protocol: as it began, and as it was taken over by all compositors.
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

    /// What can be done where the tool alone is missing.
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
