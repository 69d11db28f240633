// SPDX-License-Identifier: GPL-3.0-or-later
// Draws all full rings and discs of a frame in one pass: summed into a table by radius, then spread over the pixels.
#include "canvas.h"
#pragma clang fp contract(off)

static void draw_row(const struct canvas *c, uint8_t *row, uint8_t *mirror, int from, int end, int y, int other, float py,
                     int entries) {
    const uint64_t *noise = c->scratch->noise_channels;
    c->kernels->radial_row(row, mirror, from, end, c->view->centre_x - 0.5f, py, c->scratch->rings, entries,
                           noise + dither_start(from, y, 0), noise + dither_start(from, other, 0), flip(c));
}

void crasterizer_draw_rings(const struct canvas *c, const crasterizer_arc *arcs, int count) {
    float *blue = c->scratch->blue, *green = c->scratch->green, *red = c->scratch->red;
    uint64_t *table = c->scratch->rings;
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
    int entries = clamp((int)(outermost * radial_steps) + 2, 0, radial_entries);
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
    int y0 = clamp(floor_int(cy - outermost), t->top, t->bottom), y1 = clamp(floor_int(cy + outermost) + 2, t->top, t->bottom);
    // Rows above and below the centre have the same radii where the centre lies between two rows.
    int twice = (int)(2 * cy), is_even = (float)twice == 2 * cy;
    for (int y = y0; y < y1; y++) {
        int other = twice - y, is_pair = is_even && other != y && other >= y0 && other < y1;
        if (is_pair && other < y) continue;
        float py = (float)y - cy, room = outermost * outermost - py * py;
        if (room <= 0) continue;
        float w = square_root(room);
        int a = clamp(floor_int(cx - w), t->left, t->right), b = clamp(floor_int(cx + w) + 2, t->left, t->right);
        uint8_t *row = t->pixels + y * t->stride, *mirror = is_pair ? t->pixels + other * t->stride : NULL;
        float hole = innermost > 0 ? innermost * innermost - py * py : 0;
        if (hole > 0) {
            float g = square_root(hole);
            int end = a + (clamp(floor_int(cx - g) + 2, a, b) - a + 7) / 8 * 8, next = clamp(floor_int(cx + g), a, b);
            if (end < next) {
                draw_row(c, row, mirror, a, end, y, other, py, entries);
                a = next;
            }
        }
        int end = a + ((b - a) + 7) / 8 * 8;
        draw_row(c, row, mirror, a, end, y, other, py, entries);
    }
}
