// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the local recognizer's memory use and speed. Measured only on request, because it takes seconds and a separate
// process.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class RecognizerRow: SettingRow {
    let root: Widget
    let name = SettingsAction.measureRecognizer.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.measureRecognizer.text.shownTitle)
    private let measure: @Sendable () async throws -> [PartFinding]
    private let model: SettingsModel
    /// The result of the measurement, and the recognizer that was measured.
    private var measured: (choice: Choice, words: String)?
    private var work: Task<Void, Never>?

    /// The settings that select the recognizer.
    private struct Choice: Equatable {
        var model: String
        var language: String

        init(_ settings: Settings) {
            model = settings.speech.recognitionModel
            language = settings.speech.recognitionLanguage
        }
    }

    init(_ model: SettingsModel, _ measure: @escaping @Sendable () async throws -> [PartFinding]) {
        self.model = model
        self.measure = measure
        root = row.root
        row.nameButton(localized("Measure"))
        row.onClick { [weak self] in self?.begin() }
    }

    func show(_ settings: Settings) {
        row.isUsable = settings.speech.recognition == .embedded
        guard work == nil else { return }
        guard row.isUsable else {
            return row.status = localized("Speech is recognized on a server, not on this computer")
        }
        let isKnown = measured?.choice == Choice(settings)
        row.status = isKnown ? measured?.words ?? "" : SettingsAction.measureRecognizer.text.shownHelp
    }

    func finish() {
        work?.cancel()
        work = nil
    }

    private func begin() {
        guard work == nil else { return }
        row.status = localized("Measuring…")
        let choice = Choice(model.current)
        work = Task { [weak self, measure] in
            var words = localized("Couldn't measure it")
            do {
                let found = try await measure()
                if let part = found.first(where: { $0.part == PartFinding.speechModel }) {
                    words = [part.detail, part.fix].compactMap { $0 }.joined(separator: ". ")
                }
            } catch {
                if !Task.isCancelled { self?.model.report(error) }
            }
            guard let self, !Task.isCancelled else { return }
            work = nil
            measured = (choice, words)
            show(model.current)
        }
    }
}
