// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything is in the floors' scene.

#include "floor.h"
#include <math.h>

static const float turn = 6.2831853f;

static float random_unit(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

void scene_spots(struct spot *spots, int count, double seconds) {
    static struct {
        float radius, phase, speed, half, gain;
        int hue;
    } orbits[most_particles];
    if (orbits[0].radius == 0) {
        uint32_t state = 12345;
        for (int i = 0; i < most_particles; i++) {
            float depth = random_unit(&state);
            depth *= depth;
            orbits[i].radius = 290 * (0.16f + 0.82f * sqrtf(random_unit(&state)));
            orbits[i].phase = random_unit(&state) * turn;
            orbits[i].speed = (0.06f + 0.2f * depth) * (random_unit(&state) < 0.8f ? 1.0f : -1.0f);
            // One in twenty is near and out of focus.
            orbits[i].half = i % 20 == 0 ? 22 + 14 * random_unit(&state) : 10.6f + 8.3f * depth;
            orbits[i].gain = i % 20 == 0 ? 0.25f : 0.3f + 0.5f * depth;
            orbits[i].hue = i % 3;
        }
    }
    for (int i = 0; i < count; i++) {
        float angle = orbits[i].phase + orbits[i].speed * (float)seconds;
        spots[i] = (struct spot){.x = cosf(angle) * orbits[i].radius, .y = sinf(angle) * orbits[i].radius,
                                 .half = orbits[i].half, .gain = orbits[i].gain, .hue = orbits[i].hue};
    }
}

void scene_bars(float *lengths, double seconds) {
    for (int i = 0; i < bar_count; i++) {
        double wave = sin(i * 0.7 + seconds * 5) * sin(i * 0.13 - seconds * 2.3);
        lengths[i] = 20 + 100 * (float)(0.5 + 0.5 * wave);
    }
}

void scene_hue(int hue, float *rgb) {
    static const float colors[3][3] = {{0.1f, 0.8f, 1}, {0.6f, 0.9f, 1}, {0.45f, 0.5f, 0.95f}};
    for (int i = 0; i < 3; i++) rgb[i] = colors[hue][i];
}

void scene_bar_color(int bar, float *rgb) {
    for (int i = 0; i < 3; i++) {
        float place = (float)bar / bar_count + (float)((3 - i) % 3) / 3;
        float value = fabsf((place - floorf(place)) * 6 - 3) - 1;
        rgb[i] = fminf(fmaxf(value, 0), 1);
    }
}

float scene_orb(double seconds) { return 60 + 6 * (float)sin(seconds * 4); }
