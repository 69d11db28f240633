// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what another process changed by replacing the active file.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// More new messages than this, from an import for example, are reported as one `.replaced`: showing each message
    /// costs more than rereading the newest page.
    private static let toldMessagesLimit = 50

    /// Reports the differences from the former index. The current index must reach back as far as the former one.
    func noteDifferences(from former: HistoryIndex) throws(StoreFailure) {
        // A finished clearing leaves only the header, without its mark. Report it even if no message was visible,
        // because undo may hold messages that were deleted one by one. If there was no file before, this one is simply
        // new.
        let isBlank = index.end == header.count && archive.names.isEmpty
        if isCleared || isBlank, former.end > 0 {
            note(.cleared)
            // Messages were added or restored since.
            guard isBlank else { return note(.replaced) }
            // The index now covers the file from its start, so every further line is reported as new.
            return try complete()
        }
        let before = Set(former.visible.map(\.id))
        let now = index.visible.filter { former.covers($0.id) }
        if now.isEmpty, index.isComplete, archive.names.isEmpty, !before.isEmpty { return note(.cleared) }
        let kept = Set(now.map(\.id))
        var gone: [MessageID] = []
        for entry in former.visible where !kept.contains(entry.id) {
            // A sealed message moved to the archive; it isn't gone.
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
