// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the rasteriser share: the working memory, one frame's canvas, and portable arithmetic.
#pragma once
#include "crasterizer.h"
#include "internal.h"
#include <string.h>
#pragma clang fp contract(off)

enum { longest_row = 8192, radial_entries = 1024 * radial_steps, padding = 2 * dither_period };

struct crasterizer {
    // One row of dither, as 0…1 and as four equal channels of 0…63; long enough to start anywhere in the period.
    float noise[longest_row + padding];
    uint64_t noise_channels[longest_row + padding];
    int noise_length;
    // A sprite's columns and rows.
    uint64_t profile[longest_row + padding];
    uint16_t weights[longest_row];
    // A shape's rows; a sector has two spans where its hole is.
    struct span spans[2 * longest_row];
    // The sum of all rings by radius, and its packed form.
    float blue[radial_entries], green[radial_entries], red[radial_entries];
    uint64_t rings[radial_entries];
};

struct canvas {
    crasterizer_target target;
    const crasterizer_view *view;
    const struct kernels *kernels;
    struct crasterizer *scratch;
};

// Sine of an angle in turns; error below 2e-8. Plain arithmetic instead of the C library's, whose last bit differs
// between processors.
static inline double sine(double turns) {
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
static inline double cosine(double turns) { return sine(turns + 0.25); }

static inline int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }
static inline int floor_int(float value) { int i = (int)value; return (float)i > value ? i - 1 : i; }
static inline float square_root(float value) { return __builtin_sqrtf(value); }
static inline uint64_t channels(float blue, float green, float red) {
    return (uint64_t)(uint16_t)blue | (uint64_t)(uint16_t)green << 16 | (uint64_t)(uint16_t)red << 32;
}
// Where the dither of pixel (x, y) begins in the row of dither: 49 (x + 5 y) = 49 x + 53 y modulo 64.
// Every record of a table starts elsewhere, so that the rounding of overlapping ones does not add up.
static inline int dither_start(int x, int y, int record) {
    return (x + dither_slope * y + 23 * record) & (dither_period - 1);
}

static inline uint8_t flip(const struct canvas *c) { return c->target.takes_light ? 255 : 0; }

// What drawing begins with; 0 where the target is too small or too large.
int crasterizer_prepare(struct canvas *canvas, crasterizer *scratch, const crasterizer_target *target,
                        const crasterizer_view *view, crasterizer_path path);
void crasterizer_draw_particle(const struct canvas *c, int record, const crasterizer_particle *particle);
void crasterizer_draw_rings(const struct canvas *c, const crasterizer_arc *arcs, int count);
void crasterizer_draw_shape(const struct canvas *c, int record, const crasterizer_arc *arc);

static inline int is_ring(const crasterizer_arc *arc) {
    return arc->half_width <= 0 && arc->angle1 - arc->angle0 >= 0.9999f;
}
