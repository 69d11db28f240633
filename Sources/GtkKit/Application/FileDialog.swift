// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file: the desktop's own dialog, through its portal where there is one.

import CGtk
public import GioKit

/// One question, answered once.
public final class FileDialog: GObjectRef {
    /// The purpose of the file.
    public enum Purpose {
        /// To be written; this name is offered.
        case save(name: String)
        /// To be read.
        case open
    }

    /// - Parameters:
    ///   - title: what the dialog says it is about.
    ///   - parent: a widget of the window that it belongs to.
    public init(_ purpose: Purpose, title: String, parent: Widget) {
        let window = gtk_widget_get_root(parent.widget).map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
        }
        // The caller gets the reference (a native dialog is not a widget).
        let action =
            switch purpose {
            case .save: GTK_FILE_CHOOSER_ACTION_SAVE
            case .open: GTK_FILE_CHOOSER_ACTION_OPEN
            }
        guard let dialog = gtk_file_chooser_native_new(title, window, action, nil, nil) else {
            // GLib ends the program where there is no memory for an object.
            preconditionFailure("GLib is out of memory")
        }
        super.init(adopting: UnsafeMutableRawPointer(dialog))
        if case .save(let name) = purpose { gtk_file_chooser_set_current_name(opaque, name) }
        gtk_native_dialog_set_modal(pointer(), 1)
    }

    /// Shows the dialog. `chosen` gets the path, or nil when the question was not answered.
    public func ask(_ chosen: @escaping @MainActor (String?) -> Void) {
        connect("response") { [weak self] arguments in
            guard let self else { return }
            let isAccepted = arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue)
            chosen(isAccepted ? path : nil)
        }
        gtk_native_dialog_show(pointer())
    }

    /// Takes the dialog away without an answer.
    public func close() { gtk_native_dialog_destroy(pointer()) }

    private var path: String? {
        guard let file = gtk_file_chooser_get_file(opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
