// SPDX-License-Identifier: GPL-3.0-or-later
// Shares a message: as a new e-mail if the desktop's portal supports that, otherwise as a file.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class MessageSharing {
    /// The result, for the user. There is none if the desktop took over or the user cancelled.
    enum Outcome {
        case saved(name: String)
        case failed(StoreFailure)
    }

    private let portal = BusProxy(
        .init(
            .session, name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Email"))
    /// True if the desktop can compose an e-mail. A portal without e-mail support has no `version`.
    var sendsMail: Bool { portal.isThere && portal.property("version") != nil }
    private var saver: FileDialog?
    private var writing: Task<Void, Never>?

    /// - Parameters:
    ///   - subject: the speaker and time of the message.
    ///   - window: a widget of the requesting window.
    func share(
        _ text: String, subject: String, in window: Widget, report: @escaping @MainActor (Outcome) -> Void
    ) {
        guard sendsMail else {
            return save(text, in: window, report)
        }
        let options = "{'subject': <\(BusValue.literal(subject))>, 'body': <\(BusValue.literal(text))>}"
        portal.call("ComposeEmail", "('', \(options))") { [weak self, weak window] reply in
            if reply == nil, let window { self?.save(text, in: window, report) }
        }
    }

    /// Closes an open file dialog because the pane closes.
    func close() {
        saver?.close()
        saver = nil
    }

    private func save(_ text: String, in window: Widget, _ report: @escaping @MainActor (Outcome) -> Void) {
        saver?.close()
        let saver = FileDialog(
            .save(name: localized("JARVIS message") + ".txt"), title: localized("Save message"), parent: window)
        self.saver = saver
        saver.ask { [weak self] path in
            guard let self, let path else { return }
            // Keep writing even if the pane closes in the meantime.
            writing = Task {
                let failure = await Self.write(text + "\n", to: path)
                report(
                    failure.map(Outcome.failed)
                        ?? .saved(name: path.split(separator: "/").last.map(String.init) ?? path))
            }
        }
    }

    /// Writes off the main thread.
    @concurrent
    private static func write(_ text: String, to path: String) async -> StoreFailure? {
        do throws(StoreFailure) {
            try AtomicFile.write(AtomicFile.target(of: path), Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }
}
