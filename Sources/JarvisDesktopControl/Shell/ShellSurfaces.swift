// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the desktop's shell shows of JARVIS outside its window: tray icon, media player, search and global
// shortcut. Only the owner of the program's bus name creates them, so each exists once. Main thread only.

public import GioKit

/// Offers the surfaces on a bus until released.
@MainActor
public final class ShellSurfaces {
    private let tray: TrayIcon
    private let player: SpeakingPlayer
    private let key: PushToTalkKey
    private let search: HistorySearch?

    public init(_ ports: ShellPorts, _ words: ShellWords, on connection: BusConnection) {
        tray = TrayIcon(ports, words, on: connection)
        player = SpeakingPlayer(ports, words, on: connection)
        // Without it, the desktop's search finds nothing of JARVIS.
        search = try? HistorySearch(ports, words, on: connection)
        key = PushToTalkKey(ports, description: words.keyDescription) {
            () async throws(BusFailure) in try await BusConnection.openOwn()
        }
    }

    /// Withdraws all surfaces, and returns when that is done.
    public func end() async {
        await tray.end()
        await player.end()
        await key.end()
    }
}
