// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of gtk/gtk.h, with thin inline wrappers where Swift cannot call the library directly: variadic
// functions and type-casting macros. GLib and GIO belong to CGio: included first, so that their types have one owner.
#pragma once

#include "../CGio/shim.h"

#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <gtk/gtk.h>
#include <libintl.h>
#include <locale.h>

/// Where the catalogue of a domain is; its texts come in UTF-8 whatever the locale's encoding. GTK sets the locale when it
/// starts, but a program without a window has texts before that, or without it.
static inline gboolean jarvis_bind_catalogue(const char *domain, const char *folder) {
    setlocale(LC_MESSAGES, "");
    return bindtextdomain(domain, folder) && bind_textdomain_codeset(domain, "UTF-8");
}

/// A swipe with this many fingers; the number can only be set when it is made.
static inline GtkEventController *jarvis_swipe_gesture_new(guint fingers) {
    return g_object_new(GTK_TYPE_GESTURE_SWIPE, "n-points", fingers, NULL);
}

/// The type of texts, a macro that Swift does not see.
static inline GType jarvis_type_of_text(void) { return G_TYPE_STRING; }

static inline gboolean jarvis_is_editable(void *instance) { return instance && GTK_IS_EDITABLE(instance); }
static inline gboolean jarvis_is_text(void *instance) {
    return instance && (GTK_IS_TEXT(instance) || GTK_IS_TEXT_VIEW(instance));
}
/// The desktop's resolution for text in 1024ths of a dot per inch, with its text scaling; −1: not set.
static inline gint jarvis_text_resolution(void) {
    gint resolution = -1;
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_get(settings, "gtk-xft-dpi", &resolution, NULL);
    return resolution;
}

static inline void jarvis_set_text_resolution(gint resolution) {
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) g_object_set(settings, "gtk-xft-dpi", resolution, NULL);
}

/// The desktop's own resolution counts again.
static inline void jarvis_reset_text_resolution(void) {
    GtkSettings *settings = gtk_settings_get_default();
    if (settings) gtk_settings_reset_property(settings, "gtk-xft-dpi");
}

static inline gboolean jarvis_is_label(void *instance) { return instance && GTK_IS_LABEL(instance); }
static inline gboolean jarvis_is_switch(void *instance) { return instance && GTK_IS_SWITCH(instance); }
static inline gboolean jarvis_is_drop_down(void *instance) { return instance && GTK_IS_DROP_DOWN(instance); }
static inline gboolean jarvis_is_scroller(void *instance) { return instance && GTK_IS_SCROLLED_WINDOW(instance); }
static inline gboolean jarvis_is_editable_field(void *instance) {
    return instance && (GTK_IS_ENTRY(instance) || GTK_IS_SEARCH_ENTRY(instance) || GTK_IS_TEXT_VIEW(instance) ||
                        GTK_IS_SCALE(instance));
}
static inline gboolean jarvis_is_button(void *instance) {
    return instance && (GTK_IS_BUTTON(instance) || GTK_IS_SWITCH(instance) || GTK_IS_DROP_DOWN(instance));
}

static inline void jarvis_accessible_set_role(void *accessible, GtkAccessibleRole role) {
    g_object_set(accessible, "accessible-role", role, NULL);
}

/// GTK has no getter for the name of a control, so a copy stays with it.
static inline void jarvis_accessible_set_text(void *accessible, GtkAccessibleProperty property, const char *text) {
    if (property == GTK_ACCESSIBLE_PROPERTY_LABEL)
        g_object_set_data_full(G_OBJECT(accessible), "jarvis-label", g_strdup(text), g_free);
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), property, text, -1);
}

/// The name that `jarvis_accessible_set_text` has set; NULL: none.
static inline const char *jarvis_accessible_label(void *accessible) {
    return g_object_get_data(G_OBJECT(accessible), "jarvis-label");
}

/// Presses a control as a click does; FALSE: it can't be pressed.
static inline gboolean jarvis_press(void *widget) {
    if (!GTK_IS_BUTTON(widget)) return gtk_widget_activate(GTK_WIDGET(widget));
    g_signal_emit_by_name(widget, "clicked");
    return TRUE;
}

static inline void jarvis_accessible_set_selected(void *accessible, int selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

static inline void jarvis_accessible_set_checked(void *accessible, int checked) {
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_CHECKED,
        checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

static inline void jarvis_accessible_set_multiline(void *accessible) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_MULTI_LINE, TRUE, -1);
}

static inline void jarvis_accessible_set_value(
    void *accessible, double now, double lowest, double highest, const char *text) {
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, lowest,
        GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, highest, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static inline void jarvis_accessible_set_relation(
    void *accessible, GtkAccessibleRelation relation, void *other) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(accessible), relation, other, NULL, -1);
}
