// SPDX-License-Identifier: GPL-3.0-or-later
// What another process has changed by replacing the active file.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// More new messages than these, of an import for example, are not told one by one: showing each is more work
    /// than reading the newest page again.
    private static let toldMessagesLimit = 50

    /// Tells what is different from what was known; the index reaches as far back as the former one.
    func noteDifferences(from former: HistoryIndex) throws(StoreFailure) {
        // A clearing that is done leaves the header alone, without its mark. Undo, which keeps messages that were
        // deleted one by one, is told even when none was visible. Where there was no file, it is just a new one.
        let isBlank = index.end == header.count && archive.names.isEmpty
        if isCleared || isBlank, former.end > 0 {
            note(.cleared)
            // Something has been said or brought back since.
            guard isBlank else { return note(.replaced) }
            // All that comes next is news.
            return try complete()
        }
        let before = Set(former.visible.map(\.id))
        let now = index.visible.filter { former.covers($0.id) }
        if now.isEmpty, index.isComplete, archive.names.isEmpty, !before.isEmpty { return note(.cleared) }
        let kept = Set(now.map(\.id))
        var gone: [MessageID] = []
        for entry in former.visible where !kept.contains(entry.id) {
            // What has been sealed is still there.
            if !index.isDeleted(entry.id), try archive.contains(entry.id) { continue }
            gone.append(MessageID(rawValue: entry.id.text))
        }
        let new = now.filter { !before.contains($0.id) }
        if new.count > Self.toldMessagesLimit { return note(.replaced) }
        if !gone.isEmpty { note(.deleted(gone)) }
        var back: [Message] = []
        for entry in new {
            guard let message = try message(entry) else { continue }
            if former.last.map({ $0.id < entry.id }) ?? true {
                note(.appended(message))
            } else {
                back.append(message)
            }
        }
        if !back.isEmpty { note(.restored(back)) }
    }
}
