// SPDX-License-Identifier: GPL-3.0-or-later
// What the set-up code and the two builds of the inner loops share.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Steps per pixel of the radial table.
enum { radial_steps = 32 };
// The dither at (x, y) is ((49 x + 53 y) mod 64) / 64: one row of it serves all, each row 5 further on than the last.
enum { dither_period = 64, dither_slope = 5 };

// One bar or sector in device pixels, ready to draw; colours 0…255.
struct shape {
    int is_bar;
    float centre_x;
    float middle, half, half_length, corner;
    float ax, ay, bx, by; // bar: its direction; sector: inward normals of its two ends
    float inverse_feather, gain, glow;
    float red, green, blue;
};

// Pixels x0…x1 of row y, whole vectors; where the row's dither begins; the row's distance from the middle.
struct span {
    int x0, x1, y, dither;
    float py;
};

// The last argument of each that draws: 0 adds light to the pixels, 255 takes it away from them.
struct kernels {
    void (*shape_spans)(uint8_t *pixels, ptrdiff_t stride, const struct span *spans, int count,
                        const struct shape *shape, const float *noise_row, uint8_t flip);
    void (*radial_row)(uint8_t *row, uint8_t *mirror, int x0, int x1, float centre_x, float py, const uint64_t *table,
                       int entries, const uint64_t *dither, const uint64_t *mirror_dither, uint8_t flip);
    void (*sprite_profile)(uint64_t *profile, int count, float from, float inverse_half, float blue, float green,
                           float red);
    void (*sprite)(uint8_t *pixels, ptrdiff_t stride, int width, int rows, const uint64_t *profile,
                   const uint16_t *weights, const uint64_t *dither, int dither_start, uint8_t flip);
};

extern const struct kernels crasterizer_kernels_baseline;
#if defined(__x86_64__)
extern const struct kernels crasterizer_kernels_avx2;
#endif
