// SPDX-License-Identifier: GPL-3.0-or-later
// Language models by name only.

public import JarvisCore
import Synchronization

/// Remembers which one was chosen.
public final class FakeModelChoice: ModelChoice {
    private let state: Mutex<ModelNames>

    public init(_ names: ModelNames) {
        state = Mutex(names)
    }

    public func names() async throws -> ModelNames { state.withLock { $0 } }
    public func use(_ name: String?) async throws { state.withLock { $0.used = name } }
}
