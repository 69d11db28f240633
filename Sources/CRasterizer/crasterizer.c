// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up: places particles on their orbits, turns arcs into shapes and rows, and hands the rows to the inner loops.
#include "crasterizer.h"
#include "internal.h"
#include <string.h>
#pragma clang fp contract(off)

enum { widest_sprite = 4096, longest_radius = 1024 };

struct canvas {
    crasterizer_target target;
    const crasterizer_view *view;
    const struct kernels *kernels;
    // Dither by pixel, twice: as 0…1 and as four equal 0…63 channels; long enough for a row from any start.
    float *noise;
    uint64_t *noise_channels;
};

// Sine of an angle in turns; error below 2e-8. Plain arithmetic instead of the C library's, whose last bit differs
// between processors.
static double sine(double turns) {
    double t = turns - (double)(int64_t)turns;
    t = t < 0 ? t + 1 : t;
    double sign = 1;
    if (t >= 0.5) { t -= 0.5; sign = -1; }
    if (t > 0.25) t = 0.5 - t;
    double x = t * 6.283185307179586, y = x * x;
    double p = 1 - y / 110 * (1 - y / 156);
    p = 1 - y / 72 * p;
    p = 1 - y / 42 * p;
    p = 1 - y / 20 * p;
    p = 1 - y / 6 * p;
    return sign * x * p;
}
static double cosine(double turns) { return sine(turns + 0.25); }

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }
static int floor_int(float value) { int i = (int)value; return (float)i > value ? i - 1 : i; }
static float square_root(float value) { return __builtin_sqrtf(value); }
static uint64_t channels(float blue, float green, float red) {
    return (uint64_t)(uint16_t)blue | (uint64_t)(uint16_t)green << 16 | (uint64_t)(uint16_t)red << 32;
}
// Where the dither of pixel (x, y) begins in the tables: 49 (x + s y) = 49 x + 37 y modulo 64 for s = 5.
// Every record of a table starts elsewhere, so that the rounding of overlapping ones does not add up.
static int dither_start(int x, int y, int record) { return (x + 5 * y + 23 * record) & (dither_period - 1); }

static void draw_sprite(const struct canvas *c, int record, float x, float y, float half, float red, float green,
                        float blue) {
    const crasterizer_target *t = &c->target;
    int x0 = clamp(floor_int(x - half), 0, t->width), x1 = clamp(floor_int(x + half) + 1, 0, t->width);
    int y0 = clamp(floor_int(y - half), 0, t->height), y1 = clamp(floor_int(y + half) + 1, 0, t->height);
    int width = x1 - x0;
    if (width <= 0 || y1 <= y0 || width > widest_sprite) return;
    static _Thread_local uint64_t profile[widest_sprite + 16];
    float inverse = 1 / half;
    // 8.6 fixed point; a heart may be four times as bright as white before its falloff.
    red = (red > 3.9f ? 3.9f : red) * 16320;
    green = (green > 3.9f ? 3.9f : green) * 16320;
    blue = (blue > 3.9f ? 3.9f : blue) * 16320;
    float peak = red > green ? red : green;
    peak = peak > blue ? peak : blue;
    c->kernels->sprite_profile(profile, width, (float)x0 + 0.5f - x, inverse, blue, green, red);
    memset(profile + width, 0, 8 * sizeof *profile);
    for (int j = y0; j < y1; j++) {
        float u = ((float)j + 0.5f - y) * inverse, f = 1 - u * u;
        f = f < 0 ? 0 : f;
        f *= f;
        f *= f;
        // Below one unit of the fixed point nothing would change.
        if (f * peak < 1) continue;
        c->kernels->sprite_row(t->pixels + j * t->stride + x0 * 4, width, profile, (uint16_t)(f * 65535),
                               c->noise_channels + dither_start(x0, j, record));
    }
}

