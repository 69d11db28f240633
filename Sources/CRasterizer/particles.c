// SPDX-License-Identifier: GPL-3.0-or-later
// Places particles on their orbits and draws their soft spots of light.
#include "canvas.h"
#pragma clang fp contract(off)

// Where a sprite reaches into the target.
static crasterizer_box sprite_box(const crasterizer_target *t, float x, float y, float half_x, float half_y) {
    return (crasterizer_box){clamp(floor_int(x - half_x), t->left, t->right), clamp(floor_int(y - half_y), t->top, t->bottom),
                             clamp(floor_int(x + half_x) + 1, t->left, t->right),
                             clamp(floor_int(y + half_y) + 1, t->top, t->bottom)};
}

static int is_empty(crasterizer_box box) { return box.right <= box.left || box.bottom <= box.top; }

static void draw_sprite(const struct canvas *c, int record, float x, float y, float half_x, float half_y, float red,
                        float green, float blue) {
    const crasterizer_target *t = &c->target;
    crasterizer_box box = sprite_box(t, x, y, half_x, half_y);
    int width = box.right - box.left, x0 = box.left, y0 = box.top, y1 = box.bottom;
    if (is_empty(box) || y1 - y0 > longest_row) return;
    uint64_t *profile = c->scratch->profile;
    uint16_t *weights = c->scratch->weights;
    float inverse = 1 / half_y;
    // 8.6 fixed point; a heart may be four times as bright as white before its falloff.
    red = (red > 3.9f ? 3.9f : red) * 16320;
    green = (green > 3.9f ? 3.9f : green) * 16320;
    blue = (blue > 3.9f ? 3.9f : blue) * 16320;
    float peak = red > green ? red : green;
    peak = peak > blue ? peak : blue;
    c->kernels->sprite_profile(profile, width, (float)x0 + 0.5f - x, 1 / half_x, blue, green, red);
    memset(profile + width, 0, 8 * sizeof *profile);
    for (int j = y0; j < y1; j++) {
        float u = ((float)j + 0.5f - y) * inverse, f = 1 - u * u;
        f = f < 0 ? 0 : f;
        f *= f;
        f *= f;
        // Below one unit of the fixed point nothing would change.
        weights[j - y0] = f * peak < 1 ? 0 : (uint16_t)(f * 65535);
    }
    c->kernels->sprite(t->pixels + y0 * t->stride + x0 * 4, t->stride, width, y1 - y0, profile, weights,
                       c->scratch->noise_channels, dither_start(x0, y0, record), flip(c));
}

// Neighbours are at different places of their way; from this flow on the ends of it are dark. Also in particles.vert.
static const double stream_spread = 7;
static const float stream_fading = 24;

static crasterizer_spot place(const crasterizer_view *v, const crasterizer_particle *p) {
    double angle = (double)p->phase + (double)p->laps * (double)v->orbit_turn;
    float a = (float)cosine(angle), b = (float)sine(angle);
    float swell = 1 + v->wobble * (float)sine(angle * 2 + (double)p->phase * 7);
    // In the stream each runs its way over and over, unseen where it ends and begins again.
    double run = (double)p->phase * stream_spread + (double)v->stream;
    float way = (float)(run - (double)(int64_t)run), ends = 2 * way - 1;
    float strength = (v->flow < 0 ? -v->flow : v->flow) * stream_fading;
    ends *= ends;
    ends *= ends;
    float seen = 1 - (strength > 1 ? 1 : strength) * ends * ends;
    float radius = p->radius * swell * (1 + v->flow * way);
    float x = radius * (p->node_cosine * a - p->node_sine * b * p->inclination_cosine);
    float y = radius * (p->node_sine * a + p->node_cosine * b * p->inclination_cosine);
    float depth = b * p->inclination_sine;
    float half = p->half_size * (v->scale * v->particle_size * (1 + 0.3f * depth));
    float gain = p->gain * v->particle_gain * (1 + 0.45f * depth) * seen;
    float luma = (p->red + p->green + p->blue) * 0.5f * v->tint_amount, keep = 1 - v->tint_amount;
    // Large ones are near.
    float nearness = (p->half_size - 8) * 0.05f;
    return (crasterizer_spot){
        .x = (float)(int)(v->width * 0.5f) + x * v->field_x + v->parallax_x * nearness,
        .y = (float)(int)(v->height * 0.5f) + y * v->field_y + v->parallax_y * nearness,
        .half_x = half, .half_y = half, .red = (p->red * keep + v->tint_red * luma) * gain,
        .green = (p->green * keep + v->tint_green * luma) * gain,
        .blue = (p->blue * keep + v->tint_blue * luma) * gain, .white = gain * 0.25f};
}

