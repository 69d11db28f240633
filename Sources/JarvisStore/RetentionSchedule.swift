// SPDX-License-Identifier: GPL-3.0-or-later
// When what is too old is removed from the disk: one schedule for the conversation and for recordings.

import JarvisCore

/// Tidies at once, then every few hours and whenever the setting that says what to keep changes.
struct RetentionSchedule {
    /// A computer that slept meanwhile is late by no more than this.
    static let interval: Duration = .seconds(6 * 3600)

    let settings: any SettingsStore
    let clock: any Clock<Duration>

    /// Everything made before this time is older than `days`.
    static func limit(days: Int, at now: Timestamp) -> Timestamp { now.advanced(by: .seconds(-days * 86_400)) }

    /// Returns when the task is cancelled.
    /// - Parameters:
    ///   - setting: what has to change for another round.
    ///   - ready: is awaited before the first round; changes of the setting from before its end count.
    func run<Value: Equatable & Sendable>(
        _ setting: @escaping @Sendable (Settings) -> Value, ready: @Sendable () async -> Void = {},
        tidy: @escaping @Sendable () async -> Void
    ) async {
        let changes = settings.changes()
        let first = setting(settings.current)
        await ready()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in
                repeat { await tidy() } while (try? await clock.sleep(for: Self.interval)) != nil
            }
            group.addTask {
                var former = first
                for await change in changes where setting(change) != former {
                    former = setting(change)
                    await tidy()
                }
            }
        }
    }
}