static void draw_particle(const struct canvas *c, int record, const crasterizer_particle *p) {
    const crasterizer_view *v = c->view;
    double angle = (double)p->phase + (double)p->laps * (double)v->orbit_turn;
    float a = (float)cosine(angle), b = (float)sine(angle);
    float swell = 1 + v->wobble * (float)sine(angle * 2 + (double)p->phase * 7);
    float radius = p->radius * swell;
    float x = radius * (p->node_cosine * a - p->node_sine * b * p->inclination_cosine);
    float y = radius * (p->node_sine * a + p->node_cosine * b * p->inclination_cosine);
    float depth = p->laps == 0 ? 0 : b * p->inclination_sine;
    // Sprites that never move are the backdrop: they grow with the field instead.
    float field = (v->field_x < v->field_y ? v->field_x : v->field_y) / 320;
    float half = p->half_size * (p->laps == 0 ? field : v->scale * v->particle_size * (1 + 0.3f * depth));
    float gain = p->gain * (p->laps == 0 ? 1 : v->particle_gain) * (1 + 0.45f * depth);
    if (p->laps == 0) {
        // Never shaken nor tinted, so that a renderer may keep its picture.
        float cx = (float)(int)(v->width * 0.5f), cy = (float)(int)(v->height * 0.5f);
        draw_sprite(c, record, cx + x * v->field_x, cy + y * v->field_y, half, p->red * gain, p->green * gain,
                    p->blue * gain);
        return;
    }
    float luma = (p->red + p->green + p->blue) * 0.5f * v->tint_amount, keep = 1 - v->tint_amount;
    float red = (p->red * keep + v->tint_red * luma) * gain;
    float green = (p->green * keep + v->tint_green * luma) * gain;
    float blue = (p->blue * keep + v->tint_blue * luma) * gain;
    x = v->centre_x + x * v->field_x;
    y = v->centre_y + y * v->field_y;
    // A wide dim halo and a small bright heart, a quarter of its size and whiter.
    draw_sprite(c, record, x, y, half, red * 0.4f, green * 0.4f, blue * 0.4f);
    float white = gain * 0.25f;
    draw_sprite(c, record, x, y, half * 0.25f, red + white, green + white, blue + white);
}

