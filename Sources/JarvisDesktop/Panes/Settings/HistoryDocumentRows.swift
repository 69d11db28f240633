// SPDX-License-Identifier: GPL-3.0-or-later
// The whole history as a document: saved to a file, and taken in from one.

import GtkKit
import JarvisCore
import JarvisPlatform

/// Saves the history where the user wants it.
@MainActor
final class HistoryExportRow: SettingRow {
    let root: Widget

    private let row = ActionRow(localized("Save a copy"))
    private let model: SettingsModel
    private let history: any ConversationStore
    private var dialog: FileDialog?

    init(_ model: SettingsModel, _ history: any ConversationStore) {
        self.model = model
        self.history = history
        root = row.root
        row.status = localized("Everything, as JSON; as Markdown under a name that ends in .md")
        row.nameButton(localized("Save"))
        row.onClick { [weak self] in self?.ask() }
    }

    func show(_ settings: Settings) {}

    func finish() {
        dialog?.close()
        dialog = nil
    }

    private func ask() {
        dialog?.close()
        let dialog = FileDialog(
            .save(name: localized("JARVIS history") + ".json"), title: localized("Save a copy"), parent: root)
        self.dialog = dialog
        dialog.ask { [weak self] path in
            guard let self, let path else { return }
            Task { await self.save(to: path) }
        }
    }

    private func save(to path: String) async {
        row.status = localized("Saving …")
        do {
            let document = try await history.export(path.lowercased().hasSuffix(".md") ? .markdown : .json)
            try await Self.write(document, to: path)
            row.status = "\(localized("Saved")): \(path)"
        } catch {
            row.status = localized("Nothing was saved")
            model.report(error)
        }
    }

    /// Writes off the main thread.
    @concurrent
    private static func write(_ document: String, to path: String) async throws {
        try AtomicFile.write(path, Array(document.utf8))
    }
}

/// Takes in a document of messages.
@MainActor
final class HistoryImportRow: SettingRow {
    let root: Widget

    private let row = ActionRow(localized("Take in messages"))
    private let model: SettingsModel
    private let history: any ConversationStore
    private var dialog: FileDialog?

    init(_ model: SettingsModel, _ history: any ConversationStore) {
        self.model = model
        self.history = history
        root = row.root
        row.status = localized("From a copy in JSON, or a list of roles and contents; those that are here are left out")
        row.nameButton(localized("Choose"))
        row.onClick { [weak self] in self?.ask() }
    }

    func show(_ settings: Settings) {}

    func finish() {
        dialog?.close()
        dialog = nil
    }

    private func ask() {
        dialog?.close()
        let dialog = FileDialog(.open, title: localized("Take in messages"), parent: root)
        self.dialog = dialog
        dialog.ask { [weak self] path in
            guard let self, let path else { return }
            Task { await self.take(from: path) }
        }
    }

    private func take(from path: String) async {
        row.status = localized("Reading …")
        do {
            let result = try await history.importDocument(try await Self.read(path))
            row.status =
                "\(localized("Taken in")): \(result.addedCount), \(localized("here already")): "
                + "\(result.duplicateCount), \(localized("not understood")): \(result.skippedCount)"
        } catch {
            row.status = localized("Nothing was taken in")
            model.report(error)
        }
    }

    /// Reads off the main thread.
    @concurrent
    private static func read(_ path: String) async throws -> String {
        guard let bytes = try AtomicFile.read(path) else { throw StoreFailure.inputOutput(path: path, errno: 2) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
