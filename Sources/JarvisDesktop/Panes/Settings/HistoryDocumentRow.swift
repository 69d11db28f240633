// SPDX-License-Identifier: GPL-3.0-or-later
// The whole history as a document: saved to a file, or taken in from one.

import GtkKit
import JarvisCore
import JarvisPlatform

/// A button that asks for a file, and what has come of it.
@MainActor
final class HistoryDocumentRow: SettingRow {
    /// What is done with the file, off the main thread.
    /// - Returns: what has come of it, for people.
    typealias Work = @Sendable (_ path: String) async throws -> String

    let root: Widget

    /// Bytes of a document that are taken into memory at the most.
    private nonisolated static let largestDocument = 1 << 30

    private let row: ActionRow
    private let title: String
    private let purpose: FileDialog.Purpose
    private let model: SettingsModel
    private let work: Work
    private var dialog: FileDialog?

    private init(
        _ text: SettingText, button: String, _ purpose: FileDialog.Purpose, _ model: SettingsModel, work: @escaping Work
    ) {
        title = text.title
        row = ActionRow(text.title)
        root = row.root
        self.purpose = purpose
        self.model = model
        self.work = work
        row.status = text.detail
        row.nameButton(button)
        row.onClick { [weak self] in self?.ask() }
    }

    /// Saves everything where the user wants it.
    static func export(_ history: any ConversationStore, _ model: SettingsModel) -> HistoryDocumentRow {
        HistoryDocumentRow(
            SettingText("Save a copy", "Everything, as JSON; as Markdown under a name that ends in .md"),
            button: localized("Save"), .save(name: localized("JARVIS history") + ".json"), model
        ) { path in
            let document = try await history.export(path.lowercased().hasSuffix(".md") ? .markdown : .json)
            try AtomicFile.write(AtomicFile.target(of: path), Array(document.utf8))
            return "\(localized("Saved")): \(path)"
        }
    }

    /// Takes in what is not here yet.
    static func importing(into history: any ConversationStore, _ model: SettingsModel) -> HistoryDocumentRow {
        HistoryDocumentRow(
            SettingText(
                "Take in messages",
                "From a copy in JSON, or a list of roles and contents; those that are here are left out"),
            button: localized("Choose"), .open, model
        ) { path in
            let result = try await history.importDocument(StoreFailure.documentText(read(path)))
            return "\(localized("Taken in")): \(result.addedCount), \(localized("here already")): "
                + "\(result.duplicateCount), \(localized("not understood")): \(result.skippedCount)"
        }
    }

    private nonisolated static func read(_ path: String) throws -> [UInt8] {
        var status = FileStatus()
        try StoreFailure.check(FileSystem().statusOfPath(path, &status), path)
        // Devices and pipes are empty by this measure, and reading them would not end.
        guard (1...largestDocument).contains(status.size), let bytes = try AtomicFile.read(path) else {
            throw StoreFailure.invalidImport(
                reason: status.size > largestDocument ? "It is larger than 1 GiB." : "There is nothing in it.")
        }
        return bytes
    }

    func show(_ settings: Settings) {}

    func finish() {
        dialog?.close()
        dialog = nil
    }

    private func ask() {
        dialog?.close()
        let dialog = FileDialog(purpose, title: title, parent: root)
        self.dialog = dialog
        dialog.ask { [weak self] path in
            guard let self, let path else { return }
            Task { await self.take(path) }
        }
    }

    private func take(_ path: String) async {
        row.status = localized("At work …")
        do {
            row.status = try await Self.run(work, path)
        } catch {
            row.status = localized("Nothing was done")
            model.report(error)
        }
    }

    @concurrent
    private static func run(_ work: Work, _ path: String) async throws -> String { try await work(path) }
}
