// SPDX-License-Identifier: GPL-3.0-or-later
// Has a screen reader say what changes away from the keyboard focus. From GTK 4.14 on, the toolkit announces it. Before,
// the note becomes the window's accessible name, which readers say when it changes; its own name comes back when the
// window loses the focus, since that change would be said, too. The visible title stays as it is.

import GioKit
package import GtkKit

@MainActor
package final class Announcer {
    /// True while a screen reader runs; without one, every note is dropped.
    package var isOn = false {
        didSet { if isOn != oldValue { reset() } }
    }
    /// True while JARVIS speaks: notes wait.
    package var isSpeaking = false {
        didSet { hold() }
    }
    /// True while a widget plays a voice.
    private var isPlaying = false {
        didSet { hold() }
    }

    private let window: Window
    private let title: String
    /// The window's accessible name.
    private var name: String
    private let now: @MainActor () -> Double
    private var queue = AnnouncementQueue()
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - title: The window's own name.
    ///   - now: Returns the time in seconds.
    package init(_ window: Window, title: String, now: @escaping @MainActor () -> Double = { FramePacer.now }) {
        self.window = window
        self.title = title
        name = title
        self.now = now
        window.onActiveChange { [weak self] in if self?.window.isActive == false { self?.restore() } }
        window.handleNotes(
            NoteHandling(
                say: { [weak self] in self?.take($0, patience: Self.patience($0.subject)) },
                hold: { [weak self] in self?.isPlaying = $0 }))
    }

    /// Says a note once it is its turn.
    /// - Parameter patience: Seconds during which a newer note of the subject can still replace it.
    package func take(_ note: SpokenNote, patience: Double = 0) {
        guard isOn else { return }
        queue.add(note, at: now(), patience: patience)
        schedule()
    }

    /// Call before the window closes.
    package func close() {
        window.handleNotes(nil)
        isOn = false
        timer = nil
    }

    /// What is new at a place comes after what has the focus there.
    private static func patience(_ subject: SpokenNote.Subject) -> Double {
        [.place, .results].contains(subject) ? DesignTokens.Announcements.afterFocus : 0
    }

    private func hold() {
        guard queue.isHeld != (isSpeaking || isPlaying) else { return }
        queue.isHeld.toggle()
        schedule()
    }

    private func reset() {
        queue.clear()
        timer = nil
        restore()
    }

    private func schedule() {
        timer = queue.nextTime.map { time in
            .once(milliseconds: Int((max(0, time - now()) * 1000).rounded(.up))) { [weak self] in self?.advance() }
        }
    }

    private func advance() {
        while let time = queue.nextTime, time <= now() {
            if let text = queue.next(at: now()) { say(text) }
        }
        schedule()
    }

    private func say(_ text: String) {
        guard !window.announceNatively(text) else { return }
        // The same name once more would be no change.
        name = name == text ? text + " " : text
        window.setAccessibleLabel(name)
    }

    private func restore() {
        guard name != title else { return }
        name = title
        window.setAccessibleLabel(title)
    }
}
