// SPDX-License-Identifier: GPL-3.0-or-later
// The history pane: search field, filter chips, messages and undo. The notes pane is the same with only the notes.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class HistoryPane: Pane {
    let title: String
    var content: Widget { layers }
    var initialFocus: Widget? { searchEntry }

    private let services: DesktopServices
    private let context: PaneContext
    private let clock: any WallClock
    let feed: HistoryFeed
    let list = HistoryList()
    private(set) var rows: HistoryRows
    private let layers: Overlay
    let searchEntry: SearchEntry
    /// The kinds of message that the pane is about; nil for all.
    let kinds: Set<MessageKind>?
    private let chips = FilterChips()
    private let empty = EmptyHistory()
    /// The day and time of the first message in view, which stays in place when the day's separator scrolls away.
    private let moment = Label(classes: ["history-day", "history-moment"])
    private let changes: HistoryUndo
    private let jump = Button(
        icon: "jarvis-down-symbolic", pixels: DesignTokens.Panes.icon, label: localized("Jump to newest"))
    private let loader = PatientLoader()
    private var menu: MessageMenu?
    private var breathing: AvatarMotion?
    /// The query whose matches the list shows.
    private var shownQuery = HistoryQuery()
    /// True until a screen reader has been told how much the query has found.
    private var tellsCount = false
    /// The message to focus as soon as it is loaded.
    var sought: MessageID?
    private let sharing = MessageSharing()
    private var live = LiveTurn()
    private var observation: PacedStates?
    private var settling: LoopTimer?
    private let reminders: HistoryReminders
    private var work: [Task<Void, Never>] = []

    init(
        _ services: DesktopServices, _ context: PaneContext, only kinds: Set<MessageKind>? = nil,
        clock: any WallClock = SystemWallClock()
    ) {
        self.kinds = kinds
        title = kinds == nil ? localized("History") : localized("Notes")
        let search = kinds == nil ? localized("Search history") : localized("Search notes")
        searchEntry = SearchEntry(placeholder: search, accessibleLabel: search)
        self.services = services
        self.context = context
        self.clock = clock
        changes = HistoryUndo(services)
        reminders = HistoryReminders(clock)
        var query = HistoryQuery()
        query.only = kinds
        feed = HistoryFeed(services.history, query)
        shownQuery = query
        chips.root.isVisible = kinds == nil
        rows = HistoryRows(TimeCaption(clock: clock))
        let bar = ClampBin(
            Box(.column, spacing: DesignTokens.Panes.chipGap, [searchEntry, chips.root]),
            maximum: DesignTokens.Panes.wideColumnWidth, fills: true)
        bar.addClass("pane-search")
        let body = Overlay(list.root)
        jump.addClass("round")
        jump.addClass("jump")
        jump.align(horizontal: .end, vertical: .end)
        jump.isVisible = false
        // A layer above the list: inside the column, each new text would lay out the list again.
        moment.align(horizontal: .center, vertical: .start)
        list.root.addClass("history-scroll")
        for layer in [empty.root, loader.root, moment, jump] { body.addLayer(layer) }
        body.expand(horizontal: true, vertical: true)
        layers = Overlay(Box(.column, [bar, body]))
        layers.addLayer(changes.toast.root)
        connect()
    }

    func paneDidOpen() {
        loader.begin()
        feed.open()
        breathing = AvatarMotion(list)
        observation = PacedStates(services.assistant) { [weak self] state in
            guard let self else { return }
            live.take(state, now: self.clock.now())
            showLive()
            if reminders.take(state.reminders) { list.apply(rows.show(state.reminders)) }
        }
    }

    func find() {
        searchEntry.grabFocus()
        searchEntry.selectAll()
    }

    func paneWillClose() {
        feed.close()
        for task in work { task.cancel() }
        menu?.detach()
        sharing.close()
        observation?.cancel()
        (breathing, settling) = (nil, nil)
        reminders.stop()
    }

    private func connect() {
        feed.onChange = { [weak self] in self?.take($0) }
        feed.onFailure = { [assistant = services.assistant] in assistant.notice($0) }
        changes.onRestored = { [weak self] id in
            // The message may be older than the loaded part, or not match the search.
            if let self, let position = rows.position(of: id) { list.focusSoon(at: position) }
        }
        reminders.onTick = { [weak self] in self?.list.rows.forEach { $0.tick() } }
        list.deeds = Dictionary(
            services.commands.filter(\.acts).map { ($0.skill, $0) }, uniquingKeysWith: { first, _ in first })
        list.entryAt = { [weak self] position in
            guard let self, position < rows.count else { return nil }
            return rows[position]
        }
        list.onTopReached = { [weak self] in self?.feed.loadEarlier() }
        list.onIntent = { [weak self] in self?.take($0, $1, $2) }
        list.onFirstInView = { [weak self] in self?.showMoment(at: $0) }
        list.onDayInView = { [weak self] in self?.moment.opacity = $0 ? 0 : 1 }
        list.onDistance = { [weak self] isFar in self?.jump.isVisible = isFar }
        jump.onClick { [weak self] in self?.list.jumpToEnd() }
        searchEntry.onSearch { [weak self] in
            guard let self else { return }
            var query = feed.query
            query.text = searchEntry.text
            feed.show(query)
        }
        chips.onChange = { [weak self] filters in
            guard let self else { return }
            var query = feed.query
            query.filters = filters
            feed.show(query)
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.takeInSearch($0) ?? false }
        searchEntry.add(keys)
        let shortcuts = ShortcutController()
        shortcuts.add("<Control>z") { [weak self] in self?.changes.undo() ?? false }
        layers.add(shortcuts)
    }

    /// Handles keys that the search field would otherwise consume.
    private func takeInSearch(_ press: KeyPress) -> Bool {
        // The arrow keys skip the chips; Tab goes through them.
        if press.key == KeyPress.down || press.key == KeyPress.up, press.isPlain, !list.isEmpty {
            list.enter()
            return true
        }
        // A field with text handles undo for its own edits.
        return press == KeyPress.undo && searchEntry.text.isEmpty && changes.undo()
    }

    private func take(_ change: FeedChange) {
        let caption = TimeCaption(clock: clock)
        switch change {
        case .reset(let messages):
            offerChips(for: messages)
            // Starting or ending a search returns to the newest message.
            let isOther = shownQuery != feed.query
            shownQuery = feed.query
            list.apply(rows.reset(messages, words: feed.query.words, caption), jumpsToEnd: isOther)
            recordPage()
            showLive()
            seek()
            if isOther { tellsCount = true }
        case .earlier(let page):
            offerChips(for: page)
            list.apply(rows.prepend(page))
            recordPage()
        case .inserted(let messages):
            offerChips(for: messages)
            // After midnight, every day has another name.
            live.keep(messages)
            list.apply(rows.renew(caption) + rows.insert(messages))
            showLive()
        case .removed(let ids):
            live.drop(ids.compactMap { id in rows.position(of: id).map { rows[$0].message } })
            list.apply(rows.remove(ids))
        }
        list.apply(rows.show(reminders.pending))
        if feed.isLoaded { loader.end() }
        showEmptiness()
        tellCount()
    }

    /// Has a screen reader say how much a search or a filter has found, once all of a page is there.
    private func tellCount() {
        guard tellsCount, feed.hasWhole else { return }
        tellsCount = false
        guard !shownQuery.words.isEmpty || !shownQuery.filters.isEmpty else { return }
        let count = rows.count
        let text =
            count == 0
            ? empty.words
            : count < HistoryFeed.pageSize
                ? localized("%1 message found", "%1 messages found", count: count)
                : localized("%1 or more messages found", String(count))
        layers.announce(text, .results)
    }

    private func offerChips(for messages: [Message]) {
        if messages.contains(where: { $0.kind == .call }) { chips.offerCalls() }
    }

    private func recordPage() {
        services.log.record("historyPage", ["rows": .integer(Int64(rows.count))])
    }

    private func showEmptiness() {
        let isEmpty = feed.isLoaded && rows.count == 0
        list.root.isVisible = !isEmpty
        empty.root.isVisible = isEmpty
        empty.show(feed.query)
        moment.isVisible = !isEmpty
    }

    private func showMoment(at position: Int) {
        guard position < rows.count else { return }
        moment.text = TimeCaption(clock: clock).moment(rows[position].message.createdAt)
    }

    /// Shows the turn being spoken below everything else; searches don't include it.
    private func showLive() {
        guard feed.isLoaded else { return }
        list.apply(rows.setLive(shownQuery.isEmpty ? live.messages : []))
        showEmptiness()
        guard live.isSettling, settling?.isRunning != true else { return }
        settling = .once(milliseconds: DesignTokens.Panes.settlingMilliseconds) { [weak self] in
            self?.live.giveUp()
            self?.showLive()
        }
    }

    private func take(_ intent: MessageIntent, _ message: Message, _ row: MessageRow) {
        switch intent {
        case .copy: layers.copyToClipboard(message.text)
        case .share: share(message)
        case .open(let address): open(address)
        case .pause(let reminder): changes.pause(reminder)
        case .resume(let reminder): changes.resume(reminder)
        case .cancel(let reminder): changes.cancel(reminder)
        case .regenerate: regenerate(message)
        case .delete: delete(message)
        case .leave(let forward): leaveList(forward: forward)
        case .menu(let x, let y):
            menu?.detach()
            let reminders = rows.position(of: message.id).map { rows[$0].reminders } ?? []
            let menu = MessageMenu(message, reminders, sendsMail: sharing.sendsMail) { [weak self, weak row] in
                guard let self, let row else { return }
                take($0, message, row)
                // Return the focus, which was in the menu.
                if $0.staysAtRow { list.focusSoon(at: rows.position(of: message.id)) }
            } closed: { [weak self] in
                if let self { list.focusSoon(at: rows.position(of: message.id)) }
            }
            self.menu = menu
            menu.open(in: layers, beside: row.root, at: (x, y))
        }
    }

    /// Moves the focus out of the list, which is a single stop for Tab however long it is.
    private func leaveList(forward: Bool) {
        if !forward {
            if kinds != nil || !chips.grabFocus() { searchEntry.grabFocus() }
        } else if jump.isVisible {
            jump.grabFocus()
        } else if !changes.toast.grabFocus() {
            searchEntry.grabFocus()
        }
    }

    private func share(_ message: Message) {
        let caption = TimeCaption(clock: clock)
        let subject = localized(
            "%1, %2, %3", message.kind.speaker, caption.day(message.createdAt), caption.time(message.createdAt))
        sharing.share(message.text, subject: subject, in: layers) { [weak self] outcome in
            switch outcome {
            case .saved(let name): self?.changes.toast.show(localized("Saved as %1", name), isUndoable: false)
            case .failed(let failure): self?.services.assistant.notice(failure)
            }
        }
    }

    /// Opens a web address. Call only after the user has clicked the link.
    private func open(_ address: String) {
        services.log.record("link", ["address": .text(address)])
        Task {
            do { try await services.launcher?.open(address: address) } catch { services.assistant.notice(error) }
        }
    }

    /// Asks the question of an answer again; both answers stay.
    private func regenerate(_ answer: Message) {
        work.append(
            Task { [weak self] in
                let first = answer.regenerates ?? answer.id
                guard let self else { return }
                guard let question = await self.feed.question(of: answer) else {
                    return self.services.assistant.send(.noticed(.questionGone))
                }
                self.services.assistant.send(
                    .regenerationRequested(question.text, question.source, of: first))
                self.list.jumpToEnd()
            })
    }

    private func delete(_ message: Message) {
        guard message.isKept else { return }
        let position = rows.position(of: message.id)
        changes.delete(message) { [weak self] in self?.list.focusSoon(at: position) }
    }
}
