// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of GLib, GObject and GIO, with thin inline wrappers where Swift cannot call them directly: variadic
// functions, type-casting macros and the two hooks of libdispatch that bridge its main queue to a foreign loop.
#pragma once

#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

// Settings that are kept in memory only; its header refuses those who do not write a backend of their own.
extern GSettingsBackend *g_memory_settings_backend_new(void);
extern GSettingsBackend *g_settings_backend_get_default(void);

/// Whether settings outlive the program: GIO falls back to memory where nothing is installed that keeps them.
static inline gboolean jarvis_settings_are_kept(void) {
    GSettingsBackend *backend = g_settings_backend_get_default();
    const char *name = G_OBJECT_TYPE_NAME(backend);
    gboolean is_kept = g_strcmp0(name, "GMemorySettingsBackend") != 0 && g_strcmp0(name, "GNullSettingsBackend") != 0;
    g_object_unref(backend);
    return is_kept;
}

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

/// A plain GObject, to carry Swift values by qdata.
static inline GObject *jarvis_plain_object_new(void) { return g_object_new(G_TYPE_OBJECT, NULL); }

static inline GListStore *jarvis_list_store_new(void) { return g_list_store_new(G_TYPE_OBJECT); }

static inline GType jarvis_type_of(void *instance) { return G_TYPE_FROM_INSTANCE(instance); }

/// What a launched program does before it becomes itself: it leads a session of its own and gets no signal setting of
/// ours. Only calls that are allowed between fork and exec.
static inline void jarvis_begin_session(gpointer unused) {
    (void)unused;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    setsid();
}

// Bytes that malloc has handed out and that are not freed; Swift's view of glibc lacks mallinfo2.
static inline size_t jarvis_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
