// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses the display's clipboard, which holds the last content that any program has copied. Main thread only; nothing
// blocks.

import CGtk
import GioKit

/// The text on the default display's clipboard.
@MainActor
public enum DisplayClipboard {
    /// The reason why there is no text.
    public enum Failure: Error, Hashable {
        /// The program has no display.
        case noDisplay
        /// The clipboard holds something other than text.
        case notText
        /// The program that owns the content did not deliver it. With GTK's message.
        case notGiven(String)
        /// Wayland forbids it: only the program with the focused window may read the clipboard, and it may write only
        /// after a key press or click in that window.
        case outOfReach
    }

    /// The longest wait for the program that owns the text, which may hang.
    private static let limitMilliseconds = 3_000

    /// The text that was copied last; nil if nothing has been copied.
    public static func text() async throws(Failure) -> String? {
        guard let clipboard = clipboard() else { throw .noDisplay }
        // Without the focus, GTK would return the content from when one of our windows last had it.
        guard !WaylandDisplay.isInUse || hasFocus else { throw .outOfReach }
        let formats = gdk_clipboard_get_formats(clipboard)
        var (types, kinds): (gsize, gsize) = (0, 0)
        _ = gdk_content_formats_get_gtypes(formats, &types)
        _ = gdk_content_formats_get_mime_types(formats, &kinds)
        guard types + kinds > 0 else { return nil }
        // If another program has copied a picture, GTK would return an empty text.
        let isText =
            gdk_content_formats_contain_gtype(formats, jarvis_type_of_text()) != 0
            || gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
            || gdk_content_formats_contain_mime_type(formats, "text/plain") != 0
        guard isText else { throw .notText }
        let cancellable = GObjectRef(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        let timer = LoopTimer.once(milliseconds: limitMilliseconds) { g_cancellable_cancel(cancellable.pointer()) }
        let result: Result<String?, Failure> = await withCheckedContinuation { continuation in
            gdk_clipboard_read_text_async(
                clipboard, cancellable.pointer(), textCame,
                Unmanaged.passRetained(TextBox(continuation)).toOpaque())
        }
        timer.cancel()
        return try result.get()
    }

    /// Copies a text; it stays available only while this program runs.
    public static func setText(_ text: String) throws(Failure) {
        guard let clipboard = clipboard() else { throw .noDisplay }
        // Check this first, since a refusal is not reported: GTK would believe that it owns the clipboard, and miss the
        // content that others copy.
        guard !WaylandDisplay.isInUse || (hasFocus && !pressedWindows.isEmpty) else { throw .outOfReach }
        gdk_clipboard_set_text(clipboard, text)
    }

    /// Waits until another program, such as a clipboard manager, has taken over the text, which is lost when this
    /// program ends.
    public static func waitUntilTaken(within limit: Duration, clock: ContinuousClock = ContinuousClock()) async {
        let deadline = clock.now + limit
        while let clipboard = clipboard(), gdk_clipboard_is_local(clipboard) != 0, clock.now < deadline {
            try? await clock.sleep(for: .milliseconds(250))
        }
    }

    /// The windows that have kept the focus since a key or button was last pressed in them.
    static var pressedWindows: Set<Int> = []

    private static var hasFocus: Bool {
        guard let windows = gtk_window_get_toplevels() else { return false }
        return (0..<g_list_model_get_n_items(windows)).contains { index in
            guard let window = g_list_model_get_item(windows, index) else { return false }
            defer { g_object_unref(window) }
            return gtk_window_is_active(window.assumingMemoryBound(to: GtkWindow.self)) != 0
        }
    }

    private static func clipboard() -> OpaquePointer? {
        gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
    }
}

private final class TextBox: Sendable {
    let continuation: CheckedContinuation<Result<String?, DisplayClipboard.Failure>, Never>

    init(_ continuation: CheckedContinuation<Result<String?, DisplayClipboard.Failure>, Never>) {
        self.continuation = continuation
    }
}

private let textCame: GAsyncReadyCallback = { source, result, data in
    guard let data else { return }
    let box = Unmanaged<TextBox>.fromOpaque(data).takeRetainedValue()
    var error: UnsafeMutablePointer<GError>?
    let text = source.flatMap { gdk_clipboard_read_text_finish(OpaquePointer($0), result, &error) }
    defer {
        g_free(text)
        if let error { g_error_free(error) }
    }
    if let text { return box.continuation.resume(returning: .success(String(cString: text))) }
    let isOther = error.map {
        $0.pointee.domain == g_io_error_quark() && Int64($0.pointee.code) == Int64(G_IO_ERROR_NOT_SUPPORTED.rawValue)
    }
    let words = error?.pointee.message.map { String(cString: $0) } ?? ""
    box.continuation.resume(returning: .failure(isOther == true ? .notText : .notGiven(words)))
}
