// SPDX-License-Identifier: GPL-3.0-or-later
// Animates the portraits beside JARVIS's messages while they are in view; they stay still when motion is reduced.

import GioKit
import GtkKit
import JarvisDesktopKit

/// Animates the portraits until released.
@MainActor
final class AvatarMotion {
    private var timer: LoopTimer?

    init(_ list: HistoryList) {
        timer = LoopTimer(milliseconds: DesignTokens.Panes.avatarStepMilliseconds) { [weak list] in
            guard let list else { return false }
            let isStill = list.root.windowHasClass("reduced-motion")
            let now = FramePacer.now
            for row in list.rows where row.avatar.root.isMapped {
                let isSeen = !isStill && Self.isInView(row.avatar.root, of: list.root)
                row.avatar.isBreathing = isSeen
                if isSeen { row.avatar.advance(to: now) }
            }
            return true
        }
    }

    private static func isInView(_ avatar: Widget, of list: ScrolledWindow) -> Bool {
        guard let place = avatar.bounds(in: list) else { return false }
        return place.y + place.height > 0 && place.y < Double(list.height)
    }
}
