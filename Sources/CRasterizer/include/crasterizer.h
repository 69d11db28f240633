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
    // Share of the field's half axes; turns; laps per period; logical px, or such shares too where nothing moves.
    float radius, phase, laps, half_size;
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
    // Device px by which a large, near particle stands aside; the stream: the share of their radius by which particles
    // run outwards (inwards below 0) before they begin again, and how far the first one is.
    float parallax_x, parallax_y, flow, stream;
} crasterizer_view;

// The part of a picture that is drawn: columns left…right and rows top…bottom of it. `pixels` is where the picture's own
// upper left pixel is, or would be where the buffer holds the part alone; rows are `stride` bytes apart and need room for
// crasterizer_row_padding more pixels behind `right`.
typedef struct {
    uint8_t *pixels;
    ptrdiff_t stride;
    int left, top, right, bottom;
    int takes_light; // not 0: drawing takes light away from the pixels, as ink does from paper
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

// Adds particles, then arcs, to what the target holds, or takes them away from it. Saturates at white, or at black. Targets
// narrower than 16 or longer than 8192 pixels stay as they are. A part holds what the whole would hold there.
void crasterizer_draw(crasterizer *scratch, const crasterizer_target *target, const crasterizer_view *view,
                      const crasterizer_particle *particles, int particle_count,
                      const crasterizer_arc *arcs, int arc_count, crasterizer_path path);

// A particle at its place in one frame, in device px.
typedef struct {
    float x, y, half_x, half_y;
    float red, green, blue, white; // of the halo before it is dimmed; what the heart has more
} crasterizer_spot;

// A part of a picture: columns left…right, rows top…bottom.
typedef struct {
    int left, top, right, bottom;
} crasterizer_box;

// Places particles on their orbits.
void crasterizer_place(const crasterizer_view *view, const crasterizer_particle *particles, int count,
                       crasterizer_spot *spots);

// Pixels that the spots reach within the target, each spot's by itself.
size_t crasterizer_reach(const crasterizer_target *target, const crasterizer_spot *spots, int count);

// Draws the spots of one frame in place of those of another: takes back what `boxes` says was drawn, then draws the spots
// that reach into the target. `under` keeps what is below them, in the order of the boxes; it has room for what
// crasterizer_reach counts, as `boxes` has for `spot_count`. Returns how many boxes there are.
int crasterizer_renew(crasterizer *scratch, const crasterizer_target *target, const crasterizer_spot *spots,
                      int spot_count, crasterizer_box *boxes, int box_count, uint32_t *under, crasterizer_path path);
