// SPDX-License-Identifier: GPL-3.0-or-later
// A multi-line field for writing and sending text. Inserted text is checked before the toolkit lays it out, because a
// paragraph of megabytes would take it seconds.

import CGtk
import GioKit

/// A field that grows from one line to five and scrolls beyond that. Enter sends, Shift+Enter starts a new line, Tab
/// leaves.
@MainActor
public final class TextComposer {
    /// The field together with its placeholder; has the CSS class "composer".
    public let root: Widget
    /// The widget that receives the keyboard focus.
    public let field: Widget
    /// Called when Enter is pressed.
    public var onSend: (@MainActor () -> Void)?
    public var onChange: (@MainActor () -> Void)?
    /// Called when an insertion was refused, with the number of characters that the text would have had.
    public var onRefusal: (@MainActor (_ characters: Int) -> Void)?
    /// Called for Up in the first displayed line, and for Down in the last; returns whether it has handled the key.
    public var onEdge: (@MainActor (_ isUp: Bool) -> Bool)?
    /// Called for the right arrow at the end of the text; returns whether it has handled the key.
    public var onForward: (@MainActor () -> Bool)?

    /// The most lines visible without scrolling.
    private static let mostLines = 5
    private let maximumCharacters: Int
    private let margin: (horizontal: Int, vertical: Int)
    private let scroller: ScrolledWindow
    private let hint: Label
    private let buffer: GObjectRef
    private let keys = KeyController()
    /// True while an input method shows text that it has not committed.
    private var isComposing = false

    /// - Parameters:
    ///   - margin: The space beside the text, and above and below it, in logical pixels.
    ///   - maximumCharacters: The longest text; an insertion that would exceed this is refused as a whole.
    public init(
        placeholder: String, accessibleLabel: String, margin: (horizontal: Int, vertical: Int), maximumCharacters: Int
    ) {
        self.margin = margin
        self.maximumCharacters = maximumCharacters
        field = Widget(gtk_text_view_new())
        buffer = GObjectRef(retaining: UnsafeMutableRawPointer(gtk_text_view_get_buffer(field.pointer())))
        hint = Label(placeholder, classes: ["composer-hint"])
        scroller = ScrolledWindow(field)
        let layers = Overlay(scroller)
        root = layers
        gtk_text_view_set_wrap_mode(field.pointer(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(field.pointer(), 0)
        // Set as margins of the field: the toolkit considers these when it scrolls, but not the padding in a style
        // sheet.
        gtk_text_view_set_left_margin(field.pointer(), gint(margin.horizontal))
        gtk_text_view_set_right_margin(field.pointer(), gint(margin.horizontal))
        gtk_text_view_set_top_margin(field.pointer(), gint(margin.vertical))
        gtk_text_view_set_bottom_margin(field.pointer(), gint(margin.vertical))
        field.setAccessibleLabel(accessibleLabel)
        jarvis_accessible_set_text(field.raw, GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, placeholder)
        jarvis_accessible_set_multiline(field.raw)
        hint.setRole(.none)
        hint.ellipsizes()
        hint.setTextAlignment(0)
        hint.align(vertical: .start)
        hint.margins(
            top: margin.vertical, bottom: margin.vertical, start: margin.horizontal, end: margin.horizontal)
        hint.receivesPointer = false
        layers.addLayer(hint)
        layers.addClass("composer")
        scroller.growsWithContent()
        connect()
    }

    public var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer.pointer(), &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer.pointer(), &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { gtk_text_buffer_set_text(buffer.pointer(), newValue, -1) }
    }

    /// True if the cursor is at the end and nothing is selected.
    public var isAtEnd: Bool {
        var cursor = self.cursor
        return gtk_text_buffer_get_has_selection(buffer.pointer()) == 0 && gtk_text_iter_is_end(&cursor) != 0
    }

    public func moveToEnd() {
        var end = GtkTextIter()
        gtk_text_buffer_get_end_iter(buffer.pointer(), &end)
        gtk_text_buffer_place_cursor(buffer.pointer(), &end)
        gtk_text_view_scroll_mark_onscreen(field.pointer(), gtk_text_buffer_get_insert(buffer.pointer()))
    }

    /// Discards the text that the input method has not committed.
    /// - Returns: False if there was none.
    public func dropComposition() -> Bool {
        guard isComposing else { return false }
        gtk_text_view_reset_im_context(field.pointer())
        return true
    }

    private var cursor: GtkTextIter {
        var cursor = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(
            buffer.pointer(), &cursor, gtk_text_buffer_get_insert(buffer.pointer()))
        return cursor
    }

    private func connect() {
        buffer.connect("insert-text") { [weak self] arguments in
            guard let self, let inserted = arguments.characters(text: 2, bytes: 3) else { return }
            let characters = Int(gtk_text_buffer_get_char_count(buffer.pointer())) + inserted
            guard characters > maximumCharacters else { return }
            g_signal_stop_emission_by_name(buffer.raw, "insert-text")
            onRefusal?(characters)
        }
        field.connect("paste-clipboard") { [weak self] _ in
            guard let self else { return }
            g_signal_stop_emission_by_name(field.raw, "paste-clipboard")
            Task { [weak self] in
                if let text = try? await DisplayClipboard.text() { self?.replaceSelection(with: text) }
            }
        }
        buffer.on("changed") { [weak self] in
            guard let self else { return }
            showHint()
            fit()
            onChange?()
        }
        // The toolkit scrolls slowly to a new line even while the field grows by it, so stay at the top while all lines
        // fit.
        scroller.verticalAdjustment.on("value-changed") { [weak self] in
            guard let self else { return }
            let (value, _, upper) = scroller.verticalExtent
            if value > 0, upper <= Double(scroller.height) { scroller.scroll(toVertical: 0) }
        }
        field.connect("preedit-changed") { [weak self] arguments in
            self?.isComposing = arguments.text(1)?.isEmpty == false
            self?.showHint()
        }
        // Before this, the font size is unknown.
        field.connect("map", after: true) { [weak self] _ in self?.fit() }
        // Capture the keys, since the field's own shortcuts would otherwise take precedence.
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        field.add(keys)
    }

    /// Replaces the selection with a text, after checking its length: the toolkit would delete the selection before
    /// refusing a text that is too long.
    private func replaceSelection(with text: String) {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_selection_bounds(buffer.pointer(), &start, &end)
        let kept =
            gtk_text_buffer_get_char_count(buffer.pointer()) + gtk_text_iter_get_offset(&start)
            - gtk_text_iter_get_offset(&end)
        let characters = Int(kept) + text.unicodeScalars.count
        guard characters <= maximumCharacters else {
            onRefusal?(characters)
            return
        }
        gtk_text_buffer_begin_user_action(buffer.pointer())
        gtk_text_buffer_delete_selection(buffer.pointer(), 1, 1)
        gtk_text_buffer_insert_interactive_at_cursor(buffer.pointer(), text, -1, 1)
        gtk_text_buffer_end_user_action(buffer.pointer())
        gtk_text_view_scroll_mark_onscreen(field.pointer(), gtk_text_buffer_get_insert(buffer.pointer()))
    }

    private func showHint() {
        hint.isVisible = gtk_text_buffer_get_char_count(buffer.pointer()) == 0 && !isComposing
    }

    private func fit() {
        guard let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(field.widget), nil, nil) else {
            return
        }
        defer { pango_font_metrics_unref(metrics) }
        let line = (pango_font_metrics_get_height(metrics) + PANGO_SCALE - 1) / PANGO_SCALE
        let room = 2 * gint(margin.vertical)
        let most = line * gint(Self.mostLines) + room
        guard gtk_scrolled_window_get_max_content_height(scroller.opaque) != most else { return }
        // Reset the minimum first, since it must not exceed the maximum at any time; even without a measurement it is
        // one line.
        gtk_scrolled_window_set_min_content_height(scroller.opaque, -1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, most)
        gtk_scrolled_window_set_min_content_height(scroller.opaque, line + room)
    }

