// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes a change that an earlier process made and saved. Later changes stay as they are.

package import JarvisAgent
import JarvisCore
package import JarvisStore

extension KeptChange {
    /// An action that undoes this change and says so.
    package var undoing: DeferredAction {
        DeferredAction { invocation in
            let reminders = try await undoReminders(invocation)
            try await undoLists(invocation)
            try await undoSettings(invocation)
            let notes = try await undoMessages(invocation)
            let gone = hasErased ? "The deleted note is gone for good." : nil
            let hasOthers =
                listsBefore != listsAfter || !settings.isEmpty || (reminders == nil && !self.reminders.isEmpty)
            // If only reminders or notes changed, the reply can be specific: what is set again, or is over by now.
            if !hasOthers, reminders != nil || notes != nil {
                return SkillReply([reminders, notes, gone].compactMap(\.self).joined(separator: " "))
            }
            guard request.isEmpty else { return SkillReply("Undone: \"\(request)\".") }
            return SkillReply((["Undone."] + [notes, gone].compactMap(\.self)).joined(separator: " "))
        }
    }

    /// - Returns: The text to say if all reminders were added or all were removed; otherwise `nil`.
    private func undoReminders(_ invocation: SkillInvocation) async throws -> String? {
        let book = ReminderBook(invocation)
        let added = reminders.compactMap { $0.old == nil ? $0.new : nil }
        let removed = reminders.compactMap { $0.new == nil ? $0.old : nil }
        let changed = reminders.compactMap { $0.new == nil ? nil : $0.old }
        var texts: [String] = []
        if !added.isEmpty { texts.append(try await book.undoAdding(added).perform(invocation).text) }
        if !removed.isEmpty { texts.append(try await book.undoRemoving(removed).perform(invocation).text) }
        let old = Dictionary(changed.map { ($0.id, $0) }) { first, _ in first }
        if !old.isEmpty { try await invocation.services.reminders.update(Array(old.keys)) { old[$0.id] ?? $0 } }
        return changed.isEmpty && texts.count == 1 ? texts.first : nil
    }

    private func undoLists(_ invocation: SkillInvocation) async throws {
        guard listsBefore != listsAfter, let store = invocation.services.lists else { return }
        let (before, after) = (listsBefore, listsAfter)
        try await store.update { lists in
            for list in after { Self.undo(list.name, from: before, to: after, in: &lists) }
            for list in before where ListWords.place(of: list.name, in: after) == nil {
                Self.undo(list.name, from: before, to: after, in: &lists)
            }
        }
    }

    private static func undo(
        _ name: String, from before: [NamedList], to after: [NamedList], in lists: inout [NamedList]
    ) {
        let old = ListWords.place(of: name, in: before)
        let (had, has) = (
            old.map { before[$0].items } ?? [], ListWords.place(of: name, in: after).map { after[$0].items } ?? []
        )
        if had == has, old != nil, ListWords.place(of: name, in: after) != nil { return }
        var place = ListWords.place(of: name, in: lists)
        if place == nil, let old {
            lists.insert(NamedList(name: before[old].name), at: min(old, lists.count))
            place = min(old, lists.count - 1)
        }
        guard let place else { return }
        for item in has.without(had).map(\.item) {
            if let found = lists[place].items.lastIndex(of: item) { lists[place].items.remove(at: found) }
        }
        for (index, item) in had.without(has) {
            lists[place].items.insert(item, at: min(index, lists[place].items.count))
        }
        if old == nil, lists[place].items.isEmpty { lists.remove(at: place) }
    }

    private func undoSettings(_ invocation: SkillInvocation) async throws {
        guard !settings.isEmpty else { return }
        let changed = settings
        _ = try await SettingsChange.apply(invocation) { settings in
            for change in changed {
                guard let descriptor = SettingDescriptor.all.first(where: { $0.key == change.key }),
                    descriptor.get(settings) == change.new
                else { continue }
                try descriptor.set(change.old, in: &settings)
            }
        }
    }

    /// - Returns: The text to say about notes; `nil` if the change concerned none.
    private func undoMessages(_ invocation: SkillInvocation) async throws -> String? {
        var notes: [Message] = []
        for id in written {
            if let note = try? await invocation.services.history.message(id) { notes.append(note) }
        }
        guard !notes.isEmpty else { return nil }
        _ = try await NoteSkill.erase(notes, invocation)
        return NoteSkill.unwritten(notes.count)
    }
}

extension [String] {
    /// The elements that `others` lacks, each with its index. An element twice here and once there appears once.
    fileprivate func without(_ others: [String]) -> [(index: Int, item: String)] {
        var rest = others
        return enumerated().compactMap { index, item in
            guard let found = rest.firstIndex(of: item) else { return (index, item) }
            rest.remove(at: found)
            return nil
        }
    }
}