void crasterizer_place(const crasterizer_view *view, const crasterizer_particle *particles, int count,
                       crasterizer_spot *spots) {
    for (int i = 0; i < count; i++) spots[i] = place(view, &particles[i]);
}

// A wide dim halo and a small bright heart, a quarter of its size and whiter.
static void draw_spot(const struct canvas *c, int record, const crasterizer_spot *s) {
    draw_sprite(c, record, s->x, s->y, s->half_x, s->half_y, s->red * 0.4f, s->green * 0.4f, s->blue * 0.4f);
    draw_sprite(c, record, s->x, s->y, s->half_x * 0.25f, s->half_y * 0.25f, s->red + s->white, s->green + s->white,
                s->blue + s->white);
}

void crasterizer_draw_particle(const struct canvas *c, int record, const crasterizer_particle *p) {
    const crasterizer_view *v = c->view;
    if (p->laps != 0) {
        crasterizer_spot spot = place(v, p);
        return draw_spot(c, record, &spot);
    }
    // A light of the backdrop: as large as the field makes it, never tinted, so that a renderer may keep its picture.
    float a = (float)cosine((double)p->phase), b = (float)sine((double)p->phase);
    float x = p->radius * (p->node_cosine * a - p->node_sine * b * p->inclination_cosine);
    float y = p->radius * (p->node_sine * a + p->node_cosine * b * p->inclination_cosine);
    draw_sprite(c, record, (float)(int)(v->width * 0.5f) + x * v->field_x, (float)(int)(v->height * 0.5f) + y * v->field_y,
                p->half_size * v->field_x, p->half_size * v->field_y, p->red * p->gain, p->green * p->gain,
                p->blue * p->gain);
}

static size_t area(crasterizer_box box) {
    return is_empty(box) ? 0 : (size_t)(box.right - box.left) * (size_t)(box.bottom - box.top);
}

size_t crasterizer_reach(const crasterizer_target *target, const crasterizer_spot *spots, int count) {
    size_t pixels = 0;
    for (int i = 0; i < count; i++)
        pixels += area(sprite_box(target, spots[i].x, spots[i].y, spots[i].half_x, spots[i].half_y));
    return pixels;
}

// Copies a box from the target to a row of pixels, or back.
static void copy_box(const crasterizer_target *t, crasterizer_box box, uint32_t *kept, int is_back) {
    size_t bytes = (size_t)(box.right - box.left) * 4;
    uint8_t *row = t->pixels + box.top * t->stride + box.left * 4;
    for (int y = box.top; y < box.bottom; y++, row += t->stride, kept += box.right - box.left)
        memcpy(is_back ? (void *)row : kept, is_back ? (void *)kept : row, bytes);
}

int crasterizer_renew(crasterizer *scratch, const crasterizer_target *target, const crasterizer_spot *spots,
                      int spot_count, crasterizer_box *boxes, int box_count, uint32_t *under, crasterizer_path path) {
    struct canvas canvas;
    if (!crasterizer_prepare(&canvas, scratch, target, NULL, path)) return 0;
    size_t kept = 0;
    for (int i = 0; i < box_count; i++) kept += area(boxes[i]);
    // Backwards, because one may have been drawn over another.
    for (int i = box_count - 1; i >= 0; i--) {
        kept -= area(boxes[i]);
        copy_box(target, boxes[i], under + kept, 1);
    }
    int count = 0;
    for (int i = 0; i < spot_count; i++) {
        const crasterizer_spot *s = &spots[i];
        crasterizer_box box = sprite_box(target, s->x, s->y, s->half_x, s->half_y);
        if (is_empty(box)) continue;
        copy_box(target, box, under + kept, 0);
        kept += area(box);
        boxes[count++] = box;
        draw_spot(&canvas, i, s);
    }
    return count;
}
