// SPDX-License-Identifier: GPL-3.0-or-later
// Shows results in the window, and undoes changes that the user made there by hand.

package import JarvisCore

extension SkillInvocation {
    /// Opens a pane if the request asks to see something.
    package func showIfWanted(_ pane: WindowPane) async throws {
        guard let first = words.first, ["show", "open", "display"].contains(first) else { return }
        // The answer may be a rehearsal, so wait until the request is final.
        try await request.settlement.wait()
        _ = await services.desktop.window?.show(pane)
    }

    /// Undoes the last change made in the window if it is newer than the last one made by voice; otherwise nil.
    func revertChangeInWindow() async throws -> SkillReply? {
        guard let window = services.desktop.window, let changed = await window.newestChange(),
            services.clock.now().since(changed) <= DialogueMemory.undoLifetime, undoSince.map({ changed > $0 }) ?? true,
            let reverted = try await window.revertNewestChange()
        else { return nil }
        return SkillReply(Self.text(reverted))
    }

    private static func text(_ change: RevertedChange) -> String {
        switch change {
        case .reminder(let reminder):
            let name = reminder.label.isEmpty || reminder.kind == .reminder ? "" : "\(reminder.label) "
            return "Your \(name)\(reminder.kind.rawValue) is back."
        case .tooLate(let reminder):
            let name = reminder.label.isEmpty || reminder.kind == .reminder ? "" : "\(reminder.label) "
            let end = reminder.kind == .timer ? "finished" : "gone off"
            return "Your \(name)\(reminder.kind.rawValue) would already have \(end), so I left it."
        case .itemIsBack(let item, let list): return "I've added \(item) back to your \(list) list."
        case .itemIsGone(let item, let list): return "I've removed \(item) from your \(list) list."
        case .listIsBack(let list): return "Your \(list) list is back."
        case .listIsGone(let list): return "I've removed your \(list) list."
        }
    }
}
