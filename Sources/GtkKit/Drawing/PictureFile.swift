// SPDX-License-Identifier: GPL-3.0-or-later
// Picture files, as GTK reads them through gdk-pixbuf, whose formats are modules that may be missing. Needs no display.

import CGtk

/// Reads picture files.
public enum PictureFile {
    /// True if the file exists and its format can be read.
    public static func isReadable(_ path: String) -> Bool {
        guard let picture = gdk_pixbuf_new_from_file(path, nil) else { return false }
        g_object_unref(UnsafeMutableRawPointer(picture))
        return true
    }
}
