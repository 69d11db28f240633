// SPDX-License-Identifier: GPL-3.0-or-later
// All that the desktop's shell shows of JARVIS beside its window, for a program with a window as for one without. The one
// that has the program's name on the bus has these; so there is one of each. Main thread only.

public import GioKit

/// The surfaces on one bus, until this is released.
@MainActor
public final class ShellSurfaces {
    private let tray: TrayIcon
    private let player: SpeakingPlayer
    private let key: PushToTalkKey
    private let search: HistorySearch?

    public init(_ ports: ShellPorts, _ words: ShellWords, on connection: BusConnection) {
        tray = TrayIcon(ports, words, on: connection)
        player = SpeakingPlayer(ports, words, on: connection)
        // Without it the desktop's search finds nothing here.
        search = try? HistorySearch(ports, words, on: connection)
        key = PushToTalkKey(ports, description: words.keyDescription) {
            () async throws(BusFailure) in try await BusConnection.openOwn()
        }
    }

    /// Takes everything back, and returns once that is done.
    public func end() async {
        await tray.end()
        await player.end()
        await key.end()
    }
}
