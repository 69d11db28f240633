// SPDX-License-Identifier: GPL-3.0-or-later
// The floor under every figure of scripts/bench: a bare GTK window in C.
//
// usage: floor clear    a GtkGLArea of the window's size that is cleared in every frame
//        floor blank    a label; draws once
//
// Runs until it is ended by a signal.

#include <epoxy/gl.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>

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

static void open_window(GtkApplication *application, gpointer scene) {
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_default_size(GTK_WINDOW(window), 1000, 700);
    gtk_window_set_title(GTK_WINDOW(window), "floor");
    gtk_window_set_child(GTK_WINDOW(window), strcmp(scene, "clear") == 0 ? clearing_area() : gtk_label_new("floor"));
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
    char *scene = count == 2 ? arguments[1] : "";
    if (strcmp(scene, "clear") != 0 && strcmp(scene, "blank") != 0) {
        fprintf(stderr, "usage: floor clear|blank\n");
        return 2;
    }
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(open_window), scene);
    int status = g_application_run(G_APPLICATION(application), 1, arguments);
    g_object_unref(application);
    return status;
}
