// SPDX-License-Identifier: GPL-3.0-or-later
// Lets skills use the window: they open panes by voice, move in them, press controls, and undo changes that the user
// made in the panes.

import GioKit
import GtkKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

/// Controls the program's window once there is one. A command without a window never attaches one.
@MainActor
public final class DesktopWindowControl: WindowControl {
    private weak var application: DesktopApplication?
    private var services: DesktopServices?
    private var assistant: Assistant?
    /// Opens the window of a program that has none yet; the text is an action of the desktop entry.
    private var opener: (@MainActor (String) -> Bool)?
    private var end: (@MainActor () -> Void)?
    /// Waits for the end of the reply before the program ends.
    private var ending: Observation?
    private var endTimer: LoopTimer?

    public nonisolated init() {}

    /// Controls this program's window from here on.
    func attach(_ application: DesktopApplication, _ services: DesktopServices) {
        self.application = application
        self.services = services
    }

    /// Serves a program that may open its window later.
    /// - Parameters:
    ///   - open: Opens the window with an action; false if that fails.
    ///   - end: Ends the program.
    public func attach(
        _ assistant: Assistant, open: (@MainActor (String) -> Bool)? = nil, end: @escaping @MainActor () -> Void
    ) {
        self.assistant = assistant
        opener = open
        self.end = end
    }

    private var window: MainWindow? { application?.window }

    public func situation() async -> WindowSituation? { window?.situation }

    public func show(_ pane: WindowPane, at place: String?) async -> Bool {
        guard let name = PaneName(rawValue: pane.rawValue) else { return false }
        guard let application else { return opener?(place.map { "\(pane.rawValue):\($0)" } ?? pane.rawValue) ?? false }
        window?.hideNumbers()
        application.open(name)
        if let place { window?.openPane(name, at: place) }
        return true
    }

    public func closePane() async -> Bool {
        guard let window else { return false }
        window.hideNumbers()
        if window.quick.isShown {
            window.quick.close()
            return true
        }
        guard window.openPane != nil else { return false }
        window.closePane()
        return true
    }

    public func scroll(_ step: WindowScroll) async -> WindowStep { window?.scroll(step) ?? .noWindow }

    public func turnPage(forward: Bool) async -> WindowStep { window?.turnPage(forward: forward) ?? .noWindow }

    public func goBack() async -> WindowStep {
        window?.hideNumbers()
        return window?.goBackByVoice() ?? .noWindow
    }

    public func press(named name: String) async -> WindowPress { window?.press(named: name) ?? .noWindow }

    public func press(number: Int) async -> WindowPress { window?.press(number: number) ?? .noWindow }

    public func showNumbers() async -> Int? { window?.numbers.show() }

    public func hideNumbers() async -> Bool {
        guard let window, window.numbers.isShown else { return false }
        window.hideNumbers()
        return true
    }

    public func minimize() async -> Bool {
        guard let window else { return false }
        window.window.minimize()
        return true
    }

    public func setMuted(_ isMuted: Bool) async -> Bool? {
        guard let assistant = assistant ?? services?.assistant else { return nil }
        let before = assistant.state.microphone.isMuted
        // Unmuting may start listening, and a visible window must show that.
        if !isMuted, before, let application, !application.isInSight { application.openWindow() }
        assistant.send(.setMuted(isMuted))
        return before
    }

    public func quit() async -> Bool {
        guard let assistant = assistant ?? services?.assistant, application != nil || end != nil else { return false }
        let end: @MainActor () -> Void = { [weak self] in
            if let application = self?.application { application.quit() } else { self?.end?() }
        }
        // The reply should be heard first.
        ending = assistant.observe { [weak self] state in
            guard state.phase == .idle || state.phase.isListening, self?.ending != nil else { return }
            self?.ending = nil
            end()
        }
        // A typed question from another process changes no phase here; its reply takes a moment.
        if assistant.state.phase == .idle || assistant.state.phase.isListening {
            endTimer = .once(milliseconds: DesignTokens.Numbers.quitMilliseconds, end)
        }
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
        case .created(let list): .listIsGone(list)
        }
    }
}
