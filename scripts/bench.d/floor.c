// SPDX-License-Identifier: GPL-3.0-or-later
// The floor under every figure of scripts/bench: a bare GTK window in C.
//
// usage: floor clear               a GtkGLArea of the window's size that is cleared in every frame
//        floor blank               a label; draws once
//        floor raster [PARTICLES]  the scene in a field of 640 x 640, drawn by plain C, as a cairo node
//        floor area [PARTICLES]    the same by OpenGL in a GtkGLArea, as two instanced draws
//
// Runs until it is ended by a signal.

#include "floor.h"
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int particles = 300;

static gboolean render(GtkGLArea *area, GdkGLContext *context, gpointer data) {
    (void)area, (void)context, (void)data;
    glClearColor(0.0f, 0.1f, 0.15f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    return TRUE;
}

static gboolean queue_frame(GtkWidget *area, GdkFrameClock *clock, gpointer data) {
    (void)clock, (void)data;
    gtk_gl_area_queue_render(GTK_GL_AREA(area));
    return G_SOURCE_CONTINUE;
}

static GtkWidget *clearing_area(void) {
    GtkWidget *area = gtk_gl_area_new();
    gtk_gl_area_set_auto_render(GTK_GL_AREA(area), FALSE);
    g_signal_connect(area, "render", G_CALLBACK(render), NULL);
    gtk_widget_add_tick_callback(area, queue_frame, NULL, NULL);
    return area;
}

// The animated field of JARVIS: 640 x 640 in the middle.
static GtkWidget *in_field(GtkWidget *area) {
    gtk_widget_set_size_request(area, field_side, field_side);
    gtk_widget_set_halign(area, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(area, GTK_ALIGN_CENTER);
    return area;
}

static GtkWidget *content(const char *scene) {
    if (strcmp(scene, "clear") == 0) return clearing_area();
    if (strcmp(scene, "raster") == 0) return in_field(raster_floor(particles));
    if (strcmp(scene, "area") == 0) return in_field(area_floor(particles));
    return gtk_label_new("floor");
}

static void open_window(GtkApplication *application, gpointer scene) {
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
    gtk_window_set_title(GTK_WINDOW(window), "floor");
    gtk_window_set_child(GTK_WINDOW(window), content(scene));
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
    static const char *scenes[] = {"blank", "clear", "raster", "area"};
    char *scene = count > 1 ? arguments[1] : "";
    gboolean known = FALSE;
    for (size_t i = 0; i < G_N_ELEMENTS(scenes); i++) known |= strcmp(scene, scenes[i]) == 0;
    if (count > 2) particles = atoi(arguments[2]);
    if (!known || count > 3 || particles < 0 || particles > most_particles) {
        fprintf(stderr, "usage: floor blank|clear|raster [PARTICLES]|area [PARTICLES]\n");
        return 2;
    }
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(open_window), scene);
    int status = g_application_run(G_APPLICATION(application), 1, arguments);
    g_object_unref(application);
    return status;
}
