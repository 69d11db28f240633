// SPDX-License-Identifier: GPL-3.0-or-later
// When expired data is removed from disk: one schedule for the conversation and for recordings.

import JarvisCore

/// Tidies at once, then every few hours and whenever the retention setting changes.
struct RetentionSchedule {
    /// How late a tidy can be after the computer was asleep.
    static let interval: Duration = .seconds(6 * 3600)

    let settings: any SettingsStore
    let clock: any Clock<Duration>

    /// The time `days` before `now`. Anything older has expired.
    static func limit(days: Int, at now: Timestamp) -> Timestamp { now.advanced(by: .seconds(-days * 86_400)) }

    /// Runs until the task is cancelled.
    /// - Parameters:
    ///   - setting: The setting whose changes trigger a tidy.
    ///   - ready: Awaited before the first tidy. Changes of the setting during the wait still count.
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
