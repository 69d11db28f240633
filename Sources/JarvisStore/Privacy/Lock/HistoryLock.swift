// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what was said may be shown: always, while the setting is off; else for some minutes after the user has been
// authenticated. Usable from any thread.

public import JarvisCore
import Synchronization

/// The lock of the history.
public final class HistoryLock: Sendable {
    private struct State {
        var isOpen = false
        var closing: Task<Void, Never>?
        var following: Task<Void, Never>?
    }

    private let settings: any SettingsStore
    private let authority: any HistoryAuthority
    private let clock: any Clock<Duration>
    private let state = Mutex(State())
    private let news = Broadcast<Bool>()

    /// - Parameter clock: counts the minutes for which the history stays open.
    public init(
        settings: any SettingsStore, authority: any HistoryAuthority, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.settings = settings
        self.authority = authority
        self.clock = clock
        let changes = settings.changes()
        var wasOn = settings.current.history.isLocked
        let following = Task { [weak self] in
            for await settings in changes where settings.history.isLocked != wasOn {
                wasOn = settings.history.isLocked
                // Turned on, it locks at once.
                self?.lock()
                self?.tell()
            }
        }
        state.withLock { $0.following = following }
    }

    deinit {
        state.withLock { state in
            state.following?.cancel()
            state.closing?.cancel()
        }
    }

    /// True while nothing of the history may be shown.
    public var isLocked: Bool { settings.current.history.isLocked && !state.withLock { $0.isOpen } }

    /// Whether it is locked, whenever that may have changed.
    public func changes() -> AsyncStream<Bool> { news.stream() }

    /// Has the user authenticated, where that is needed; the history is open then, for as long as the settings say.
    public func unlock() async throws(HistoryLockFailure) {
        guard isLocked else { return }
        try await authority.authorize()
        let minutes = settings.current.history.unlockMinutes
        let closing = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: .seconds(60 * minutes))) != nil else { return }
            self?.lock()
        }
        state.withLock { state in
            state.closing?.cancel()
            state.closing = closing
            state.isOpen = true
        }
        tell()
    }

    /// Closes the history; idempotent.
    public func lock() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            state.closing?.cancel()
            state.closing = nil
            return state.isOpen
        }
        if wasOpen { tell() }
    }

    private func tell() { news.send(isLocked) }
}
