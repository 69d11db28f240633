// SPDX-License-Identifier: GPL-3.0-or-later
// The rasteriser's entry points: working memory, the choice of an instruction set, the order of drawing.
#include "canvas.h"
#include <stdlib.h>
#pragma clang fp contract(off)

static int has_avx2(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

int crasterizer_supports(crasterizer_path path) { return path != crasterizer_avx2 || has_avx2(); }

crasterizer *crasterizer_create(void) { return calloc(1, sizeof(crasterizer)); }
void crasterizer_free(crasterizer *scratch) { free(scratch); }

static void lengthen_noise(crasterizer *scratch, int length) {
    for (int i = scratch->noise_length; i < length; i++) {
        float value = (float)(49u * (unsigned)i % dither_period);
        scratch->noise[i] = value / dither_period;
        scratch->noise_channels[i] = channels(value, value, value);
    }
    if (length > scratch->noise_length) scratch->noise_length = length;
}

int crasterizer_prepare(struct canvas *canvas, crasterizer *scratch, const crasterizer_target *target,
                        const crasterizer_view *view, crasterizer_path path) {
    int width = target->right - target->left, height = target->bottom - target->top;
    if (width > longest_row || width < 16 || height > longest_row) return 0;
    lengthen_noise(scratch, width + padding);
    *canvas = (struct canvas){*target, view, &crasterizer_kernels_baseline, scratch};
#if defined(__x86_64__)
    if (path != crasterizer_baseline && has_avx2()) canvas->kernels = &crasterizer_kernels_avx2;
#else
    (void)path;
#endif
    return 1;
}

void crasterizer_draw(crasterizer *scratch, const crasterizer_target *target, const crasterizer_view *view,
                      const crasterizer_particle *particles, int particle_count,
                      const crasterizer_arc *arcs, int arc_count, crasterizer_path path) {
    struct canvas canvas;
    if (!crasterizer_prepare(&canvas, scratch, target, view, path)) return;
    for (int i = 0; i < particle_count; i++) crasterizer_draw_particle(&canvas, i, &particles[i]);
    crasterizer_draw_rings(&canvas, arcs, arc_count);
    for (int i = 0; i < arc_count; i++)
        if (!is_ring(&arcs[i])) crasterizer_draw_shape(&canvas, i, &arcs[i]);
}