    /// Handles a key, unless the input method does: Enter may commit its text, and the arrows may select in its list.
    private func take(_ press: KeyPress) -> Bool {
        let isSending = press.activates && press.key != KeyPress.space && press.isPlain
        let isUp = press.key == KeyPress.up
        let isMoving = press.isPlain && (isUp || press.key == KeyPress.down || press.key == KeyPress.right)
        guard isSending || isMoving else { return false }
        if let event = gtk_event_controller_get_current_event(keys.opaque),
            gtk_text_view_im_context_filter_keypress(field.pointer(), event) != 0
        {
            return true
        }
        if isSending {
            onSend?()
            return true
        }
        if press.key == KeyPress.right { return isAtEnd && onForward?() ?? false }
        return isAtEdge(isUp) && onEdge?(isUp) ?? false
    }

    /// True if the cursor is in the first or the last line; in a long paragraph, displayed lines count.
    private func isAtEdge(_ isUp: Bool) -> Bool {
        var (cursor, edge) = (self.cursor, GtkTextIter())
        if isUp {
            gtk_text_buffer_get_start_iter(buffer.pointer(), &edge)
        } else {
            gtk_text_buffer_get_end_iter(buffer.pointer(), &edge)
        }
        guard gtk_text_iter_get_line(&cursor) == gtk_text_iter_get_line(&edge) else { return false }
        var (own, other) = (GdkRectangle(), GdkRectangle())
        gtk_text_view_get_iter_location(field.pointer(), &cursor, &own)
        gtk_text_view_get_iter_location(field.pointer(), &edge, &other)
        return own.y == other.y
    }
}
