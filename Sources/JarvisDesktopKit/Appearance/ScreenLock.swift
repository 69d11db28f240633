// SPDX-License-Identifier: GPL-3.0-or-later
// Follows whether the screen is locked or blanked, as the desktop's screen saver or the session reports it.

import GioKit
import GtkKit
import JarvisPlatform

/// Follows the session's screen savers and, if the session has a name, systemd's login manager.
@MainActor
final class ScreenLock {
    private let handler: @MainActor () -> Void
    private var savers: [BusProxy] = []
    private var login: BusProxy?
    private var session: BusProxy?
    private var active: Set<Int> = []

    /// True while a screen saver or the session reports a lock.
    var isLocked: Bool { !active.isEmpty || session?.property("LockedHint")?.asFlag == true }

    /// - Parameter handler: called when the lock state may have changed.
    init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        let names = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
        savers = names.enumerated().map { index, name in
            let path = "/" + name.replacing(".", with: "/")
            let proxy = BusProxy(.init(.session, name: name, path: path, interface: name))
            proxy.onOwnerChange = { [weak self, weak proxy] in self?.ask(proxy, index) }
            proxy.onSignal = { [weak self] signal, arguments in
                if signal == "ActiveChanged" { self?.set(index, arguments.first) }
            }
            return proxy
        }
        followSession()
    }

    private func ask(_ saver: BusProxy?, _ index: Int) {
        guard let saver, saver.isThere else { return set(index, nil) }
        saver.call("GetActive") { [weak self] reply in self?.set(index, reply?.first) }
    }

    private func set(_ index: Int, _ value: BusValue?) {
        let was = isLocked
        if value?.asFlag == true { active.insert(index) } else { active.remove(index) }
        if isLocked != was { handler() }
    }

    private func followSession() {
        guard let identifier = Environment.value("XDG_SESSION_ID"),
            !identifier.isEmpty, identifier.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return }
        let manager = "org.freedesktop.login1"
        let login = BusProxy(
            .init(.system, name: manager, path: "/org/freedesktop/login1", interface: manager + ".Manager"))
        self.login = login
        login.onOwnerChange = { [weak self, weak login] in
            guard let login, login.isThere else { return }
            login.call("GetSession", "('\(identifier)',)") { [weak self] reply in
                guard let self, let path = reply?.first?.asText else { return }
                let session = BusProxy(.init(.system, name: manager, path: path, interface: manager + ".Session"))
                session.onPropertiesChange = { [weak self] in self?.handler() }
                session.onOwnerChange = { [weak self] in self?.handler() }
                self.session = session
            }
        }
    }
}
