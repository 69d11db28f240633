// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to gtk/gtk.h, with thin inline wrappers where Swift cannot call the library directly: variadic
// functions, type-casting macros and the two hooks of libdispatch that bridge its main queue to a foreign loop.
#pragma once

#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <malloc.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdint.h>
#include <unistd.h>

// libdispatch: private to Apple's CoreFoundation by name, exported on Linux for exactly this use.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

/// A closure whose `data` is released by `notify` when the closure dies.
static inline GClosure *jarvis_closure_new(void *data, GClosureMarshal marshal, GClosureNotify notify) {
    GClosure *closure = g_closure_new_simple(sizeof(GClosure), data);
    g_closure_set_marshal(closure, marshal);
    g_closure_add_finalize_notifier(closure, data, notify);
    return closure;
}

static inline void *jarvis_closure_data(GClosure *closure) { return closure->data; }

static inline void jarvis_object_set_boolean(void *object, const char *property, gboolean value) {
    g_object_set(object, property, value, NULL);
}

static inline void jarvis_object_set_string(void *object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}

static inline gboolean jarvis_object_get_boolean(void *object, const char *property) {
    gboolean value = FALSE;
    g_object_get(object, property, &value, NULL);
    return value;
}

/// The caller frees what it gets.
static inline char *jarvis_object_get_string(void *object, const char *property) {
    char *value = NULL;
    g_object_get(object, property, &value, NULL);
    return value;
}

static inline int jarvis_object_get_integer(void *object, const char *property) {
    int value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

/// A swipe of so many fingers; the number can only be given when it is made.
static inline GtkEventController *jarvis_swipe_gesture_new(guint fingers) {
    return g_object_new(GTK_TYPE_GESTURE_SWIPE, "n-points", fingers, NULL);
}

/// A plain GObject, to carry Swift values by qdata.
static inline GObject *jarvis_plain_object_new(void) { return g_object_new(G_TYPE_OBJECT, NULL); }

static inline GListStore *jarvis_list_store_new(void) { return g_list_store_new(G_TYPE_OBJECT); }

static inline GType jarvis_type_of(void *instance) { return G_TYPE_FROM_INSTANCE(instance); }
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

static inline gboolean jarvis_is_label(void *instance) { return instance && GTK_IS_LABEL(instance); }
static inline gboolean jarvis_is_switch(void *instance) { return instance && GTK_IS_SWITCH(instance); }
static inline gboolean jarvis_is_drop_down(void *instance) { return instance && GTK_IS_DROP_DOWN(instance); }
static inline gboolean jarvis_is_scroller(void *instance) { return instance && GTK_IS_SCROLLED_WINDOW(instance); }
static inline gboolean jarvis_is_editable_field(void *instance) {
    return instance && (GTK_IS_ENTRY(instance) || GTK_IS_SEARCH_ENTRY(instance) || GTK_IS_SCALE(instance));
}
static inline gboolean jarvis_is_button(void *instance) {
    return instance && (GTK_IS_BUTTON(instance) || GTK_IS_SWITCH(instance) || GTK_IS_DROP_DOWN(instance));
}

static inline void jarvis_accessible_set_role(void *accessible, GtkAccessibleRole role) {
    g_object_set(accessible, "accessible-role", role, NULL);
}

static inline void jarvis_accessible_set_text(void *accessible, GtkAccessibleProperty property, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), property, text, -1);
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

// What malloc has handed out and nobody has freed; Swift's view of glibc lacks mallinfo2.
static inline size_t jarvis_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
