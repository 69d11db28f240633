// SPDX-License-Identifier: GPL-3.0-or-later
// libsecret for Swift: keys in the desktop's Secret Service.

#ifndef JARVIS_CSECRET_SHIM_H
#define JARVIS_CSECRET_SHIM_H

#include <libsecret/secret.h>

/* A schema is a struct with an array that Swift would have to fill by hand. */
static const SecretSchema jarvis_secret_schema = {
    "io.github.jarvis.ServerKey", SECRET_SCHEMA_NONE,
    {{"server", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, SECRET_SCHEMA_ATTRIBUTE_STRING}},
};

/* Each takes the one attribute of the schema; the plain calls are variadic, which Swift refuses. */
static inline gchar *jarvis_secret_lookup(const char *server, GError **error) {
    return secret_password_lookup_sync(&jarvis_secret_schema, NULL, error, "server", server, NULL);
}

static inline gboolean jarvis_secret_store(const char *server, const char *label, const char *key, GError **error) {
    return secret_password_store_sync(&jarvis_secret_schema, SECRET_COLLECTION_DEFAULT, label, key, NULL, error,
                                      "server", server, NULL);
}

/* False without an error: there was none. */
static inline gboolean jarvis_secret_clear(const char *server, GError **error) {
    return secret_password_clear_sync(&jarvis_secret_schema, NULL, error, "server", server, NULL);
}

/* How many keys there are, locked ones included; nothing is unlocked for it. */
static inline guint jarvis_secret_count(GError **error) {
    GHashTable *all = g_hash_table_new(g_str_hash, g_str_equal);
    GList *found = secret_password_searchv_sync(&jarvis_secret_schema, all, SECRET_SEARCH_ALL, NULL, error);
    guint count = g_list_length(found);
    g_list_free_full(found, g_object_unref);
    g_hash_table_unref(all);
    return count;
}

/* Removes every key of the schema. False without an error: there was none. */
static inline gboolean jarvis_secret_clear_all(GError **error) {
    GHashTable *all = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean cleared = secret_password_clearv_sync(&jarvis_secret_schema, all, NULL, error);
    g_hash_table_unref(all);
    return cleared;
}

#endif
