// SPDX-License-Identifier: GPL-3.0-or-later
// A widget's window: draws the session's state and sends intents. While hidden, it requests and draws nothing.

import GioKit
public import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisStore

/// One widget on the desktop.
@MainActor
public final class WidgetWindow {
    /// The GTK window.
    public let window: Window
    let size: WidgetSize
    /// Called when the user closes the widget.
    var onClose: (@MainActor () -> Void)?

    private let services: DesktopServices
    private let look: WindowLook
    private let talk: WidgetTalk
    private let prompt: PromptCard?
    private let recent: RecentNoteCard?
    private let timers: WidgetTimers?
    private let note: VoiceNoteStart
    private var observation: Observation?
    private let settingsChanges: AsyncStream<Settings>
    private var following: [Task<Void, Never>] = []
    private var reading: Task<Void, Never>?
    private var readsAgain = false
    private var midnight: LoopTimer?
    private var isLocked = false

    init(
        _ application: Application, _ services: DesktopServices, _ desktop: any DesktopWatching, _ size: WidgetSize
    ) {
        self.services = services
        self.size = size
        let least = size.leastSize
        window = Window(application: application, title: size.title, width: least.width, height: least.height)
        window.addClass("jarvis")
        window.addClass("widget")
        window.hidesTitlebar()
        window.permitsClipboard()
        window.setIcon(DesktopApplication.identifier)
        // Before anything is read from them.
        settingsChanges = services.settings.changes()
        look = WindowLook(window, services.settings.current, desktop, services.log)
        talk = WidgetTalk(services.assistant)
        note = VoiceNoteStart(services.assistant)
        prompt = size == .small || services.prompts == nil ? nil : PromptCard()
        recent = size == .large ? RecentNoteCard(clock: services.clock) : nil
        timers = size == .large ? WidgetTimers(clock: services.clock) : nil
        let parts = [talk.root] + [prompt?.root, recent?.root, timers?.root].compactMap(\.self)
        let column = Box(.column, spacing: DesignTokens.Widgets.gap, parts)
        column.addClass("widget-content")
        column.setSizeRequest(width: least.width, height: least.height)
        prompt?.root.expand(vertical: true)
        let handle = WindowHandle(column)
        handle.setRole(.region)
        handle.setAccessibleLabel(size.title)
        window.setChild(handle)
        window.isResizable = false
        connect()
    }

    private func connect() {
        talk.onClose = { [weak self] in self?.onClose?() }
        talk.onRecord = { [note] in note.begin() }
        prompt?.onRecord = { [note] in note.begin() }
        prompt?.onAnother = { [weak self] in self?.goOn() }
        window.onCloseRequest { [weak self] in
            self?.onClose?()
            return true
        }
        let keys = ShortcutController()
        keys.add("Escape") { [weak self] in
            self?.onClose?()
            return true
        }
        keys.add("<Control>w") { [weak self] in
            self?.onClose?()
            return true
        }
        window.add(keys)
        window.connect("map", after: true) { [weak self] _ in self?.read() }
        talk.accent = look.appearance.accent
        look.onChange = { [weak self] in
            guard let self else { return }
            talk.accent = look.appearance.accent
            lockMayHaveChanged()
        }
        observation = services.assistant.observe { [weak self] in self?.show($0) }
        followSettings()
        if recent != nil || prompt != nil { followNotes() }
        _ = talk.grabFocus()
    }

    private func followSettings() {
        following.append(
            Task { [weak self, settingsChanges] in
                for await settings in settingsChanges {
                    self?.look.apply(settings)
                    self?.read()
                }
            })
    }

    private func followNotes() {
        let history = services.history
        following.append(
            Task { [weak self] in
                let changes = await history.changes()
                // The window may have read the history before the changes were followed.
                self?.read()
                for await _ in changes { self?.read() }
            })
        if let book = services.prompts {
            let changes = book.changes()
            following.append(
                Task { [weak self] in
                    for await _ in changes { self?.read() }
                })
        }
        if let turns = services.historyLock?.changes() {
            following.append(
                Task { [weak self] in
                    for await _ in turns { self?.read() }
                })
        }
    }

    /// Brings the widget to the front.
    public func present() { window.present() }

    /// Releases the session and the desktop's state. Call before the window closes.
    func close() {
        observation = nil
        for task in following { task.cancel() }
        reading?.cancel()
        midnight = nil
        look.close()
    }

    private func show(_ state: AssistantState) {
        let state = state.asShown
        talk.show(state)
        timers?.show(state.reminders)
        lockMayHaveChanged()
    }

    private func lockMayHaveChanged() {
        let isLocked = services.assistant.state.isAway || look.desktopState.isLocked
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        if isLocked { recent?.show(.hidden(at: nil)) } else { read() }
    }

    /// Reads the prompt and the newest note, one read at a time.
    private func read() {
        guard recent != nil || prompt != nil, window.isMapped else { return }
        guard reading == nil else { return readsAgain = true }
        reading = Task { [weak self] in
            repeat {
                self?.readsAgain = false
                await self?.readOnce()
            } while self?.readsAgain == true && !Task.isCancelled
            self?.reading = nil
        }
    }

    private func readOnce() async {
        if let prompt, let book = services.prompts { prompt.show((try? await book.today()) ?? nil) }
        if let recent {
            let mayShow = services.settings.current.showsNoteLine
            let glance = await NoteGlance.newest(services.history, isLocked: isLocked, mayShow: mayShow)
            // The history may have been locked since the read began.
            recent.show(isLocked ? .hidden(at: nil) : glance)
        }
        waitForMidnight()
    }

    /// Reads again after midnight, when the prompt is another one and "today" has become "yesterday".
    private func waitForMidnight() {
        let now = services.clock.now()
        var day = services.clock.local(now)
        (day.hour, day.minute, day.second) = (0, 0, 0)
        // Lands in the next day even across a clock change; the clock is read again then.
        let next = services.clock.instant(of: day).advanced(by: .seconds(86_400))
        let wait = next.millisecondsSinceEpoch - now.millisecondsSinceEpoch
        midnight = .once(milliseconds: Int(max(60_000, wait)) + 1000) { [weak self] in self?.read() }
    }

    private func goOn() {
        guard let book = services.prompts else { return }
        Task { [weak self] in
            if let prompt = try? await book.another() { self?.prompt?.show(prompt) }
        }
    }
}
