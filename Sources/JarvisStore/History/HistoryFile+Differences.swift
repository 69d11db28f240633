// SPDX-License-Identifier: GPL-3.0-or-later
// What another process has changed by replacing the active file.

import JarvisCore
import JarvisPlatform

extension HistoryFile {
    /// Tells what is different from what was known; the index reaches as far back as the former one.
    func noteDifferences(from former: HistoryIndex) throws(StoreFailure) {
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
        if !gone.isEmpty { note(.deleted(gone)) }
        var back: [Message] = []
        for entry in now where !before.contains(entry.id) {
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
