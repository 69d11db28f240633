// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the two tables of a scene into a 32-bit BGRx buffer without a GPU. Every operation is an IEEE 754 addition,
// multiplication, division or square root, or integer arithmetic, and nothing is fused, so the same tables give the
// same bytes on every machine and at every vector width.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "crasterizer_glass.h"

// One particle on its orbit; twelve floats, the layout of a vertex-buffer instance.
typedef struct {
    float radius, phase, laps, half_size; // share of the field; turns; laps per period; logical px
    float red, green, blue, gain;         // linear 0…1
    float node_cosine, node_sine, inclination_cosine, inclination_sine;
} crasterizer_particle;

// One arc, ring, disc or bar; twelve floats. Angles in turns, clockwise from the top; lengths in logical px.
// half_width > 0: a straight bar along angle0 from r0 to r1. Otherwise a sector; angle1 - angle0 >= 1 is a full ring.
typedef struct {
    float angle0, angle1, r0, r1;
    float red, green, blue, feather;
    float gain, glow, half_width, reserved;
} crasterizer_arc;

// What both tables have in common in one frame; sixteen-byte rows, the layout of the uniform block.
typedef struct {
    float width, height, scale, visual_scale;      // device px; device px per logical px
    float centre_x, centre_y, field_x, field_y;    // device px; half axes of the particle field
    float orbit_turn, wobble, particle_gain, particle_size;
    float tint_red, tint_green, tint_blue, tint_amount;
} crasterizer_view;

// A buffer of `height` rows of `stride` bytes. Rows need room for crasterizer_row_padding more pixels than `width`.
typedef struct {
    uint8_t *pixels;
    ptrdiff_t stride;
    int width, height;
} crasterizer_target;

enum { crasterizer_row_padding = 8 };

// Which instruction set draws. automatic: the best this processor has.
typedef enum { crasterizer_automatic = 0, crasterizer_baseline = 1, crasterizer_avx2 = 2 } crasterizer_path;

// True when the path can run here.
int crasterizer_supports(crasterizer_path path);

// Working memory, about 1 MiB of which a frame touches a third; for one thread at a time. NULL when out of memory.
typedef struct crasterizer crasterizer;
crasterizer *crasterizer_create(void);
void crasterizer_free(crasterizer *scratch);

// Adds particles, then arcs, to what the target holds. Saturates at white. Targets
// narrower than 16 or longer than 8192 pixels stay as they are.
void crasterizer_draw(crasterizer *scratch, const crasterizer_target *target, const crasterizer_view *view,
                      const crasterizer_particle *particles, int particle_count,
                      const crasterizer_arc *arcs, int arc_count, crasterizer_path path);