// The rows and columns that a shape can reach, and its drawing.
static void draw_shape(const struct canvas *c, int record, const crasterizer_arc *arc) {
    const crasterizer_view *v = c->view;
    const crasterizer_target *t = &c->target;
    float k = v->visual_scale, cx = v->centre_x - 0.5f, cy = v->centre_y - 0.5f;
    float feather = arc->feather * k < 1 ? 1 : arc->feather * k;
    float reach = arc->glow > 0 ? feather : 1;
    struct shape s = {
        .is_bar = arc->half_width > 0, .centre_x = cx,
        .middle = (arc->r0 + arc->r1) * 0.5f * k, .corner = 1.5f,
        .inverse_feather = 1 / feather, .gain = arc->gain, .glow = arc->glow,
        .red = arc->red * 255, .green = arc->green * 255, .blue = arc->blue * 255,
    };
    float x_low, x_high, y_low, y_high;
    float inner = 0, outer = 0;
    if (s.is_bar) {
        s.half = arc->half_width * k;
        s.half_length = (arc->r1 - arc->r0) * 0.5f * k;
        s.ax = (float)sine(arc->angle0);
        s.ay = -(float)cosine(arc->angle0);
        float mx = cx + s.ax * s.middle, my = cy + s.ay * s.middle;
        float ux = s.ax < 0 ? -s.ax : s.ax, uy = s.ay < 0 ? -s.ay : s.ay;
        float w = ux * (s.half_length + reach) + uy * (s.half + reach);
        float h = uy * (s.half_length + reach) + ux * (s.half + reach);
        x_low = mx - w; x_high = mx + w; y_low = my - h; y_high = my + h;
    } else {
        s.half = (arc->r1 - arc->r0) * 0.5f * k;
        s.half_length = 0;
        s.ax = (float)cosine(arc->angle0); s.ay = (float)sine(arc->angle0);
        s.bx = -(float)cosine(arc->angle1); s.by = -(float)sine(arc->angle1);
        inner = arc->r0 * k - reach; outer = arc->r1 * k + reach;
        // The box of the two ends and of every axis the sector crosses.
        x_low = y_low = 1e9f; x_high = y_high = -1e9f;
        for (int i = 0; i < 6; i++) {
            double angle = i == 0 ? arc->angle0 : i == 1 ? arc->angle1 : (double)(floor_int(arc->angle0 * 4) + i - 1) / 4;
            if (i > 1 && angle >= (double)arc->angle1) break;
            float dx = (float)sine(angle), dy = -(float)cosine(angle);
            for (int side = 0; side < 2; side++) {
                float r = (side ? arc->r1 : arc->r0) * k, x = cx + dx * r, y = cy + dy * r;
                x_low = x < x_low ? x : x_low; x_high = x > x_high ? x : x_high;
                y_low = y < y_low ? y : y_low; y_high = y > y_high ? y : y_high;
            }
        }
        x_low -= reach; x_high += reach; y_low -= reach; y_high += reach;
    }
    int x0 = clamp(floor_int(x_low), 0, t->width), x1 = clamp(floor_int(x_high) + 2, 0, t->width);
    int y0 = clamp(floor_int(y_low), 0, t->height), y1 = clamp(floor_int(y_high) + 2, 0, t->height);
    for (int y = y0; y < y1; y++) {
        float py = (float)y - cy;
        int a = x0, b = x1;
        if (s.is_bar) {
            // |py ax - px ay| <= reach and |px ax + py ay - middle| <= reach, solved for px
            float across = s.half + reach, along = s.half_length + reach;
            float low = -1e9f, high = 1e9f;
            if (s.ay > 0.01f || s.ay < -0.01f) {
                float p = (py * s.ax - across) / s.ay, q = (py * s.ax + across) / s.ay;
                low = p < q ? p : q; high = p < q ? q : p;
            }
            if (s.ax > 0.01f || s.ax < -0.01f) {
                float p = (s.middle - py * s.ay - along) / s.ax, q = (s.middle - py * s.ay + along) / s.ax;
                float l = p < q ? p : q, h = p < q ? q : p;
                low = l > low ? l : low; high = h < high ? h : high;
            }
            low += cx; high += cx;
            if (low > (float)a) a = clamp(floor_int(low < 1e6f ? low : 1e6f), x0, x1);
            if (high < (float)b) b = clamp(floor_int(high > -1e6f ? high : -1e6f) + 2, x0, x1);
        } else {
            float room = outer * outer - py * py;
            if (room <= 0) continue;
            float w = square_root(room);
            a = clamp(floor_int(cx - w), x0, x1);
            b = clamp(floor_int(cx + w) + 2, x0, x1);
            float hole = inner > 0 ? inner * inner - py * py : 0;
            if (hole > 0) {
                float g = square_root(hole);
                int h0 = clamp(floor_int(cx - g) + 2, a, b), h1 = clamp(floor_int(cx + g), a, b);
                if (h1 - h0 > 8) {
                    // Up to this pixel; a vector that starts before it may end after it, so step over whole vectors.
                    int end = a + ((h0 - a) + 7) / 8 * 8;
                    if (end < h1) {
                        c->kernels->shape_row(t->pixels + y * t->stride, a, end, py, &s, c->noise + dither_start(a, y, record));
                        a = h1;
                    }
                }
            }
        }
        // Whole vectors of the widest path, so that every path writes the same pixels; the padding takes the rest.
        if (b > a) {
            int end = a + ((b - a) + 7) / 8 * 8;
            c->kernels->shape_row(t->pixels + y * t->stride, a, end, py, &s, c->noise + dither_start(a, y, record));
        }
    }
}

static int is_ring(const crasterizer_arc *arc) { return arc->half_width <= 0 && arc->angle1 - arc->angle0 >= 0.9999f; }

