// SPDX-License-Identifier: GPL-3.0-or-later
// Giving a message away: as a new e-mail through the desktop's portal where it has one, else as a file.

import GioKit
import GtkKit
import JarvisCore
import JarvisPlatform

@MainActor
final class MessageSharing {
    /// Reports the result in words; nothing is said when the desktop took over or the user cancelled.
    enum Outcome {
        case saved(name: String)
        case failed(StoreFailure)
    }

    private let portal = BusProxy(
        .init(
            .session, name: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Email"))
    /// True where the desktop can begin an e-mail. A portal without e-mail does not tell a version of it.
    var sendsMail: Bool { portal.isThere && portal.property("version") != nil }
    private var saver: FileDialog?
    private var writing: Task<Void, Never>?

    /// - Parameters:
    ///   - subject: whose words they are, and when they were said.
    ///   - window: a widget of the window that asks.
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

    /// Ends what is going on; the pane closes.
    func close() {
        saver?.close()
        saver = nil
    }

    private func save(_ text: String, in window: Widget, _ report: @escaping @MainActor (Outcome) -> Void) {
        saver?.close()
        let saver = FileDialog(
            .save(name: localized("JARVIS message") + ".txt"), title: localized("Save the message"), parent: window)
        self.saver = saver
        saver.ask { [weak self] path in
            guard let self, let path else { return }
            // Goes on when the pane closes meanwhile.
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
