// SPDX-License-Identifier: GPL-3.0-or-later
// The scene drawn by OpenGL in a GtkGLArea, as two instanced draws: the floor of the OpenGL tier.

#include "floor.h"
#include <epoxy/gl.h>
#include <math.h>

static const char *spot_vertex =
    "layout(location = 0) in vec4 spot;\n" // x, y, half, gain
    "layout(location = 1) in vec4 color;\n"
    "out vec2 place; flat out vec3 halo; flat out vec3 heart;\n"
    "void main() {\n"
    "    place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;\n"
    "    halo = color.rgb * spot.w * color.a; heart = color.a < 1.0 ? (color.rgb + 0.25) * spot.w : vec3(0.0);\n"
    "    gl_Position = vec4((spot.xy + place * spot.z) / 320.0, 0.0, 1.0);\n"
    "}\n";
static const char *spot_fragment =
    "in vec2 place; flat in vec3 halo; flat in vec3 heart; out vec4 light;\n"
    "void main() {\n"
    "    float r = dot(place, place), wide = max(1.0 - r, 0.0), narrow = max(1.0 - 16.0 * r, 0.0);\n"
    "    wide *= wide; narrow *= narrow;\n"
    "    light = vec4(halo * (wide * wide) + heart * (narrow * narrow), 0.0);\n"
    "}\n";
// A strip of sixteen segments: round the whole circle for a ring, along its length for a bar.
static const char *arc_vertex =
    "layout(location = 0) in vec4 form;\n" // angle, inner, outer, half width (0: a ring)
    "layout(location = 1) in vec4 color;\n" // red, green, blue, reach
    "out vec2 place; flat out vec3 hue; flat out vec4 extent; flat out float inverse;\n"
    "void main() {\n"
    "    float side = float(gl_VertexID & 1), along = float(gl_VertexID >> 1) / 16.0;\n"
    "    float middle = (form.y + form.z) * 0.5, half_length = (form.z - form.y) * 0.5;\n"
    "    vec2 offset; hue = color.rgb; inverse = 1.0 / color.w;\n"
    "    if (form.w > 0.0) {\n"
    "        vec2 axis = vec2(sin(form.x), cos(form.x));\n"
    "        float end = along > 0.0 ? 1.0 : -1.0;\n"
    "        place = vec2((side * 2.0 - 1.0) * (form.w + color.w), end * (half_length + color.w));\n"
    "        offset = axis * (middle + place.y) + vec2(axis.y, -axis.x) * place.x;\n"
    "        extent = vec4(form.w, half_length, 0.0, 1.0);\n"
    "    } else {\n"
    "        float angle = along * 6.2831853;\n"
    "        float inner = max(form.y - color.w, 0.0), outer = (form.z + color.w) * 1.02;\n"
    "        place = offset = vec2(sin(angle), cos(angle)) * mix(inner, outer, side);\n"
    "        extent = vec4(half_length, middle, 0.0, 0.0);\n"
    "    }\n"
    "    gl_Position = vec4(offset / 320.0, 0.0, 1.0);\n"
    "}\n";
static const char *arc_fragment =
    "in vec2 place; flat in vec3 hue; flat in vec4 extent; flat in float inverse; out vec4 light;\n"
    "void main() {\n"
    "    float ring = abs(length(place) - extent.y) - extent.x;\n"
    "    float d = extent.w > 0.5 ? length(max(abs(place) - extent.xy, 0.0)) : ring;\n"
    "    float far = max(d, 0.0) * inverse, glow = max(1.0 - far * far, 0.0);\n"
    "    light = vec4(hue * (clamp(0.5 - d, 0.0, 1.0) * 0.8 + glow * glow * 0.3), 0.0);\n"
    "}\n";

struct instance {
    float a[4], b[4];
};

static GLuint spot_program, arc_program, spot_array, arc_array, spot_buffer, arc_buffer;
static int particles;

static GLuint compiled(GLenum kind, const char *source, gboolean embedded) {
    const char *parts[] = {embedded ? "#version 300 es\nprecision highp float;\n" : "#version 330 core\n", source};
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) g_error("floor: a shader does not compile");
    return shader;
}

