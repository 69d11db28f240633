// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the stored user data by kind: how much, for how long and where, with a button to erase it for good; and the
// servers that received tool calls. Erasing can't be undone, so each button asks first.

import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class KeptDataRow: SettingRow {
    let root: Widget
    let name = SettingsAction.keptData.rawValue
    var control: Widget { lines.first?.row.control ?? root }

    private let library: any KeptDataLibrary
    private let model: SettingsModel
    private let clock: any WallClock
    private let homeFolder: String
    private let lines: [(kind: KeptKind, row: ActionRow)]
    private let recipients = Label(classes: ["setting-detail"])
    private var question: Popover?
    private var work: Task<Void, Never>?

    init(_ library: any KeptDataLibrary, _ model: SettingsModel, clock: any WallClock, homeFolder: String) {
        self.library = library
        self.model = model
        self.clock = clock
        self.homeFolder = homeFolder
        lines = KeptKind.allCases.map { ($0, ActionRow(Self.title($0))) }
        let help = Label(SettingsAction.keptData.text.shownHelp, classes: ["setting-detail"])
        for label in [help, recipients] {
            label.setTextAlignment(0)
            label.wraps()
            label.addClass("setting-row")
        }
        recipients.setRole(.status)
        root = Box(.column, [help, recipients] + lines.map(\.row.root))
        for (kind, row) in lines {
            row.nameButton(localized("Erase…"))
            row.onClick { [weak self] in self?.ask(kind) }
        }
        load()
    }

    func show(_ settings: Settings) { load() }

    func finish() {
        work?.cancel()
        question?.detach()
        question = nil
    }

    // MARK: Stored data

    private func load() {
        work?.cancel()
        work = Task { [weak self, library] in
            let entries = await library.entries()
            let recipients = try? await library.recipients()
            guard let self, !Task.isCancelled else { return }
            for entry in entries { show(entry) }
            show(recipients)
        }
    }

    private func show(_ entry: KeptEntry) {
        guard let row = lines.first(where: { $0.kind == entry.kind })?.row else { return }
        row.status = Self.words(entry, homeFolder: homeFolder)
        let isEmpty = entry.count == 0 || entry.count == nil && entry.bytes == 0
        row.isUsable = !isEmpty
    }

    private func show(_ found: [KeptRecipient]?) {
        let caption = TimeCaption(clock: clock)
        let texts = (found ?? []).map { recipient in
            let calls = localized("%1 call", "%1 calls", count: recipient.callCount)
            return localized(
                "%1 (%2): %3, last used %4", recipient.name, recipient.host ?? localized("on this computer"), calls,
                caption.moment(recipient.lastUse))
        }
        let head =
            found == nil
            ? localized("Unlock the history to see the tool servers you've used.")
            : texts.isEmpty ? localized("You haven't used any tool servers.") : localized("Tool servers you've used:")
        let rest = localized("For other servers, see “Servers”.")
        recipients.text = ([head] + texts.map { $0 + "." } + [rest]).joined(separator: " ")
    }

    /// "12 · 3.4 kB · until erased · ~/.local/share/jarvis/history"
    static func words(_ entry: KeptEntry, homeFolder: String) -> String {
        guard entry.count != 0 else { return localized("None") }
        let span: String =
            switch entry.span {
            case .untilErased: localized("Until erased")
            case .days(let days): localized("For %1 day", "For %1 days", count: days)
            case .session: localized("In memory until you quit")
            }
        let places = entry.places.map { path in
            homeFolder.isEmpty || !path.hasPrefix(homeFolder + "/") ? path : "~" + path.dropFirst(homeFolder.count)
        }
        let shown = entry.kind == .keys ? [localized("Your keyring")] : places
        return
            ([entry.count.map(String.init), entry.bytes.map { TrafficLine.bytes($0) }, span].compactMap { $0 } + shown)
            .joined(separator: " · ")
    }

    static func title(_ kind: KeptKind) -> String {
        switch kind {
        case .conversation: localized("Conversation")
        case .notes: localized("Notes")
        case .lists: localized("Lists")
        case .reminders: localized("Timers, alarms and reminders")
        case .recordings: localized("Recordings")
        case .statistics: localized("Statistics")
        case .logs: localized("Tool server logs")
        case .settings: localized("Settings")
        case .servers: localized("Servers")
        case .models: localized("Speech models")
        case .keys: localized("Keys")
        case .consents: localized("Permissions")
        }
    }

    // MARK: Erasing

    private func ask(_ kind: KeptKind) {
        question?.detach()
        let text = Label(localized("Erase “%1” for good? You can't undo this.", Self.title(kind)))
        text.wraps()
        text.setRole(.alert)
        let (erase, keep) = (Button(label: localized("Erase")), Button(label: localized("Keep")))
        erase.addClass("accent")
        let popover = Popover(
            Box(
                .column, spacing: DesignTokens.Panes.rowSpacing,
                [text, Box(.row, spacing: DesignTokens.Panes.rowSpacing, [keep, erase])]))
        popover.addClass("glass-menu")
        popover.addClass("question")
        question = popover
        keep.onClick { [weak popover] in popover?.close() }
        erase.onClick { [weak self, weak popover] in
            popover?.close()
            self?.erase(kind)
        }
        guard let row = lines.first(where: { $0.kind == kind })?.row else { return }
        popover.open(in: root, beside: row.control)
        text.announce(text.text, .consent)
    }

    private func erase(_ kind: KeptKind) {
        work?.cancel()
        Task { [weak self, library] in
            do { try await library.erase(kind, askedIn: nil) } catch { self?.model.report(error) }
            self?.load()
        }
    }
}