static void draw_rings(const struct canvas *c, const crasterizer_arc *arcs, int count) {
    static _Thread_local float blue[longest_radius * radial_steps], green[longest_radius * radial_steps],
        red[longest_radius * radial_steps];
    static _Thread_local uint64_t table[longest_radius * radial_steps];
    const crasterizer_view *v = c->view;
    const crasterizer_target *t = &c->target;
    float k = v->visual_scale, outermost = 0, innermost = 1e9f;
    for (int i = 0; i < count; i++) {
        if (!is_ring(&arcs[i])) continue;
        float reach = arcs[i].glow > 0 && arcs[i].feather * k > 1 ? arcs[i].feather * k : 1;
        float outer = arcs[i].r1 * k + reach, inner = arcs[i].r0 * k - reach;
        outermost = outer > outermost ? outer : outermost;
        innermost = inner < innermost ? inner : innermost;
    }
    int entries = clamp((int)(outermost * radial_steps) + 2, 0, longest_radius * radial_steps);
    if (outermost <= 0 || entries < 4) return;
    size_t bytes = sizeof(float) * (size_t)entries;
    memset(blue, 0, bytes);
    memset(green, 0, bytes);
    memset(red, 0, bytes);
    for (int i = 0; i < count; i++) {
        const crasterizer_arc *arc = &arcs[i];
        if (!is_ring(arc)) continue;
        float feather = arc->feather * k < 1 ? 1 : arc->feather * k, inverse = 1 / feather;
        float reach = arc->glow > 0 ? feather : 1;
        float middle = (arc->r0 + arc->r1) * 0.5f * k, half = (arc->r1 - arc->r0) * 0.5f * k;
        int from = clamp((int)((arc->r0 * k - reach) * radial_steps), 0, entries);
        int to = clamp((int)((arc->r1 * k + reach) * radial_steps) + 1, 0, entries);
        for (int e = from; e < to; e++) {
            float r = ((float)e + 0.5f) * (1.0f / radial_steps), d = r - middle;
            d = (d < 0 ? -d : d) - half;
            float cover = 0.5f - d, far = d > 0 ? d * inverse : 0, f = 1 - far * far;
            cover = cover < 0 ? 0 : cover > 1 ? 1 : cover;
            f = f < 0 ? 0 : f;
            f *= f;
            float value = cover * arc->gain + f * f * arc->glow;
            blue[e] += value * arc->blue;
            green[e] += value * arc->green;
            red[e] += value * arc->red;
        }
    }
    for (int e = 0; e < entries; e++) {
        float b = blue[e] * 16320, g = green[e] * 16320, r = red[e] * 16320;
        table[e] = channels(b > 16320 ? 16320 : b, g > 16320 ? 16320 : g, r > 16320 ? 16320 : r);
    }
    table[entries - 1] = 0;
    float cx = v->centre_x - 0.5f, cy = v->centre_y - 0.5f;
    int y0 = clamp(floor_int(cy - outermost), 0, t->height), y1 = clamp(floor_int(cy + outermost) + 2, 0, t->height);
    for (int y = y0; y < y1; y++) {
        float py = (float)y - cy, room = outermost * outermost - py * py;
        if (room <= 0) continue;
        float w = square_root(room);
        int a = clamp(floor_int(cx - w), 0, t->width), b = clamp(floor_int(cx + w) + 2, 0, t->width);
        uint8_t *row = t->pixels + y * t->stride;
        float hole = innermost > 0 ? innermost * innermost - py * py : 0;
        if (hole > 0) {
            float g = square_root(hole);
            int end = a + (clamp(floor_int(cx - g) + 2, a, b) - a + 7) / 8 * 8, next = clamp(floor_int(cx + g), a, b);
            if (end < next) {
                c->kernels->radial_row(row, a, end, cx, py, table, entries, c->noise_channels + dither_start(a, y, 0));
                a = next;
            }
        }
        int end = a + ((b - a) + 7) / 8 * 8;
        c->kernels->radial_row(row, a, end, cx, py, table, entries, c->noise_channels + dither_start(a, y, 0));
    }
}

static int has_avx2(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

int crasterizer_supports(crasterizer_path path) { return path != crasterizer_avx2 || has_avx2(); }

void crasterizer_draw(const crasterizer_target *target, const crasterizer_view *view,
                      const crasterizer_particle *particles, int particle_count,
                      const crasterizer_arc *arcs, int arc_count, crasterizer_path path) {
    enum { longest_row = 8192 };
    static _Thread_local float noise[longest_row + 2 * dither_period];
    static _Thread_local uint64_t noise_channels[longest_row + 2 * dither_period];
    if (target->width > longest_row - 64 || target->width < 16) return;
    if (noise_channels[1] == 0) {
        for (int i = 0; i < longest_row + 2 * dither_period; i++) {
            unsigned value = 49u * (unsigned)i % dither_period;
            noise[i] = (float)value / dither_period;
            noise_channels[i] = channels((float)value, (float)value, (float)value);
        }
    }
    struct canvas canvas = {*target, view, &crasterizer_kernels_baseline, noise, noise_channels};
#if defined(__x86_64__)
    if (path != crasterizer_baseline && has_avx2()) canvas.kernels = &crasterizer_kernels_avx2;
#endif
    for (int i = 0; i < particle_count; i++) draw_particle(&canvas, i, &particles[i]);
    draw_rings(&canvas, arcs, arc_count);
    for (int i = 0; i < arc_count; i++)
        if (!is_ring(&arcs[i])) draw_shape(&canvas, i, &arcs[i]);
}
