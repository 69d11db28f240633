// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether the history may be shown: always while the setting is off; otherwise for a few minutes after the user
// has been authenticated. Safe to use from any thread.

public import JarvisCore
import Synchronization

/// The lock on the history.
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
    private let news = Broadcast<Bool>(bufferingPolicy: .bufferingNewest(1))

    /// - Parameter clock: Times how long the history stays open.
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
                // Turning the setting on locks the history at once.
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

    /// True while the history must not be shown.
    public var isLocked: Bool { settings.current.history.isLocked && !state.withLock { $0.isOpen } }

    /// Yields whether the history is locked, after each change. Buffers only the newest value.
    public func changes() -> AsyncStream<Bool> { news.stream() }

    /// Authenticates the user if necessary, then opens the history for as long as the settings say.
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

    /// Locks the history. Idempotent.
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
