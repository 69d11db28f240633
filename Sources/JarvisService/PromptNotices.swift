// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the prompt of the day as a notification at the user's hour, with or without a window. If the user is away or
// doesn't want to be disturbed, it waits until that is over. Main thread only.

import GioKit
public import JarvisAssistant
import JarvisConversation
public import JarvisCore
public import JarvisStore
public import JarvisDesktopControl

/// The notification's texts, in the user's language.
public struct PromptWords: Sendable {
    /// "Prompt of the day"
    public var title: String
    public var record: String
    /// "New prompt"
    public var another: String
    /// Added if the desktop shows no buttons: how to record a note.
    public var withoutButtons: String
    /// Formats the newest note's summary: "Last note: …"
    public var lastNote: @MainActor @Sendable (String) -> String

    public init(
        title: String, record: String, another: String, withoutButtons: String = "",
        lastNote: @escaping @MainActor @Sendable (String) -> String
    ) {
        self.title = title
        self.record = record
        self.another = another
        self.withoutButtons = withoutButtons
        self.lastNote = lastNote
    }
}

/// The dependencies for showing prompts.
public struct PromptPorts: Sendable {
    public var book: PromptBook
    public var words: PromptWords
    /// The clock for the user's hour.
    public var clock: any WallClock

    public init(book: PromptBook, words: PromptWords, clock: any WallClock) {
        self.book = book
        self.words = words
        self.clock = clock
    }
}

/// Shows each day's prompt until ended.
@MainActor
public final class PromptNotices {
    private static let purpose = "prompt"
    private enum Key {
        static let record = "record"
        static let another = "another"
    }
    /// In milliseconds. Timers pause during sleep and the wall clock can be set, so check it at least this often.
    private static let longestWait: Int64 = 15 * 60_000

    private let assistant: Assistant
    private let settings: any SettingsStore
    private let notifications: NotificationService
    private let prompts: PromptPorts
    private let glance: @MainActor () async -> NoteGlance
    private let note: VoiceNoteStart
    private var observation: Observation?
    private var following: Task<Void, Never>?
    private var looking: Task<Void, Never>?
    private var looksAgain = false
    private var timer: LoopTimer?
    private var isAway = false
    /// Whether the notification on screen quotes a note.
    private var quotesNote = false

    /// - Parameter glance: Returns the newest note, as far as it may be shown.
    public init(
        _ assistant: Assistant, _ settings: any SettingsStore, _ notifications: NotificationService,
        _ prompts: PromptPorts, glance: @escaping @MainActor () async -> NoteGlance
    ) {
        self.assistant = assistant
        self.settings = settings
        self.notifications = notifications
        self.prompts = prompts
        self.glance = glance
        note = VoiceNoteStart(assistant)
        isAway = assistant.state.isAway
        notifications.onAction(of: Self.purpose) { [weak self] in self?.act($0) }
        notifications.onInhibitionChange { [weak self] in self?.look() }
        observation = assistant.observe { [weak self] in self?.follow(isAway: $0.isAway) }
        // Subscribe first, so no change is lost between the first read and the stream.
        let changes = settings.changes()
        following = Task { [weak self] in
            for await _ in changes { self?.look() }
        }
        look()
    }

    isolated deinit {
        following?.cancel()
        looking?.cancel()
    }

    /// Withdraws the notification and stops.
    public func end() {
        observation = nil
        following?.cancel()
        looking?.cancel()
        timer = nil
        notifications.show(nil, for: Self.purpose)
    }

    private func follow(isAway: Bool) {
        guard isAway != self.isAway else { return }
        self.isAway = isAway
        guard isAway else { return look() }
        // A locked screen may still show notifications.
        if quotesNote { takeBack() }
    }

    /// Checks whether a prompt is due, and when the next one is.
    func look() {
        guard looking == nil else { return looksAgain = true }
        looking = Task { [weak self] in
            repeat {
                self?.looksAgain = false
                await self?.check()
            } while self?.looksAgain == true && !Task.isCancelled
            self?.looking = nil
        }
    }

    /// Returns when all pending checks are done.
    func settle() async { await looking?.value }

    private func check() async {
        timer = nil
        guard settings.current.offersPrompts else { return takeBack() }
        let hour = Int(settings.current.promptHour)
        let last: PromptDay?
        do { last = try await prompts.book.lastShown() } catch { return wait(Self.longestWait) }
        let now = prompts.clock.now()
        switch PromptSchedule(at: now, hour: hour, last: last, clock: prompts.clock) {
        case .wait(let until): wait(until.millisecondsSinceEpoch - now.millisecondsSinceEpoch)
        case .due:
            // `follow` checks again when the user is back.
            if !isAway { await offer() }
            wait(Self.longestWait)
        }
    }

    private func offer() async {
        guard await notifications.isThere(), await !notifications.isInhibited(), !isAway,
            let prompt = try? await prompts.book.today(), (try? await prompts.book.claim(prompt.day)) == true
        else { return }
        await show(prompt)
    }

    private func show(_ prompt: DailyPrompt) async {
        var body = prompt.text
        quotesNote = false
        if case .shown(let line, _, _) = await glance(), !isAway {
            body += "\n" + prompts.words.lastNote(line)
            quotesNote = true
        }
        notifications.show(
            ServiceNotification(
                title: prompts.words.title, body: body,
                buttons: [
                    .click(prompts.words.record), .init(Key.record, prompts.words.record),
                    .init(Key.another, prompts.words.another),
                ], withoutButtons: prompts.words.withoutButtons, isKept: true, category: "im"), for: Self.purpose)
    }

    private func takeBack() {
        quotesNote = false
        notifications.show(nil, for: Self.purpose)
    }

    private func wait(_ milliseconds: Int64) {
        timer = .once(milliseconds: Int(min(max(0, milliseconds), Self.longestWait)) + 1) { [weak self] in self?.look()
        }
    }

    private func act(_ key: String) {
        switch key {
        case Key.record, ServiceNotification.Button.clickKey:
            takeBack()
            note.begin()
        case Key.another:
            Task { [weak self, book = prompts.book] in
                if let prompt = try? await book.another() { await self?.show(prompt) }
            }
        default: break
        }
    }
}
