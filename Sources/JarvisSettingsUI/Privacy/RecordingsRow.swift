// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the recorded utterances, newest first. Each can be played, stopped, and deleted with undo.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisStore

@MainActor
final class RecordingsRow: SettingRow {
    let root: Widget
    let name = SettingsAction.recordings.rawValue
    var control: Widget { buttons.first ?? root }

    /// How many recordings to add to the list at a time.
    private static let page = 10

    private let library: any RecordingLibrary
    private let lock: HistoryLock?
    private let model: SettingsModel
    private let clock: any WallClock
    private let player: RecordingPlayer
    private let undo: @MainActor (String, @escaping @MainActor () -> Void) -> Void
    private let summary = Label(classes: ["setting-detail"])
    private let list = Box(.column)
    private let more = Button(label: localized("Show more"))
    private var buttons: [Button] = []
    private var plays: [(id: String, button: Button, words: String)] = []
    private var all: [KeptRecording] = []
    private var limit = RecordingsRow.page
    private var work: Task<Void, Never>?
    private var following: Task<Void, Never>?

    /// - Parameter undo: offers to undo a deletion.
    init(
        _ services: SettingsServices, _ library: any RecordingLibrary, _ model: SettingsModel,
        undo: @escaping @MainActor (String, @escaping @MainActor () -> Void) -> Void
    ) {
        self.library = library
        self.model = model
        self.undo = undo
        lock = services.historyLock
        clock = services.clock
        player = RecordingPlayer(services.assistant, services.onboarding.makePlayer())
        let title = Label(SettingsAction.recordings.text.shownTitle, classes: ["setting-title"])
        for label in [title, summary] {
            label.setTextAlignment(0)
            label.wraps()
        }
        summary.setRole(.status)
        more.addClass("setting-action")
        more.align(horizontal: .start)
        more.isVisible = false
        let row = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [title, summary, list, more])
        row.addClass("setting-row")
        root = row
        more.onClick { [weak self] in
            guard let self else { return }
            limit += Self.page
            fill()
        }
        player.onChange = { [weak self] in self?.namePlays() }
        if let changes = lock?.changes() {
            following = Task { [weak self] in for await _ in changes { self?.load() } }
        }
        load()
    }

    func show(_ settings: Settings) {}

    func finish() {
        work?.cancel()
        following?.cancel()
        player.stop()
    }

    private func load() {
        work = Task { [weak self, library, lock] in
            do {
                let found = lock?.isLocked == true ? [] : try await library.recordings()
                guard let self, !Task.isCancelled else { return }
                all = found
                fill()
            } catch { self?.model.report(error) }
        }
    }

    private func fill() {
        player.stop()
        list.removeAll()
        (buttons, plays) = ([], [])
        let seconds = Int(all.reduce(0) { $0 + $1.durationSeconds }.rounded())
        summary.text =
            lock?.isLocked == true
            ? localized("Unlock the history to see recordings")
            : all.isEmpty
                ? localized("No recordings")
                : localized("Recordings: %1 · %2\u{a0}s in total", String(all.count), String(seconds))
        let caption = TimeCaption(clock: clock)
        for recording in all.prefix(limit) { list.append(line(recording, caption)) }
        more.isVisible = all.count > limit
        // A search may have put the focus on the row itself, before the recordings were loaded.
        if root.hasFocus { buttons.first?.grabFocus() }
        list.isVisible = !all.isEmpty
    }

    private func line(_ recording: KeptRecording, _ caption: TimeCaption) -> Widget {
        let words = recording.text.isEmpty ? localized("Not understood") : "“\(recording.text)”"
        let moment = caption.moment(Timestamp(millisecondsSinceEpoch: recording.recordedAtMilliseconds))
        let tenths = Int((recording.durationSeconds * 10).rounded())
        let detail = Label(
            localized("%1 · %2\u{a0}s", moment, decimal(tenths / 10, String(tenths % 10))), classes: ["setting-detail"])
        let text = Label(words)
        for label in [text, detail] {
            label.setTextAlignment(0)
            label.wraps()
        }
        let texts = Box(.column, spacing: 2, [text, detail])
        texts.expand(horizontal: true)
        texts.align(vertical: .center)
        let play = Button(icon: "jarvis-speaker-symbolic", pixels: DesignTokens.Panes.icon, label: "")
        let delete = Button(
            icon: "jarvis-delete-symbolic", pixels: DesignTokens.Panes.icon, label: localized("Delete %1", words))
        for button in [play, delete] {
            button.addClass("round")
            button.align(vertical: .center)
        }
        play.onClick { [weak self] in self?.toggle(recording) }
        delete.onClick { [weak self] in self?.delete(recording) }
        buttons += [play, delete]
        plays.append((recording.id, play, words))
        namePlays()
        let row = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [texts, play, delete])
        row.addClass("recording")
        return row
    }

    /// Names each play button by its current action.
    private func namePlays() {
        for (id, button, words) in plays {
            let isPlaying = player.playing == id
            let name = isPlaying ? localized("Stop %1", words) : localized("Play %1", words)
            let icon = Image(
                icon: isPlaying ? "jarvis-stop-symbolic" : "jarvis-speaker-symbolic", pixels: DesignTokens.Panes.icon)
            icon.setRole(.none)
            button.setChild(icon)
            button.setTooltip(name)
            button.setAccessibleLabel(name)
        }
    }

    private func toggle(_ recording: KeptRecording) {
        guard player.playing != recording.id else { return player.stop() }
        player.play(recording.id, device: model.current.outputDevice) { [library] in
            try await library.sound(of: recording.id)
        }
    }

    private func delete(_ recording: KeptRecording) {
        player.stop()
        work = Task { [weak self, library] in
            do {
                let taken = try await library.take(recording.id)
                guard let self else { return }
                if let taken {
                    undo(localized("Recording deleted")) { [weak self] in self?.bringBack(taken) }
                }
                let place = all.firstIndex { $0.id == recording.id } ?? 0
                all.removeAll { $0.id == recording.id }
                fill()
                // Focus the recording that took the place of the deleted one.
                let next = 2 * min(place, plays.count - 1) + 1
                if buttons.indices.contains(next) { buttons[next].grabFocus() }
            } catch { self?.model.report(error) }
        }
    }

    private func bringBack(_ recording: TakenRecording) {
        Task { [weak self, library] in
            do { try await library.restore(recording) } catch { self?.model.report(error) }
            self?.load()
        }
    }
}
