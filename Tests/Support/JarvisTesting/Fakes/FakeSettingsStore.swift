// SPDX-License-Identifier: GPL-3.0-or-later
// In-memory settings.

public import JarvisCore
import Synchronization

/// Settings without a file.
public final class FakeSettingsStore: SettingsStore {
    private struct State {
        var settings: Settings
    }

    private let state: Mutex<State>
    private let observers = Broadcast<Settings>(bufferingPolicy: .bufferingNewest(1))
    public let notices: [Notice]

    public init(_ settings: Settings = Settings(), notices: [Notice] = []) {
        state = Mutex(State(settings: settings))
        self.notices = notices
    }

    public var current: Settings { state.withLock { $0.settings } }

    @discardableResult
    public func update(
        _ change: @escaping @Sendable (inout Settings) throws -> Void
    ) throws -> Task<Void, any Error> {
        try state.withLock { state in
            try change(&state.settings)
            observers.send(state.settings)
        }
        return Task {}
    }

    public func settle() async {}

    public func changes() -> AsyncStream<Settings> {
        observers.stream()
    }
}
