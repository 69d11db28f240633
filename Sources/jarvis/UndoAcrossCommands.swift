// SPDX-License-Identifier: GPL-3.0-or-later
// Makes "undo" work across commands: the next "jarvis ask" can undo what the last one has changed.

import JarvisAgent
import JarvisCore
import JarvisSkills
import JarvisStore

/// Remembers the state before a request, and stores what the request has changed.
struct UndoAcrossCommands {
    private let skills: SkillAgent
    private let file: UndoFile
    private let before: KeptChange.Moment
    /// When an earlier command made the change that is stored in the file; nil if there is none.
    private let earlier: Timestamp?
    private let keepsRequest: Bool

    /// Loads the change that an earlier command made, so that the skills can undo it.
    /// - Parameter keepsRequest: True if the words of requests may be stored in the file.
    init(_ skills: SkillAgent, _ file: UndoFile, keepsRequest: Bool) async {
        (self.skills, self.file, self.keepsRequest) = (skills, file, keepsRequest)
        let change = Self.isPrivate(skills) ? nil : file.load(now: skills.services.clock.now())
        if let change { skills.remember(undo: change.isEmpty ? nil : change.undoing, since: change.at) }
        earlier = change?.at
        before = await Self.moment(skills.services)
    }

    /// Stores what the request has changed, in place of the stored change; removes that if there is nothing to undo.
    func keep(_ request: String) async {
        guard let (action, since) = skills.undoable, !Self.isPrivate(skills) else { return file.remove() }
        // The request has changed nothing, so the stored change is still the last one.
        guard since != earlier else { return }
        let change = KeptChange(
            at: since, request: keepsRequest ? request : "", from: before,
            to: await Self.moment(skills.services), hasErased: action?.messages.isEmpty == false)
        // Ignore a failure: the store whose change this is has already reported that the disk can't be written.
        try? file.save(change)
    }

    /// True if nothing of the conversation may be written to disk.
    private static func isPrivate(_ skills: SkillAgent) -> Bool {
        skills.services.settings.current.history.isSessionOnly
    }

    private static func moment(_ services: SkillServices) async -> KeptChange.Moment {
        await KeptChange.Moment(
            reminders: services.reminders, lists: services.lists, settings: services.settings,
            history: services.history)
    }
}
