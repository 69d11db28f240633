// SPDX-License-Identifier: GPL-3.0-or-later
// Places particles on their orbits and draws their soft spots of light.
#include "canvas.h"
#pragma clang fp contract(off)

static void draw_sprite(const struct canvas *c, int record, float x, float y, float half, float red, float green,
                        float blue) {
    const crasterizer_target *t = &c->target;
    int x0 = clamp(floor_int(x - half), 0, t->width), x1 = clamp(floor_int(x + half) + 1, 0, t->width);
    int y0 = clamp(floor_int(y - half), 0, t->height), y1 = clamp(floor_int(y + half) + 1, 0, t->height);
    int width = x1 - x0;
    if (width <= 0 || y1 <= y0 || y1 - y0 > longest_row) return;
    uint64_t *profile = c->scratch->profile;
    uint16_t *weights = c->scratch->weights;
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
        weights[j - y0] = f * peak < 1 ? 0 : (uint16_t)(f * 65535);
    }
    c->kernels->sprite(t->pixels + y0 * t->stride + x0 * 4, t->stride, width, y1 - y0, profile, weights,
                       c->scratch->noise_channels, dither_start(x0, y0, record));
}

void crasterizer_draw_particle(const struct canvas *c, int record, const crasterizer_particle *p) {
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
