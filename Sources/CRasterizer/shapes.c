// SPDX-License-Identifier: GPL-3.0-or-later
// Draws bars and sectors: works out the rows and pixels that they can reach and hands them to the inner loops.
#include "canvas.h"
#pragma clang fp contract(off)

// How far beyond its edge a shape changes a pixel by a sixty-fourth of a level; also in GLArc.
static float glow_reach(const crasterizer_arc *arc, float feather) {
    float strongest = arc->red > arc->green ? arc->red : arc->green;
    strongest = strongest > arc->blue ? strongest : arc->blue;
    float peak = 64 * 255 * arc->glow * strongest;
    if (!(peak > 1)) return 1;
    float reach = feather * square_root(1 - square_root(square_root(1 / peak)));
    return reach > 1 ? reach : 1;
}

// The rows and columns that a shape can reach, and its drawing.
void crasterizer_draw_shape(const struct canvas *c, int record, const crasterizer_arc *arc) {
    const crasterizer_view *v = c->view;
    const crasterizer_target *t = &c->target;
    float k = v->visual_scale, cx = v->centre_x - 0.5f, cy = v->centre_y - 0.5f;
    float feather = arc->feather * k < 1 ? 1 : arc->feather * k;
    float reach = glow_reach(arc, feather);
    struct shape s = {
        .is_bar = arc->half_width > 0, .centre_x = cx,
        .middle = (arc->r0 + arc->r1) * 0.5f * k,
        .inverse_feather = 1 / feather, .gain = arc->gain, .glow = arc->glow,
        .red = arc->red * 255, .green = arc->green * 255, .blue = arc->blue * 255,
    };
    float x_low, x_high, y_low, y_high;
    float inner = 0, outer = 0;
    if (s.is_bar) {
        s.half = arc->half_width * k;
        s.half_length = (arc->r1 - arc->r0) * 0.5f * k;
        s.corner = s.half < s.half_length ? s.half : s.half_length;
        s.ax = (float)sine(arc->angle0);
        s.ay = -(float)cosine(arc->angle0);
        float mx = cx + s.ax * s.middle, my = cy + s.ay * s.middle;
        float ux = s.ax < 0 ? -s.ax : s.ax, uy = s.ay < 0 ? -s.ay : s.ay;
        float w = ux * (s.half_length + reach) + uy * (s.half + reach);
        float h = uy * (s.half_length + reach) + ux * (s.half + reach);
        x_low = mx - w; x_high = mx + w; y_low = my - h; y_high = my + h;
    } else {
        s.half = (arc->r1 - arc->r0) * 0.5f * k;
        s.corner = s.half < 1.5f ? s.half : 1.5f;
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
    int x0 = clamp(floor_int(x_low), t->left, t->right), x1 = clamp(floor_int(x_high) + 2, t->left, t->right);
    int y0 = clamp(floor_int(y_low), t->top, t->bottom), y1 = clamp(floor_int(y_high) + 2, t->top, t->bottom);
    struct span *spans = c->scratch->spans;
    int count = 0;
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
                        spans[count++] = (struct span){a, end, y, dither_start(a, y, record), py};
                        a = h1;
                    }
                }
            }
        }
        // Whole vectors of the widest path, so that every path writes the same pixels; the padding takes the rest.
        if (b > a) {
            int end = a + ((b - a) + 7) / 8 * 8;
            spans[count++] = (struct span){a, end, y, dither_start(a, y, record), py};
        }
    }
    c->kernels->shape_spans(t->pixels, t->stride, spans, count, &s, c->scratch->noise, flip(c));
}
