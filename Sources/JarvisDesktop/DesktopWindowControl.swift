// SPDX-License-Identifier: GPL-3.0-or-later
// Lets skills use the window: they open panes by voice, and undo changes that the user made in the panes.

public import JarvisCore
import JarvisDesktopKit

/// Controls the program's window once there is one. A command without a window never attaches one.
@MainActor
public final class DesktopWindowControl: WindowControl {
    private weak var application: DesktopApplication?
    private var services: DesktopServices?

    public nonisolated init() {}

    /// Controls this program's window from here on.
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
