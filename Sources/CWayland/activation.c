// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol xdg-activation, version 1, as far as it takes to ask for attention
// (https://wayland.app/protocols/xdg-activation-v1).

#include "CWayland.h"

#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

static const struct wl_interface *no_types[] = {NULL, NULL};

static const struct wl_message token_requests[] = {
    {"set_serial", "uo", no_types}, {"set_app_id", "s", no_types}, {"set_surface", "o", no_types},
    {"commit", "", no_types},       {"destroy", "", no_types},
};
static const struct wl_message token_events[] = {{"done", "s", no_types}};
static const struct wl_interface token_interface = {"xdg_activation_token_v1", 1, 5, token_requests, 1, token_events};
enum { token_commit = 3, token_destroy = 4 };

static const struct wl_interface *token_types[] = {&token_interface};
static const struct wl_message activation_requests[] = {
    {"destroy", "", no_types}, {"get_activation_token", "n", token_types}, {"activate", "so", no_types},
};
static const struct wl_interface activation_interface = {"xdg_activation_v1", 1, 3, activation_requests, 0, NULL};
enum { activation_destroy = 0, activation_get_token = 1, activation_activate = 2 };

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    struct wl_proxy **activation = data;
    (void)version;
    if (*activation == NULL && strcmp(interface, activation_interface.name) == 0) {
        *activation = wl_registry_bind(registry, name, &activation_interface, 1);
    }
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}

static const struct wl_registry_listener registry_listener = {found, gone};

static void done(void *data, struct wl_proxy *proxy, const char *text) {
    char **token = data;
    (void)proxy;
    free(*token);
    *token = strdup(text);
}

static const struct {
    void (*done)(void *, struct wl_proxy *, const char *);
} token_listener = {done};

/// Sends a request without arguments, and forgets the object where that is its end.
static void send_request(struct wl_proxy *proxy, uint32_t request, uint32_t flags) {
    wl_proxy_marshal_flags(proxy, request, NULL, wl_proxy_get_version(proxy), flags);
}

static char *token_of(struct wl_display *display, struct wl_event_queue *queue, struct wl_proxy *activation) {
    char *text = NULL;
    struct wl_proxy *token =
        wl_proxy_marshal_flags(activation, activation_get_token, &token_interface, 1, 0, NULL);
    if (token == NULL) return NULL;
    wl_proxy_add_listener(token, (void (**)(void))&token_listener, &text);
    send_request(token, token_commit, 0);
    wl_display_roundtrip_queue(display, queue);
    send_request(token, token_destroy, WL_MARSHAL_FLAG_DESTROY);
    return text;
}

int jarvis_wayland_ask_for_attention(void *given, void *surface) {
    struct wl_display *display = given;
    struct wl_event_queue *queue = wl_display_create_queue(display);
    if (queue == NULL) return 0;
    struct wl_proxy *activation = NULL;
    char *token = NULL;
    struct wl_display *wrapper = wl_proxy_create_wrapper(display);
    if (wrapper == NULL) {
        wl_event_queue_destroy(queue);
        return 0;
    }
    wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
    struct wl_registry *registry = wl_display_get_registry(wrapper);
    wl_proxy_wrapper_destroy(wrapper);
    if (registry != NULL) {
        wl_registry_add_listener(registry, &registry_listener, &activation);
        wl_display_roundtrip_queue(display, queue);
        if (activation != NULL) {
            token = token_of(display, queue, activation);
            if (token != NULL) {
                wl_proxy_marshal_flags(activation, activation_activate, NULL, 1, 0, token, surface);
                wl_display_flush(display);
            }
            send_request(activation, activation_destroy, WL_MARSHAL_FLAG_DESTROY);
        }
        wl_registry_destroy(registry);
    }
    wl_event_queue_destroy(queue);
    int has_asked = token != NULL;
    free(token);
    return has_asked;
}
