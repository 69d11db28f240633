// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a file with the desktop's own dialog, through its portal if there is one.

import CGtk
public import GioKit

/// A dialog that asks for one file, once.
public final class FileDialog: GObjectRef {
    /// The purpose of the file dialog.
    public enum Purpose {
        /// Choose where to save a file; suggests this name.
        case save(name: String)
        /// Choose a file to open.
        case open
    }

    /// - Parameters:
    ///   - title: The dialog's title.
    ///   - parent: A widget of the parent window.
    public init(_ purpose: Purpose, title: String, parent: Widget) {
        let window = gtk_widget_get_root(parent.widget).map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
        }
        // A native dialog is not a widget, so the reference passes to the caller.
        let action =
            switch purpose {
            case .save: GTK_FILE_CHOOSER_ACTION_SAVE
            case .open: GTK_FILE_CHOOSER_ACTION_OPEN
            }
        guard let dialog = gtk_file_chooser_native_new(title, window, action, nil, nil) else {
            // GLib ends the program if it can't allocate an object.
            preconditionFailure("GLib is out of memory")
        }
        super.init(adopting: UnsafeMutableRawPointer(dialog))
        if case .save(let name) = purpose { gtk_file_chooser_set_current_name(opaque, name) }
        gtk_native_dialog_set_modal(pointer(), 1)
    }

    /// Shows the dialog. `chosen` receives the path, or nil if the user cancelled.
    public func ask(_ chosen: @escaping @MainActor (String?) -> Void) {
        connect("response") { [weak self] arguments in
            guard let self else { return }
            let isAccepted = arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue)
            chosen(isAccepted ? path : nil)
        }
        gtk_native_dialog_show(pointer())
    }

    /// Closes the dialog without an answer.
    public func close() { gtk_native_dialog_destroy(pointer()) }

    private var path: String? {
        guard let file = gtk_file_chooser_get_file(opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
    }
}
