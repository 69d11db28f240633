// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a widget say something through its window, which knows whether and when a screen reader should read it.

import CGtk
import GioKit
import Glibc

/// Something for a screen reader to say once.
public struct SpokenNote: Hashable, Sendable {
    /// What a note is about. A waiting note is replaced by a newer one about the same subject.
    public struct Subject: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public var text: String
    public var subject: Subject

    public init(_ text: String, _ subject: Subject) {
        self.text = text
        self.subject = subject
    }
}

/// What a window does with notes.
public struct NoteHandling {
    var say: @MainActor (SpokenNote) -> Void
    var hold: @MainActor (Bool) -> Void

    /// - Parameters:
    ///   - say: Called with each note of a widget in the window.
    ///   - hold: Called with true when another sound starts and notes have to wait, and with false when it ends.
    public init(say: @escaping @MainActor (SpokenNote) -> Void, hold: @escaping @MainActor (Bool) -> Void) {
        self.say = say
        self.hold = hold
    }
}

/// A window's handling, which GTK keeps with the window.
private final class NoteHandler {
    let handling: NoteHandling

    init(_ handling: NoteHandling) {
        self.handling = handling
    }
}

private let noteKey = "jarvis-notes"

private let releaseNoteHandler: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<NoteHandler>.fromOpaque(data).release()
}

extension Window {
    /// Sets what becomes of the notes of widgets in this window; with nil, they are dropped.
    public func handleNotes(_ handling: NoteHandling?) {
        let object = UnsafeMutableRawPointer(opaque).assumingMemoryBound(to: GObject.self)
        guard let handling else { return g_object_set_data(object, noteKey, nil) }
        let box = Unmanaged.passRetained(NoteHandler(handling)).toOpaque()
        g_object_set_data_full(object, noteKey, box, releaseNoteHandler)
    }
}

extension Widget {
    /// Has a screen reader say this, if one runs and the widget is on the screen.
    public final func announce(_ text: String, _ subject: SpokenNote.Subject) {
        guard !text.isEmpty, isMapped else { return }
        noteHandling?.say(SpokenNote(text, subject))
    }

    /// Holds back announcements in this widget's window while a sound plays, because a screen reader would talk over it.
    public final func holdNotes(_ isHeld: Bool) { noteHandling?.hold(isHeld) }

    private var noteHandling: NoteHandling? {
        guard let root = gtk_widget_get_root(widget) else { return nil }
        let object = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GObject.self)
        return g_object_get_data(object, noteKey).map {
            Unmanaged<NoteHandler>.fromOpaque($0).takeUnretainedValue().handling
        }
    }
}

extension Widget {
    private typealias Announce = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Void

    /// GTK's own announcements, since 4.14; this program also runs with older versions, so it looks for them.
    private static let announceFunction: Announce? = dlsym(dlopen(nil, RTLD_NOW), "gtk_accessible_announce").map {
        unsafeBitCast($0, to: Announce.self)
    }

    /// Has GTK announce a text at medium priority.
    /// - Returns: False if GTK can't.
    public final func announceNatively(_ text: String) -> Bool {
        guard let announce = Self.announceFunction else { return false }
        announce(raw, text, 1)
        return true
    }
}
