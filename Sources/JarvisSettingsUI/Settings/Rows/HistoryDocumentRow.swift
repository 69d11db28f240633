// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the history or the statistics to a document, or imports a history.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform
import JarvisStore

/// A button that asks for a file, with the result of the work on it.
@MainActor
final class HistoryDocumentRow: SettingRow {
    /// The work on the file; runs off the main thread.
    /// - Returns: the result as text for the user.
    typealias Work = @Sendable (_ path: String) async throws -> String

    let root: Widget
    let name: String
    var control: Widget { row.control }

    /// The largest document to read into memory, in bytes.
    private nonisolated static let largestDocument = 1 << 30

    private let row: ActionRow
    private let title: String
    private let purpose: FileDialog.Purpose
    private let model: SettingsModel
    private let work: Work
    private var dialog: FileDialog?

    private init(
        _ action: SettingsAction, button: String, _ purpose: FileDialog.Purpose, _ model: SettingsModel,
        work: @escaping Work
    ) {
        name = action.rawValue
        title = action.text.shownTitle
        row = ActionRow(title)
        root = row.root
        self.purpose = purpose
        self.model = model
        self.work = work
        row.status = action.text.shownHelp
        row.nameButton(button)
        row.onClick { [weak self] in self?.ask() }
    }

    /// Writes the whole history to a file that the user chooses.
    static func export(_ history: any ConversationStore, _ model: SettingsModel) -> HistoryDocumentRow {
        HistoryDocumentRow(
            .exportHistory, button: localized("Export…"), .save(name: localized("JARVIS history") + ".json"), model
        ) { path in
            let document = try await history.export(path.lowercased().hasSuffix(".md") ? .markdown : .json)
            try AtomicFile.write(AtomicFile.target(of: path), Array(document.utf8))
            return localized("Saved as %1", path)
        }
    }

    /// Writes the statistics to a file that the user chooses.
    static func export(_ statistics: StatisticsFile, _ model: SettingsModel) -> HistoryDocumentRow {
        HistoryDocumentRow(
            .exportStatistics, button: localized("Export…"), .save(name: localized("JARVIS statistics") + ".json"),
            model
        ) { path in
            let document = try await statistics.load().document
            try AtomicFile.write(AtomicFile.target(of: path), document.indentedBytes)
            return localized("Saved as %1", path)
        }
    }

    /// Imports the messages that aren't in the history yet.
    static func importing(into history: any ConversationStore, _ model: SettingsModel) -> HistoryDocumentRow {
        HistoryDocumentRow(
            .importHistory, button: localized("Import…"), .open, model
        ) { path in
            let result = try await history.importDocument(StoreFailure.documentText(read(path)))
            // Labels with figures, because a sentence would need three plurals at once.
            return localized(
                "Imported: %1 · already there: %2 · unreadable: %3", String(result.addedCount),
                String(result.duplicateCount), String(result.skippedCount))
        }
    }

    private nonisolated static func read(_ path: String) throws -> [UInt8] {
        var status = FileStatus()
        try StoreFailure.check(FileSystem().statusOfPath(path, &status), path)
        // Refuses devices and pipes, which report size 0, because reading them might never end.
        guard (1...largestDocument).contains(status.size), let bytes = try AtomicFile.read(path) else {
            throw StoreFailure.invalidImport(
                status.size > largestDocument ? .tooLarge(limitGiB: largestDocument >> 30) : .empty)
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
        row.status = localized("Working…")
        do {
            row.status = try await Self.run(work, path)
        } catch {
            row.status = localized("Nothing changed")
            model.report(error)
        }
    }

    @concurrent
    private static func run(_ work: Work, _ path: String) async throws -> String { try await work(path) }
}
