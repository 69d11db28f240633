// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes deletions and cancellations that the user made in the history, the last one first.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class HistoryUndo {
    let toast = UndoToast()
    /// Called when a message was restored.
    var onRestored: (@MainActor (MessageID) -> Void)?

    private let services: DesktopServices
    /// When the history opened; only reminders cancelled since then were cancelled in it.
    private let opened = SystemWallClock().now()

    init(_ services: DesktopServices) {
        self.services = services
        toast.onUndo = { [weak self] in self?.undo() }
    }

    /// - Parameter done: called once the message is gone.
    func delete(_ message: Message, done: @escaping @MainActor () -> Void) {
        perform { [weak self, services] in
            try await services.deletedMessages.delete(message)
            self?.toast.show(localized("Message deleted"), isUndoable: true)
            done()
        }
    }

    func pause(_ reminder: Reminder) {
        perform { [services] in try await services.reminderChanges.pause(reminder) }
    }

    func resume(_ reminder: Reminder) {
        perform { [services] in try await services.reminderChanges.resume(reminder) }
    }

    func cancel(_ reminder: Reminder) {
        let name = name(reminder)
        perform { [weak self, services] in
            let isUndoable = try await services.reminderChanges.cancel(reminder)
            self?.toast.show(localized("Cancelled %1", name), isUndoable: isUndoable)
        }
    }

    /// Undoes the last change; false if there is nothing to undo.
    @discardableResult
    func undo() -> Bool {
        let next = Self.next(
            message: services.deletedMessages.newest, reminder: services.reminderChanges.newest, since: opened)
        guard let next else { return false }
        toast.hide()
        switch next {
        case .message: restoreMessage()
        case .reminder: restoreReminder()
        }
        return true
    }

    enum Change {
        case message, reminder
    }

    /// The newer of the two changes that can be undone. Reminders may already have been restored by voice.
    /// - Parameter opened: reminder changes before this time were made elsewhere.
    static func next(message: Timestamp?, reminder: Timestamp?, since opened: Timestamp) -> Change? {
        if let reminder, reminder >= opened, message.map({ reminder >= $0 }) ?? true { return .reminder }
        return message == nil ? nil : .message
    }

    private func restoreReminder() {
        perform { [weak self, services] in
            guard let outcome = try await services.reminderChanges.undo(), let self else { return }
            switch outcome {
            case .restored(let reminder):
                toast.show(localized("Restored %1", self.name(reminder)), isUndoable: false)
            case .tooLate(let reminder):
                toast.show(localized("Too late to restore %1", self.name(reminder)), isUndoable: false)
            }
        }
    }

    private func restoreMessage() {
        let services = services
        Task { [weak self] in
            do {
                guard let message = try await services.deletedMessages.restoreLast() else { return }
                self?.toast.show(localized("Message restored"), isUndoable: false)
                self?.onRestored?(message.id)
            } catch {
                // The banner shows the reason; once the user has fixed it, undo works again.
                services.assistant.notice(error)
                self?.toast.show(localized("Message deleted"), isUndoable: true)
            }
        }
    }

    /// Runs the work; if it fails, the error banner explains why.
    private func perform(_ work: @escaping @MainActor () async throws -> Void) {
        Task { [assistant = services.assistant] in
            do { try await work() } catch { assistant.notice(error) }
        }
    }

    private func name(_ reminder: Reminder) -> String {
        ReminderCaption(reminder, clock: SystemWallClock(), region: Environment.region()).subject
    }
}
