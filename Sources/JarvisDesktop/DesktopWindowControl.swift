// SPDX-License-Identifier: GPL-3.0-or-later
// The window as skills use it: panes opened by voice, and what was changed in them by hand taken back.

public import JarvisCore

/// Finds the program's window once there is one; a command without a window leaves it empty.
@MainActor
public final class DesktopWindowControl: WindowControl {
    private weak var application: DesktopApplication?
    private var services: DesktopServices?

    public nonisolated init() {}

    /// From now on it is about this program's window.
    func attach(_ application: DesktopApplication, _ services: DesktopServices) {
        self.application = application
        self.services = services
    }

    public func show(_ pane: WindowPane) async -> Bool {
        guard let application, let name = PaneName(rawValue: pane.rawValue) else { return false }
        application.open(name)
        return true
    }

    public func closePane() async -> Bool {
        guard let window = application?.window, window.openPane != nil else { return false }
        window.closePane()
        return true
    }

    public func setShape(_ shape: WindowShape) async -> Bool { application?.window?.setShape(shape) ?? false }

    public func newestChange() async -> Timestamp? {
        [services?.reminderChanges.newest, services?.listChanges.newest].compactMap { $0 }.max()
    }

    public func revertNewestChange() async throws -> RevertedChange? {
        guard let services, let newest = await newestChange() else { return nil }
        guard services.reminderChanges.newest == newest else { return try await services.listChanges.undo()?.reverted }
        switch try await services.reminderChanges.undo() {
        case .restored(let reminder)?: return .reminder(reminder)
        case .tooLate(let reminder)?: return .tooLate(reminder)
        case nil: return nil
        }
    }
}

extension ListChanges.Change {
    fileprivate var reverted: RevertedChange {
        switch self {
        case .taken(let item, let list, _): .itemIsBack(item, list: list)
        case .added(let item, let list): .itemIsGone(item, list: list)
        case .deleted(let list, _): .listIsBack(list.name)
        }
    }
}