static GLuint linked(const char *vertex, const char *fragment, gboolean embedded) {
    GLuint program = glCreateProgram();
    glAttachShader(program, compiled(GL_VERTEX_SHADER, vertex, embedded));
    glAttachShader(program, compiled(GL_FRAGMENT_SHADER, fragment, embedded));
    glLinkProgram(program);
    return program;
}

static void make_array(GLuint *array, GLuint *buffer) {
    glGenVertexArrays(1, array);
    glGenBuffers(1, buffer);
    glBindVertexArray(*array);
    glBindBuffer(GL_ARRAY_BUFFER, *buffer);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(struct instance), (void *)(uintptr_t)(16 * i));
        glVertexAttribDivisor(i, 1);
    }
}

static void realize(GtkGLArea *area) {
    gtk_gl_area_make_current(area);
    if (gtk_gl_area_get_error(area)) return;
    gboolean embedded = gdk_gl_context_get_use_es(gtk_gl_area_get_context(area));
    spot_program = linked(spot_vertex, spot_fragment, embedded);
    arc_program = linked(arc_vertex, arc_fragment, embedded);
    make_array(&spot_array, &spot_buffer);
    make_array(&arc_array, &arc_buffer);
}

static void draw(GLuint program, GLuint array, GLuint buffer, int vertices, const struct instance *instances,
                 int count) {
    glUseProgram(program);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)sizeof *instances * count, instances, GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, count);
}

static int spots(struct instance *to, double seconds) {
    static struct spot all[most_particles];
    scene_spots(all, particles, seconds);
    // The backdrop: two wide ones without a heart.
    to[0] = (struct instance){{0, 0, 340, 0.1f}, {0.2f, 0.65f, 0.95f, 1}};
    to[1] = (struct instance){{-107, 89, 190, 0.05f}, {0.48f, 0.4f, 0.95f, 1}};
    for (int i = 0; i < particles; i++) {
        to[i + 2] = (struct instance){{all[i].x, -all[i].y, all[i].half, all[i].gain}, {0, 0, 0, 0.4f}};
        scene_hue(all[i].hue, to[i + 2].b);
    }
    return particles + 2;
}

static int arcs(struct instance *to, double seconds) {
    float lengths[bar_count], orb = scene_orb(seconds);
    scene_bars(lengths, seconds);
    to[0] = (struct instance){{0, 0, 0, 0}, {0.4f, 0.9f, 1, orb}};
    to[1] = (struct instance){{0, 0, 0, 0}, {1, 1, 1, 30}};
    to[2] = (struct instance){{0, orb - 0.6f, orb + 0.6f, 0}, {0.4f, 0.7f, 1, 30}};
    to[3] = (struct instance){{0, 73.2f, 74.8f, 0}, {0.4f, 0.7f, 1, 14}};
    for (int i = 0; i < bar_count; i++) {
        float angle = ((float)i + 0.5f) / bar_count * 6.2831853f;
        to[i + 4] = (struct instance){{angle, 80, 80 + lengths[i], 2}, {0, 0, 0, 11}};
        scene_bar_color(i, to[i + 4].b);
    }
    return bar_count + 4;
}

static gboolean render(GtkGLArea *area, GdkGLContext *context) {
    (void)area, (void)context;
    static struct instance instances[most_particles + 2];
    double seconds = (double)g_get_monotonic_time() * 1e-6;
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
    draw(spot_program, spot_array, spot_buffer, 4, instances, spots(instances, seconds));
    draw(arc_program, arc_array, arc_buffer, 34, instances, arcs(instances, seconds));
    glDisable(GL_BLEND);
    return TRUE;
}

static gboolean queue_frame(GtkWidget *area, GdkFrameClock *clock, gpointer data) {
    (void)clock, (void)data;
    gtk_gl_area_queue_render(GTK_GL_AREA(area));
    return G_SOURCE_CONTINUE;
}

GtkWidget *area_floor(int count) {
    particles = count;
    GtkWidget *area = gtk_gl_area_new();
    gtk_gl_area_set_auto_render(GTK_GL_AREA(area), FALSE);
    g_signal_connect(area, "realize", G_CALLBACK(realize), NULL);
    g_signal_connect(area, "render", G_CALLBACK(render), NULL);
    gtk_widget_add_tick_callback(area, queue_frame, NULL, NULL);
    return area;
}
